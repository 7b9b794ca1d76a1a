// The way from one element to translate to the next.

export interface TranslationsSearch {
  /** The culture to translate into. */
  target?: number | string;
  /** Only elements of this facet. */
  facet?: string;
  /** The element that is open, and its facet. */
  id?: string;
  of?: string;
}

/** The one after this; after the last comes the first. Undefined: there is no other. */
export function afterThis<T extends { id: string }>(elements: readonly T[], id: string): T | undefined {
  const here = elements.findIndex((each) => each.id === id);
  const found = elements[here + 1] ?? elements[0];
  return found?.id === id ? undefined : found;
}
