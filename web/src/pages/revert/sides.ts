// What was changed since, as the service reports it, and the answers to it.
import type { RelatedElement, ThreeSides } from "@/api/types.gen";
import type { Clash } from "../element/clashes";
import type { Value } from "../element/draft";

/** A conflict as people decide it, and the path to answer it by. */
export interface Asked {
  path: string;
  clash: Clash;
}

/** `facetOf` is the facet of a type. */
export function askedOf(conflicts: ThreeSides[], facetOf: (type: string) => string): Asked[] {
  return conflicts.map((each) => ({ path: each.path, clash: clashOf(each, facetOf) }));
}

/** The answers by path; `others` are the conflicts in which what is stored now stays. */
export function answersOf(asked: Asked[], others: Clash[]): Record<string, "restored" | "current"> {
  return Object.fromEntries(
    asked.map(({ path, clash }) => [path, others.includes(clash) ? ("current" as const) : ("restored" as const)]),
  );
}

function clashOf({ path, base, restored, current }: ThreeSides, facetOf: (type: string) => string): Clash {
  const words = path.split(".");
  const [original, mine, other] = [base, restored, current];
  if (Array.isArray(base)) {
    const [from, back, now] = [original, mine, other].map((side) => targetsOf(side, facetOf));
    return { key: words.at(-1) ?? path, culture: null, original: from ?? [], mine: back ?? [], other: now ?? [] };
  }
  // The last two words of a value are its attribute and its culture; what is no value has neither.
  const isValue = /^\d+$/.test(words.at(-1) ?? "");
  const [key, culture] = isValue ? [words.at(-2) ?? path, words.at(-1) ?? ""] : [words[0] ?? path, "127"];
  return { key, culture, original: shownValue(original), mine: shownValue(mine), other: shownValue(other) };
}

const targetsOf = (side: unknown, facetOf: (type: string) => string): RelatedElement[] =>
  (Array.isArray(side) ? side : []).map(({ id, type }: { id: string; type: string }) => ({
    facetName: facetOf(type),
    id,
    type,
  }));

/** A value; of a whole step its texts. */
function shownValue(side: unknown): Value {
  if (side === null || typeof side !== "object" || Array.isArray(side)) return side as Value;
  const { attributes = {} } = side as { attributes?: Record<string, Record<string, unknown>> };
  const texts = Object.values(attributes).flatMap((each) => Object.values(each));
  return texts.filter((each) => typeof each === "string").join(" · ");
}
