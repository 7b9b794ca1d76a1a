// The period of a history as places on a line: days, or minutes where it has lasted a few days only. Times are those of the
// storage's zone, as the service writes them; the zone of the browser plays no part.

export interface Timeline {
  unit: "day" | "minute";
  first: number;
  /** Now: the place that is no past. */
  last: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** Shorter histories than this have too few days to choose from. */
const FEW_DAYS = 3;

const sizeOf = (unit: Timeline["unit"]): number => (unit === "day" ? DAY_MS : MINUTE_MS);
const parse = (at: string): number => Date.parse(at.length === 10 ? at : `${at.slice(0, 19)}Z`);

/** The line from the beginning of a history until now; it has two places at least. */
export function timelineOf({ began, now }: { began?: string; now: string }): Timeline {
  const [from, to] = [parse(began ?? now), parse(now)];
  const unit = to - from < FEW_DAYS * DAY_MS ? "minute" : "day";
  const last = Math.floor(to / sizeOf(unit));
  return { unit, first: Math.min(Math.floor(from / sizeOf(unit)), last - 1), last };
}

/** The place of a time, the nearest one of the line. */
export function placeOf({ unit, first, last }: Timeline, at: string): number {
  const place = Math.floor(parse(at) / sizeOf(unit));
  return Number.isNaN(place) ? last : Math.min(Math.max(place, first), last);
}

/** What `asOf` takes for a place: a day, or the end of a minute. The last place is the present. */
export function momentAt({ unit, last }: Timeline, place: number): string | undefined {
  if (place >= last) return undefined;
  return unit === "day" ? written(unit, place).slice(0, 10) : `${written(unit, place)}:59`;
}

/** A place as a field for dates, or for dates with a time, holds it. */
export const fieldText = ({ unit }: Timeline, place: number): string => written(unit, place);

function written(unit: Timeline["unit"], place: number): string {
  return new Date(place * sizeOf(unit)).toISOString().slice(0, unit === "day" ? 10 : 16);
}

/** The place of what was typed into such a field; undefined while it is no time of the line. */
export function placeOfField(line: Timeline, text: string): number | undefined {
  const place = Math.floor(parse(text.length === 16 ? `${text}:00` : text) / sizeOf(line.unit));
  return place >= line.first && place <= line.last ? place : undefined;
}

/** Whether a moment is a day, which means its end. */
export const isDay = (asOf: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(asOf);
/** Whether a moment is a time as the storage writes it. */
export const isLocalTime = (asOf: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(asOf);
export const isRevision = (asOf: string): boolean => /^\d+$/.test(asOf);
