/** A moment as people read it, to the minute; the service returns times in the zone of the storage. */
export function moment(value: string): string {
  return value.slice(0, 16).replace("T", " ");
}

/** The day of a moment; the far future is none. */
export function dayOf(value: string): string {
  return value.startsWith("9999-") ? "∞" : value.slice(0, 10);
}
