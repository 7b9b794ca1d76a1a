// Which widgets Home shows, and in which order: as the user chose, else as an architect chose for all users, else as usual.
import type { Preference } from "@/api/types.gen";

export const DASHBOARD = { kind: "dashboard", key: "home" } as const;

/** The usual widgets. The first one, the house, has a place of its own. */
export const USUAL = [
  "house",
  "tasks",
  "recent",
  "reviews",
  "viewed",
  "favourites",
  "drafts",
  "states",
  "maturity",
  "missing",
] as const;

export type UsualWidget = (typeof USUAL)[number];

/** Begins the key of a widget that shows a saved filter. */
const FILTER = "filter:";

export const filterWidget = ({ key, shared }: { key: string; shared: boolean }): string =>
  `${FILTER}${shared ? "shared" : "own"}:${key}`;

export const isUsual = (key: string): key is UsualWidget => (USUAL as readonly string[]).includes(key);

function chosen(preferences: Preference[], shared: boolean): string[] | undefined {
  const found = preferences.find(
    (each) => each.kind === DASHBOARD.kind && each.key === DASHBOARD.key && each.shared === shared,
  );
  const widgets = found?.value.widgets;
  return Array.isArray(widgets) ? widgets.filter((each) => typeof each === "string") : undefined;
}

/** The keys of the widgets that are shown, each once; of those that are `offered` only. */
export function shownWidgets(preferences: Preference[], offered: readonly string[]): string[] {
  const wanted = chosen(preferences, false) ?? chosen(preferences, true) ?? USUAL;
  return [...new Set(wanted)].filter((each) => offered.includes(each));
}

export const hasOwn = (preferences: Preference[]): boolean => chosen(preferences, false) !== undefined;

/** The keys with one of them moved by a number of places; the same where there is no such place. */
export function moved(keys: readonly string[], key: string, by: number): string[] {
  const from = keys.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= keys.length) return [...keys];
  const rest = keys.filter((each) => each !== key);
  return [...rest.slice(0, to), key, ...rest.slice(to)];
}
