// The roles and units that answer for steps and that this user fills.
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTypes } from "@/api/hooks";
import { filledBy } from "@/api/reading";
import { usePerson } from "@/app/person";
import type { Line } from "./steps";

export function useFilled(lines: readonly Line[]): ReadonlySet<string> {
  const { id } = usePerson();
  const types = useTypes();
  const facets = useMemo(() => {
    const named = lines.flatMap((each) => each.responsibilities ?? []);
    return [...new Set(named.map((each) => types.facetOf(each.type)))].filter((each) => each !== "");
  }, [lines, types]);
  const found = useQueries({ queries: facets.map((facet) => filledBy(facet, id, types.roles.holders)) });
  const ids = found.flatMap((each) => each.data ?? []).join(" ");
  return useMemo(() => new Set(ids === "" ? [] : ids.split(" ")), [ids]);
}
