// The queries of the page, by key. Everything below "data" is fetched again when the storage has a new revision.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Difference } from "@/pages/compare/difference";
import { ApiError, ask, elementPath, read } from "./client";
import type {
  ContentElement,
  ContentElements,
  Diagrams,
  Differences,
  Element,
  ElementInfos,
  Elements,
  ElementTypes,
  Facets,
  Files,
  History,
  Revision,
  SearchHits,
  Session,
  Stats,
  StorageInfo,
  Tasks,
  Transitions,
  TypeSummaries,
  Usages,
  Versions,
  Views,
} from "./types.gen";

/** How many entries a list that goes on holds at first, and takes with each step. */
export const STEP = 50;

/** The number of the next page, where there is one: a page that is not full is the last. */
const nextPage = (last: number, number: number): number | undefined => (last < STEP ? undefined : number + 1);

/** How often the page asks whether anything changed. */
export const POLL_MS = 10_000;

const DATA = "data";

export const isData = (key: readonly unknown[]): boolean => key[0] === DATA;

export const session = queryOptions({
  queryKey: ["session"],
  queryFn: () => read<Session>("rest/session"),
  staleTime: Number.POSITIVE_INFINITY,
});

export const revision = queryOptions({
  queryKey: ["revision"],
  queryFn: async ({ signal }) => (await read<Revision>("rest/revision", {}, signal)).revision,
  refetchInterval: POLL_MS,
  staleTime: 0,
});

export const storageInfo = queryOptions({
  queryKey: [DATA, "info"],
  queryFn: () => read<StorageInfo>("rest/info"),
});

export const facets = queryOptions({
  queryKey: [DATA, "facets"],
  queryFn: async () => (await read<Facets>("rest/facets")).values,
});

export const types = queryOptions({
  queryKey: [DATA, "types"],
  queryFn: () => read<TypeSummaries>("rest/types"),
});

export const views = (facet: string) =>
  queryOptions({
    queryKey: [DATA, "views", facet],
    queryFn: async () => (await read<Views>(`rest/facets/${encodeURIComponent(facet)}/views`)).values,
  });

export const config = (facet: string, view: string) =>
  queryOptions({
    queryKey: [DATA, "config", facet, view],
    queryFn: async () =>
      (await read<ElementTypes>(`rest/facets/${encodeURIComponent(facet)}/views/${encodeURIComponent(view)}/config`))
        .values,
  });

export const roots = (facet: string, view: string) =>
  queryOptions({
    queryKey: [DATA, "roots", facet, view],
    queryFn: async () =>
      (await read<Elements>(elementPath(facet, view), { $resources: "attributes,children" })).elements,
  });

export const children = (facet: string, view: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "children", facet, view, id],
    queryFn: async () =>
      (await read<Elements>(elementPath(facet, view, id, "children"), { $resources: "attributes,children" })).elements,
  });

export const element = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "element", facet, id],
    queryFn: async () => {
      const answer = await ask<Elements>(elementPath(facet, "detail", id), {
        query: { $resources: "attributes,related,children,content,displayNames,rootPath" },
      });
      const [found] = answer.data.elements;
      if (found === undefined) throw new ApiError(404, null);
      return { element: found, etag: answer.etag };
    },
  });

export const elementInfo = (facet: string, view: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "element-info", facet, view, id],
    queryFn: async () => (await read<ElementInfos>(elementPath(facet, view, id, "info"))).values[0] ?? null,
  });

export const usages = (facet: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [DATA, "usages", facet, id],
    queryFn: ({ pageParam, signal }) =>
      read<Usages>(elementPath(facet, "detail", id, "usages"), { $pageSize: STEP, $page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _, number) => nextPage(last.count, number),
  });

/** The latest entries of the history of an element. */
export const history = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "history", facet, id],
    queryFn: async () => (await read<History>(elementPath(facet, "detail", id, "history"), { $pageSize: 100 })).values,
  });

/** All of them, page after page. */
export const wholeHistory = (facet: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [DATA, "whole-history", facet, id],
    queryFn: async ({ pageParam, signal }) => {
      const query = { $pageSize: STEP, $page: pageParam };
      return (await read<History>(elementPath(facet, "detail", id, "history"), query, signal)).values;
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, number) => nextPage(last.length, number),
  });

