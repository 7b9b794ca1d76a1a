// The draft of an element: what its form shows, and what stays when the form goes.
import { useEffect } from "react";
import type { Element } from "@/api/types.gen";
import { type KeptDraft, useKept } from "@/drafts/useKept";
import { type Draft, NOTHING } from "./draft";
import { edited, type KeptElement, pruned } from "./kept";

export interface ElementDraft {
  draft: Draft;
  kept: KeptDraft<KeptElement>;
  edit: (change: (draft: Draft) => Draft) => void;
}

/** Every version of an element has the same draft: what was typed into one that was released meanwhile goes into the next. */
export function useDraft(element: Element): ElementDraft {
  const kept = useKept<KeptElement>(`element/${element.id}`);
  const { now, set } = kept;
  const edit = (change: (draft: Draft) => Draft) => set(edited(now(), element, change(now()?.draft ?? NOTHING)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is stored changes, or a draft was found
  useEffect(() => {
    const before = now();
    const after = before && pruned(before, element);
    if (after !== before) set(after);
  }, [element, kept.restoredAt]);
  return { draft: kept.value?.draft ?? NOTHING, kept, edit };
}
