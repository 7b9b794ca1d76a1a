// Which elements of a list are chosen. They stay chosen while the filter changes, so that a choice can be put together.
import { useCallback, useMemo, useRef, useState } from "react";
import type { Element } from "@/api/types.gen";

/** As many as one request changes: all of them, or none. */
export const MOST = 1000;

export type Chosen = Pick<Element, "id" | "type" | "state" | "attributes">;

export interface Selection {
  chosen: ReadonlyMap<string, Chosen>;
  /** Chooses an element or no longer does; with a range, so it does all that stand between it and the one before. */
  toggle: (element: Chosen, index: number, isRange: boolean) => Promise<void>;
  set: (elements: Chosen[]) => void;
}

/** `between` returns the elements between two rows, first and last included. */
export function useSelection(between: (from: number, to: number) => Promise<Chosen[]>): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const latest = useRef({ between, chosen, last: 0 });
  latest.current.between = between;
  latest.current.chosen = chosen;
  const toggle = useCallback(async (element: Chosen, index: number, isRange: boolean) => {
    const now = latest.current;
    const isAdded = !now.chosen.has(element.id);
    const [from, to] = [Math.min(now.last, index), Math.max(now.last, index)];
    now.last = index;
    const meant = isRange ? await now.between(from, Math.min(to, from + MOST - 1)) : [element];
    setChosen((before) => {
      const next = new Map(before);
      for (const each of meant) {
        if (!isAdded) next.delete(each.id);
        else if (next.size < MOST) next.set(each.id, each);
      }
      return next;
    });
  }, []);
  const set = useCallback((elements: Chosen[]) => {
    setChosen(new Map(elements.slice(0, MOST).map((each) => [each.id, each])));
  }, []);
  return useMemo(() => ({ chosen, toggle, set }), [chosen, toggle, set]);
}
