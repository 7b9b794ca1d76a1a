// Months such as `2026-03`, in a row and as filters.

/** Every month from the first to the last, also those in which nothing happened. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 1] = first.split("-").map(Number);
  for (let each = first; each <= last && months.length < 1200; ) {
    months.push(each);
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
    each = `${year}-${String(month).padStart(2, "0")}`;
  }
  return months;
}

/** A filter of the elements whose version was released in a month such as `2026-03`. */
export function releasedIn(month: string, attribute: string): string {
  const next = monthsBetween(month, "9999-12").at(1) ?? month;
  return `${attribute} -ge '${month}-01' AND ${attribute} -lt '${next}-01'`;
}
