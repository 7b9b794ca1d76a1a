// Dates as people read them, in the language of the page: one form everywhere. The service returns times in the zone of the storage.
import i18next from "i18next";

type Kind = "moment" | "day" | "time";

const FORMS: Record<Kind, Intl.DateTimeFormatOptions> = {
  moment: { dateStyle: "medium", timeStyle: "short" },
  day: { dateStyle: "medium" },
  time: { timeStyle: "short" },
};
const formats = new Map<string, Intl.DateTimeFormat>();

/** To the minute. */
export const moment = (value: string | undefined): string => written("moment", value);

/** The day of a moment; the far future is no end. */
export const dayOf = (value: string | undefined): string => written("day", value);

/** The time of day. */
export const timeOf = (value: string | undefined): string => written("time", value);

/** A date-time that people entered: midnight is a day. */
export function dateText(value: string): string {
  const time = value.slice(11, 19);
  return time === "" || time === "00:00:00" ? dayOf(value) : moment(value);
}

/** The years with which the service says that something has no end. */
export const isEndless = (value: string): boolean => value.startsWith("9999-");

function written(kind: Kind, value: string | undefined): string {
  if (!value) return "";
  if (isEndless(value)) return i18next.t("noEnd", { ns: "shell" });
  // Without a zone: what the service wrote is shown, whatever the zone of the browser is.
  const whole = value.length === 10 ? `${value}T00:00:00` : value.slice(0, 19);
  const at = new Date(`${whole}Z`);
  return Number.isNaN(at.getTime()) ? value : formatOf(kind).format(at);
}

function formatOf(kind: Kind): Intl.DateTimeFormat {
  const key = `${i18next.language} ${kind}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(i18next.language, { ...FORMS[kind], timeZone: "UTC" });
  formats.set(key, format);
  return format;
}
