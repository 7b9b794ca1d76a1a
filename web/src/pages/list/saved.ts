// Filters a person gave a name. They are stored in the browser, for each person, storage and facet: see decision 0044.
import { useState } from "react";
import { usePerson } from "@/app/person";
import { basepath } from "@/app/place";
import type { ViewSearch } from "@/app/view-search";

/** What of an address makes up a list. */
const LIST_PARAMETERS = ["filter", "states", "types", "order", "columns"] as const;

export type ListState = Pick<ViewSearch, (typeof LIST_PARAMETERS)[number]>;

export interface SavedFilter {
  name: string;
  state: ListState;
}

export function listState(search: ViewSearch): ListState {
  return Object.fromEntries(LIST_PARAMETERS.map((key) => [key, search[key]]));
}

export function useSavedFilters(facet: string) {
  const key = `facetstore-filters:${basepath}:${usePerson().id}:${facet}`;
  const [saved, setSaved] = useState(() => read(key));
  const store = (next: SavedFilter[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setSaved(next);
  };
  return {
    saved,
    save: (name: string, state: ListState) =>
      store(
        [...saved.filter((each) => each.name !== name), { name, state }].sort((a, b) => a.name.localeCompare(b.name)),
      ),
    forget: (name: string) => store(saved.filter((each) => each.name !== name)),
  };
}

/** The stored filters; none where the entry cannot be parsed. */
function read(key: string): SavedFilter[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each?.name === "string" && each.state) : [];
  } catch {
    return [];
  }
}
