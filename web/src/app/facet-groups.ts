// The groups in which the menu shows facets. Which there are, the service says; which are folded, the user.
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { CountedFacet } from "./facets";
import { usePerson } from "./person";
import { basepath } from "./place";
import { useWords } from "./preferences";

interface FacetGroup {
  key: string;
  label: string;
  facets: CountedFacet[];
}

const OTHERS = "others";

/** Facets by group, in the order of the service; those of no group come last. */
export function useGroups(facets: CountedFacet[]): FacetGroup[] {
  const { t } = useTranslation();
  const words = useWords();
  const { facetGroups } = useSuspenseQuery(queries.types).data;
  const grouped = new Set(facetGroups.flatMap((each) => each.facets));
  const groups = facetGroups.map(({ key, displayNames, facets: names }) => ({
    key,
    label: inCulture(displayNames, words) ?? key,
    facets: facets.filter((each) => names.includes(each.name)),
  }));
  const others = facets.filter((each) => !grouped.has(each.name));
  return [...groups, { key: OTHERS, label: t("otherFacets"), facets: others }].filter((each) => each.facets.length > 0);
}

/** The groups that a user folded, remembered in this browser for each storage and person. */
export function useFolded() {
  const key = `facetstore-folded:${basepath}:${usePerson().id}`;
  const [folded, setFolded] = useState(() => read(key));
  return {
    isFolded: (group: string) => folded.includes(group),
    toggle: (group: string) => {
      const next = folded.includes(group) ? folded.filter((each) => each !== group) : [...folded, group];
      localStorage.setItem(key, JSON.stringify(next));
      setFolded(next);
    },
  };
}

/** None where the entry cannot be parsed. */
function read(key: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
