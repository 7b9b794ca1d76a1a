// The elements that are close to a user: favourites, those viewed last, and drafts.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { labelOf, type TypeCatalog, useTypes } from "@/api/hooks";
import { preferences, usePreferences, useRemember } from "@/api/preferences";
import { stats } from "@/api/queries";
import { ELEMENTS, listAt, read } from "@/api/requests";
import type { Element, Preference, PreferredElement } from "@/api/types.gen";
import { useNotify } from "@/pages/tree/notify";
import { usePerson } from "./person";
import { useCulture } from "./preferences";

/** A look that is shorter than this is not remembered: who walks through a tree with the keys does not view each element. */
const VIEWED_MS = 2_000;
const DRAFTS = 8;

const elementsOf = (preferences: Preference[]): PreferredElement[] =>
  preferences.flatMap(({ element }) => (element ? [element] : []));

/** The favourites of this user, the latest first. */
export const useFavourites = (): PreferredElement[] => elementsOf(usePreferences("favourite"));

/** The elements that this user viewed last, the latest first. */
export const useRecentlyViewed = (): PreferredElement[] => elementsOf(usePreferences("recent"));

/** What a preference shows of an element until the list of preferences is read again. */
function usePreferred(): (element: Element) => PreferredElement {
  const types = useTypes();
  const culture = useCulture();
  return (element) => ({
    facetName: element.facetName,
    id: element.id,
    type: element.type,
    name: { [culture]: labelOf(types, element, culture) },
  });
}

/** Whether an element is a favourite, and what changes that. */
export function useFavourite(element: Element): [boolean, () => void] {
  const isFavourite = useFavourites().some((each) => each.id === element.id);
  const preferred = usePreferred();
  const { set, forget } = useRemember();
  const notify = useNotify();
  const at = { kind: "favourite", key: element.id } as const;
  const toggle = () => void (isFavourite ? forget(at) : set(at, {}, preferred(element))).catch(notify.failed);
  return [isFavourite, toggle];
}

/** Remembers that this user viewed an element; undefined: there is nothing to remember. */
export function useViewed(element: Element | undefined): void {
  const preferred = usePreferred();
  const client = useQueryClient();
  const { set } = useRemember();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each element that is shown
  useEffect(() => {
    if (element === undefined) return;
    const waiting = setTimeout(async () => {
      // What is known by then decides: the list may not have been there when the element was opened.
      const known = await client.ensureQueryData(preferences).catch(() => []);
      if (known.find((each) => each.kind === "recent")?.key === element.id) return;
      // It is no work of the user: a failure is nothing to report.
      set({ kind: "recent", key: element.id }, {}, preferred(element)).catch(() => undefined);
    }, VIEWED_MS);
    return () => clearTimeout(waiting);
  }, [element?.id]);
}

/** The facets in which there can be drafts, each with the states of drafts. */
function draftStates(types: TypeCatalog, facets: string[]): [string, string[]][] {
  return facets.flatMap((facet) => {
    const states = types
      .of(facet)
      .filter((type) => type.isVersioned)
      .flatMap(({ states }) =>
        states.slice(
          0,
          Math.max(
            0,
            states.findIndex((each) => each.isReleased),
          ),
        ),
      )
      .map((state) => state.key);
    return states.length > 0 ? [[facet, [...new Set(states)]] as [string, string[]]] : [];
  });
}

/** The drafts that this user created or changed last, the latest first; those that were sent on are among them. */
export function useMyDrafts(facets: string[], wanted = true) {
  const types = useTypes();
  const { id } = usePerson();
  const { createdBy, changedBy, changedOn } = types.roles;
  return useQuery({
    queryKey: ["data", "my-drafts", id, facets],
    queryFn: async ({ client }) => {
      const counts = await client.fetchQuery(stats(["facet", "state"]));
      const mine = [createdBy, changedBy].filter(Boolean).map((each) => `${each}/id -eq '${id}'`);
      const lists = draftStates(types, facets)
        .filter(([facet, states]) => counts.some((each) => each.facet === facet && states.includes(each.state ?? "")))
        .map(([facet, states]) =>
          read(ELEMENTS, {
            path: listAt(facet, "list"),
            query: {
              $filter: `state -in (${states.map((each) => `'${each}'`).join(",")}) AND (${mine.join(" OR ")})`,
              $orderby: `${changedOn} desc`,
              $pageSize: DRAFTS,
              $select: [...types.labels(facet), changedOn],
              $resources: ["attributes"],
            },
          }),
        );
      const found = (await Promise.all(lists)).flatMap((each) => each.elements);
      const changed = (each: Element) => String(each.attributes?.[changedOn]?.[127] ?? "");
      return found.sort((a, b) => changed(b).localeCompare(changed(a))).slice(0, DRAFTS);
    },
    enabled: wanted && createdBy !== undefined && changedBy !== undefined,
  });
}
