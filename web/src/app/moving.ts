// Moves what older releases stored in the browser to the service: once, when the page is opened.
import { useEffect, useRef } from "react";
import { useRemember } from "@/api/preferences";
import { filterKey, oldFilters } from "@/pages/list/saved";
import { usePerson } from "./person";
import { basepath } from "./place";

export function useOldFilters(): void {
  const { set } = useRemember();
  const begins = `facetstore-filters:${basepath}:${usePerson().id}:`;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const move = async (entry: string) => {
      const facet = entry.slice(begins.length);
      for (const { name, state } of oldFilters(localStorage.getItem(entry)))
        await set({ kind: "filter", key: filterKey(facet, name) }, { name, facet, state });
      // Only now: a move that was interrupted begins again when the page is opened the next time.
      localStorage.removeItem(entry);
    };
    const entries = Object.keys(localStorage).filter((each) => each.startsWith(begins));
    // What cannot be stored stays in the browser; there is nothing for the user to do about it.
    void Promise.all(entries.map((each) => move(each).catch(() => undefined)));
  }, [begins, set]);
}
