// Conflicts: values that both users changed, and differently. Everything else merges by itself.
import type { Element, RelatedElement } from "@/api/types.gen";
import { type Draft, isSame, sameTargets, storedValue, type Value } from "./draft";

/** A value that was changed by both. `original` is what the draft began with. */
export type Clash =
  | { key: string; culture: string; original: Value; other: Value; mine: Value }
  | { key: string; culture: null; original: RelatedElement[]; other: RelatedElement[]; mine: RelatedElement[] };

/** The conflicts of a draft that began with the values of `base` with what is stored now. */
export function clashes(base: Draft, now: Element, draft: Draft): Clash[] {
  const found: Clash[] = [];
  for (const [key, cultures] of Object.entries(draft.attributes)) {
    for (const [culture, mine] of Object.entries(cultures)) {
      const original = base.attributes[key]?.[culture] ?? null;
      const other = storedValue(now, key, culture);
      if (!isSame(original, other) && !isSame(other, mine)) found.push({ key, culture, original, other, mine });
    }
  }
  for (const [key, mine] of Object.entries(draft.related)) {
    const original = base.related[key] ?? [];
    const other = now.related?.[key] ?? [];
    if (!sameTargets(original, other) && !sameTargets(other, mine)) {
      found.push({ key, culture: null, original, other, mine });
    }
  }
  return found;
}
