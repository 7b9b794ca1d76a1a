// What is translated, and what is not: counts, elements to translate, and the texts of one of them.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { elementPath, read, write } from "./client";
import type { ElementTranslations, Translations } from "./types.gen";

/** How many elements the list of a workbench holds at most; what is done leaves it, and others follow. */
export const MOST_LISTED = 100;

const pathOf = (facet?: string) =>
  facet === undefined ? "rest/translations" : `rest/facets/${encodeURIComponent(facet)}/translations`;

export const translationCounts = (facet?: string) =>
  queryOptions({
    queryKey: ["data", "translations", facet],
    queryFn: ({ signal }) => read<Translations>(pathOf(facet), {}, signal),
    placeholderData: keepPreviousData,
  });

/** The elements with texts of a culture to translate, by name. */
export const toTranslate = (culture: number, facet?: string) =>
  queryOptions({
    queryKey: ["data", "translations", facet, culture],
    queryFn: async ({ signal }) => {
      const found = await read<Translations>(pathOf(facet), { culture, $pageSize: MOST_LISTED }, signal);
      return { total: found.total ?? 0, elements: found.elements ?? [] };
    },
  });

export const translationsOf = (facet: string, id: string) =>
  queryOptions({
    queryKey: ["data", "element-translations", facet, id],
    queryFn: ({ signal }) => read<ElementTranslations>(elementPath(facet, "detail", id, "translations"), {}, signal),
  });

/** Says that texts are still right, although their source was changed. */
export async function confirmTranslations(
  of: { facet: string; id: string; match: string | null },
  culture: number,
  attributes: string[],
): Promise<void> {
  const path = elementPath(of.facet, "detail", of.id, "translations/confirm");
  await write(path, { body: { culture, attributes }, match: of.match });
}
