import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Lead } from "@/parts/LeadsTo";
import { missingFilter } from "@/parts/missing";

/** The lists of what is not translated into a culture: of one facet, or of each that has such elements. */
export function useMissingLeads(facet?: string): (culture: number) => Lead[] {
  const types = useTypes();
  const { data } = useQuery(queries.stats("facet,missingCulture", facet));
  return useCallback(
    (culture) =>
      (data ?? [])
        .filter((each) => each.missingCulture === culture)
        .map(({ facet: name = "", count }) => ({
          facet: name,
          count,
          search: { filter: missingFilter(types.of(name), culture) },
        })),
    [types, data],
  );
}
