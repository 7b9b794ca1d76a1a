// Filters with a name, of this user or of all users, for each facet.
import type { Address } from "@/api/preferences";
import type { Preference } from "@/api/types.gen";
import type { ViewSearch } from "@/app/view-search";

/** What of an address makes up a list. */
const LIST_PARAMETERS = ["filter", "states", "types", "missing", "order", "columns"] as const;

/** Of a name, so that its key fits in whatever script it is written. */
export const LONGEST_NAME = 50;
const LONGEST_KEY = 300;

export type ListState = Pick<ViewSearch, (typeof LIST_PARAMETERS)[number]>;

export interface SavedFilter {
  name: string;
  facet: string;
  state: ListState;
  at: Address & { shared: boolean };
  mayChange: boolean;
}

export function listState(search: ViewSearch): ListState {
  return Object.fromEntries(LIST_PARAMETERS.map((key) => [key, search[key]]));
}

/** The key of a filter: one for each facet and name. Keys have letters, digits and a few signs only. */
export function filterKey(facet: string, name: string): string {
  const bytes = new TextEncoder().encode(name);
  const text = btoa(String.fromCharCode(...bytes));
  return `${facet}.${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`.slice(0, LONGEST_KEY);
}

/** The filters among preferences, by name; those that cannot be read are left out. */
export function savedFilters(preferences: Preference[], facet?: string): SavedFilter[] {
  return preferences
    .flatMap(({ kind, key, shared, mayChange, value }) => {
      const { name, facet: own, state } = value as Partial<SavedFilter>;
      const isFilter = kind === "filter" && typeof name === "string" && typeof own === "string";
      if (!isFilter || typeof state !== "object" || (facet !== undefined && own !== facet)) return [];
      return [{ name, facet: own, state: listState(state), at: { kind, key, shared }, mayChange }];
    })
    .sort((a, b) => a.name.localeCompare(b.name) || Number(a.at.shared) - Number(b.at.shared));
}

/** Filters as older releases stored them in the browser, under a key for each facet; none where the entry cannot be parsed. */
export function oldFilters(text: string | null): Pick<SavedFilter, "name" | "state">[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each?.name === "string" && each.state) : [];
  } catch {
    return [];
  }
}
