// The facets of the storage: those that hold diagrams first, then by name.
import { useSuspenseQuery } from "@tanstack/react-query";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Facet } from "@/api/types.gen";
import { useWords } from "./preferences";

export interface CountedFacet extends Facet {
  label: string;
  count: number;
  hasDiagrams: boolean;
}

/** What a facet is called. */
export function useFacetLabel(facet: string): string {
  const { data } = useSuspenseQuery(queries.facets);
  const words = useWords();
  return inCulture(data.find((each) => each.name === facet)?.displayNames, words) ?? facet;
}

export function useFacets(): CountedFacet[] {
  const { data: facets } = useSuspenseQuery(queries.facets);
  const { data: counts } = useSuspenseQuery(queries.stats(["facet"]));
  const types = useTypes();
  const words = useWords();
  const number = new Map(counts.map((each) => [each.facet, each.count]));
  return facets
    .map((each) => ({
      ...each,
      label: inCulture(each.displayNames, words) ?? each.name,
      count: number.get(each.name) ?? 0,
      hasDiagrams: types.of(each.name).some((type) => type.hasDiagram),
    }))
    .sort((a, b) => Number(b.hasDiagrams) - Number(a.hasDiagrams) || a.label.localeCompare(b.label));
}