export const versions = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "versions", facet, id],
    queryFn: async () =>
      (await read<Versions>(elementPath(facet, "detail", id, "versions"), { $resources: "attributes,related" }))
        .elements,
  });

/** The files of the version that is shown. The key has the id of the element, too: nothing is asked of one that was deleted. */
export const files = (facet: string, { id, versionId = id }: Pick<Element, "id" | "versionId">) =>
  queryOptions({
    queryKey: [DATA, "files", facet, id, versionId],
    queryFn: async () => (await read<Files>(elementPath(facet, "detail", versionId, "files"))).values,
  });

export type ContentList = ContentElement[];

export const content = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "content", facet, id],
    queryFn: async (): Promise<{ elements: ContentList; etag: string | null }> => {
      const { data, etag } = await ask<ContentElements>(elementPath(facet, "diagram", id, "content"));
      return { elements: data.elements, etag };
    },
  });

/** Where the address of a drawing is; with `format` it says of which kind. */
export const drawingPath = (id: string, culture: number, layout: string) =>
  `rest/diagram/${id}/render/${culture}/${encodeURIComponent(layout)}`;

export const drawing = (id: string, culture: number, layout: string) =>
  queryOptions({
    queryKey: [DATA, "drawing", id, culture, layout],
    queryFn: async () => (await read<Diagrams>(drawingPath(id, culture, layout), { format: "json" })).values[0] ?? null,
    placeholderData: keepPreviousData,
  });

export const transitions = (id: string) =>
  queryOptions({
    queryKey: [DATA, "transitions", id],
    queryFn: async () => (await read<Transitions>(`rest/release/${id}/transitions`, { explain: true })).values,
  });

export const tasks = queryOptions({
  queryKey: [DATA, "tasks"],
  queryFn: async () => (await read<Tasks>("rest/tasks", { $pageSize: 200 })).values,
});

/** All tasks about an element or a version, of all users. */
export const tasksAbout = (id: string) =>
  queryOptions({
    queryKey: [DATA, "tasks-about", id],
    queryFn: async () => (await read<Tasks>("rest/tasks", { element: id, state: "all", $pageSize: 200 })).values,
  });

/** What was decided last comes first. */
export const decidedTasks = infiniteQueryOptions({
  queryKey: [DATA, "decided-tasks"],
  queryFn: async ({ pageParam, signal }) => {
    const query = { state: "accepted,declined", order: "newest", $pageSize: STEP, $page: pageParam };
    return (await read<Tasks>("rest/tasks", query, signal)).values;
  },
  initialPageParam: 1,
  getNextPageParam: (last, _, number) => nextPage(last.length, number),
});

export const difference = (facet: string, id: string, from: string, to: string) =>
  queryOptions({
    queryKey: [DATA, "difference", facet, id, from, to],
    queryFn: async () => {
      const { values } = await read<Differences>(elementPath(facet, "detail", id, "diff"), { from, to });
      return (values[0]?.difference ?? {}) as Difference;
    },
  });

export const search = (q: string, culture: number, limit = 20, facet?: string) =>
  queryOptions({
    queryKey: [DATA, "search", q, culture, limit, facet],
    queryFn: ({ signal }) => read<SearchHits>("rest/search", { q, culture, $pageSize: limit, facets: facet }, signal),
    enabled: q.trim().length > 0,
    placeholderData: keepPreviousData,
  });

/** The same, page after page, as far as the service ranks hits. */
export const allHits = (q: string, culture: number, facet?: string) =>
  infiniteQueryOptions({
    queryKey: [DATA, "all-hits", q, culture, facet],
    queryFn: ({ pageParam, signal }) => {
      const query = { q, culture, facets: facet, $pageSize: STEP, $page: pageParam };
      return read<SearchHits>("rest/search", query, signal);
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, number) => nextPage(last.count, number),
    enabled: q.trim().length > 0,
    placeholderData: keepPreviousData,
  });

export const stats = (by: string, facet?: string) =>
  queryOptions({
    queryKey: [DATA, "stats", by, facet],
    queryFn: async () => (await read<Stats>("rest/stats", { by, facets: facet })).values,
  });
