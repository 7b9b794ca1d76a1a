import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import * as queries from "@/api/queries";
import type { Lead } from "@/parts/LeadsTo";

/** The lists of what is not translated into a culture: of one facet, or of each that has such elements. */
export function useMissingLeads(facet?: string): (culture: number) => Lead[] {
  const { data } = useQuery(queries.stats(["facet", "missingCulture"], facet));
  return useCallback(
    (culture) =>
      (data ?? [])
        .filter((each) => each.missingCulture === culture)
        .map(({ facet: name = "", count }) => ({ facet: name, count, search: { missing: culture } })),
    [data],
  );
}
