// What stands below an element, as far as this user sees it: what a deletion takes along.
import type { Element } from "@/api/types.gen";

/** As many are looked for, and deleted, at once. */
export const MOST_BELOW = 300;

export interface Below {
  /** Those nearest to the element first. */
  elements: Element[];
  /** There are more than are listed. */
  isCut: boolean;
}

type Children = (facet: string, id: string) => Promise<Element[]>;

/** All that stands below an element, level by level. */
export async function below(facet: string, id: string, children: Children): Promise<Below> {
  const found: Element[] = [];
  const seen = new Set([id]);
  let level = [{ facetName: facet, id }];
  while (level.length > 0) {
    const next: Element[] = [];
    for (const each of level) {
      const fresh = (await children(each.facetName, each.id)).filter((child) => !seen.has(child.id));
      for (const child of fresh) seen.add(child.id);
      next.push(...fresh);
      if (found.length + next.length > MOST_BELOW)
        return { elements: [...found, ...next].slice(0, MOST_BELOW), isCut: true };
    }
    found.push(...next);
    level = next.filter((each) => (each.children?.length ?? 0) > 0);
  }
  return { elements: found, isCut: false };
}
