// The rows of a list, page by page as they come into sight: the scroll bar knows the whole list, the page holds what was seen.
import { keepPreviousData, type QueryClient, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import type { TypeCatalog } from "@/api/hooks";
import { at } from "@/api/past";
import { ask, ELEMENTS, listAt, type QueryOf } from "@/api/requests";
import type { Element } from "@/api/types.gen";
import { queryClient } from "@/app/query-client";
import type { Column } from "./columns";

export const PAGE = 100;
const LARGEST_PAGE = 1000;

export interface Wanted {
  facet: string;
  view: string;
  culture: number;
  filter: string;
  order?: string;
  columns: Column[];
}

function query(wanted: Wanted, types: TypeCatalog): QueryOf<typeof ELEMENTS> {
  const related = wanted.columns.filter((each) => each.kind === "related").map((each) => each.key);
  const own = [...types.labels(wanted.facet), ...wanted.columns.map((each) => each.key)];
  return {
    $culture: wanted.culture,
    $filter: wanted.filter || undefined,
    $orderby: wanted.order,
    $resources: related.length > 0 ? ["attributes", "related"] : ["attributes"],
    $select: [...new Set(own)],
  };
}

const page = (wanted: Wanted, types: TypeCatalog, number: number) =>
  queryOptions({
    queryKey: ["data", "list", wanted.facet, wanted.view, query(wanted, types), number],
    queryFn: async ({ signal, client }) => {
      const asked = { ...query(wanted, types), $page: number, $pageSize: PAGE, ...at(client) };
      const path = listAt(wanted.facet, wanted.view);
      return (await ask(ELEMENTS, { path, query: asked, signal })).data.elements;
    },
  });

/** How many rows there are, and how many by state and type. */
export function useTotal(wanted: Wanted) {
  const { facet, view, culture, filter } = wanted;
  return useQuery({
    queryKey: ["data", "list-total", facet, view, culture, filter],
    queryFn: async ({ signal, client }) => {
      const asked: QueryOf<typeof ELEMENTS> = {
        ...at(client),
        $count: true,
        $pageSize: 1,
        $filter: filter || undefined,
        $culture: culture,
        $facetCounts: ["state", "type"],
        $resources: ["displayNames"],
      };
      const { data, total } = await ask(ELEMENTS, { path: listAt(facet, view), query: asked, signal });
      return { total: total ?? data.count, counts: data.facetCounts ?? {} };
    },
    placeholderData: keepPreviousData,
  });
}

/** The rows between two numbers, as far as they are there. */
export function useRows(
  wanted: Wanted,
  types: TypeCatalog,
  from: number,
  to: number,
): { row: (index: number) => Element | undefined; failed?: { error: unknown; again: () => void } } {
  const first = Math.floor(from / PAGE);
  const last = Math.floor(Math.max(from, to) / PAGE);
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pages = useQueries({ queries: numbers.map((number) => page(wanted, types, number + 1)) });
  const bad = pages.find((each) => each.error !== null && each.data === undefined);
  return {
    row: (index) => pages[Math.floor(index / PAGE) - first]?.data?.[index % PAGE],
    failed: bad && { error: bad.error, again: () => void bad.refetch() },
  };
}

/** The rows between two numbers, whether they were in sight or not. */
export async function rowsBetween(wanted: Wanted, types: TypeCatalog, from: number, to: number): Promise<Element[]> {
  const first = Math.floor(from / PAGE);
  const numbers = Array.from({ length: Math.floor(to / PAGE) - first + 1 }, (_, index) => first + index);
  const pages = await Promise.all(
    numbers.map((number) => queryClient.ensureQueryData(page(wanted, types, number + 1))),
  );
  return pages.flat().slice(from - first * PAGE, to - first * PAGE + 1);
}

/** Every row, for a download. */
export async function* allRows(wanted: Wanted, types: TypeCatalog, client: QueryClient): AsyncGenerator<Element[]> {
  for (let number = 1; ; number += 1) {
    const asked = { ...query(wanted, types), $page: number, $pageSize: LARGEST_PAGE, ...at(client) };
    const { data } = await ask(ELEMENTS, { path: listAt(wanted.facet, wanted.view), query: asked });
    yield data.elements;
    if (data.elements.length < LARGEST_PAGE) return;
  }
}
