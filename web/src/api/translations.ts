// What is translated, and what is not: counts, elements to translate, and the texts of one of them.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ELEMENT, elementAt, type QueryOf, read, write } from "./requests";

/** How many elements the list of a workbench holds at first, and takes with each step. */
const STEP = 100;

/** Of one facet, or of all. */
const translations = (facet: string | undefined, query: QueryOf<"/rest/translations">, signal: AbortSignal) =>
  facet === undefined
    ? read("/rest/translations", { query, signal })
    : read("/rest/facets/{facetId}/translations", { path: { facetId: facet }, query, signal });

export const translationCounts = (facet?: string) =>
  queryOptions({
    queryKey: ["data", "translations", facet],
    queryFn: ({ signal }) => translations(facet, {}, signal),
    placeholderData: keepPreviousData,
  });

/** The elements with texts of a culture to translate, by name, page after page. */
export const toTranslate = (culture: number, facet?: string) =>
  infiniteQueryOptions({
    queryKey: ["data", "translations", facet, culture],
    queryFn: async ({ signal, pageParam }) => {
      const found = await translations(facet, { culture, $pageSize: STEP, $page: pageParam }, signal);
      return { total: found.total ?? 0, elements: found.elements ?? [] };
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, number) => (last.elements.length < STEP ? undefined : number + 1),
  });

export const translationsOf = (facet: string, id: string) =>
  queryOptions({
    queryKey: ["data", "element-translations", facet, id],
    queryFn: ({ signal }) => read(`${ELEMENT}/translations`, { path: elementAt(facet, "detail", id), signal }),
  });

/** Says that texts are still right, although their source was changed. */
export async function confirmTranslations(
  of: { facet: string; id: string; match: string | null },
  culture: number,
  attributes: string[],
): Promise<void> {
  const path = elementAt(of.facet, "detail", of.id);
  await write("post", `${ELEMENT}/translations/confirm`, { path, body: { culture, attributes }, match: of.match });
}
