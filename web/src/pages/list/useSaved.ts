// The saved filters of a facet, and what can be done with them.
import { usePreferences, useRemember } from "@/api/preferences";
import { useNotify } from "@/pages/tree/actions";
import { filterKey, type ListState, type SavedFilter, savedFilters } from "./saved";

export function useSavedFilters(facet: string) {
  const { set, forget } = useRemember();
  const notify = useNotify();
  const attempt = (work: Promise<void>) =>
    work.then(
      () => true,
      (error) => {
        notify.failed(error);
        return false;
      },
    );
  return {
    saved: savedFilters(usePreferences("filter"), facet),
    /** Whether it was stored. */
    save: (name: string, state: ListState) =>
      attempt(set({ kind: "filter", key: filterKey(facet, name) }, { name, facet, state })),
    forget: (filter: SavedFilter) => attempt(forget(filter.at)),
    /** Gives a filter to all users, or takes it back for this one. What is there already is deleted last, so that none is lost. */
    share: ({ name, state, at }: SavedFilter) =>
      attempt(set({ ...at, shared: !at.shared }, { name, facet, state }).then(() => forget(at))),
  };
}
