// Numbers as people read them, in the language of the page.
import i18next from "i18next";

const formats = new Map<string, Intl.NumberFormat>();

/** How many: with the thousands apart. */
export const numberText = (value: number): string => formatOf("count", {}).format(value);

/** A value that people entered: as it was entered, with the decimal sign of the language. */
export const valueNumber = (value: number): string =>
  formatOf("value", { useGrouping: false, maximumFractionDigits: 20 }).format(value);

function formatOf(kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${i18next.language} ${kind}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(i18next.language, options);
  formats.set(key, format);
  return format;
}
