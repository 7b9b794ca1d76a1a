// The queries of the page, by key. Everything below "data" is fetched again when the storage has a new revision.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "./client";
import { addressOf, ask, ELEMENT, ELEMENTS, elementAt, listAt, type QueryOf, read } from "./requests";
import type { ContentElement, Element } from "./types.gen";

const WITH_CHILDREN: Pick<QueryOf<typeof ELEMENTS>, "$resources"> = { $resources: ["attributes", "children"] };

export type StatsField = QueryOf<"/rest/stats">["by"][number];

/** These facets, or all of them. */
const only = (facets: string | readonly string[] | undefined) => (facets === undefined ? undefined : [facets].flat());

/** How many entries a list that goes on holds at first, and takes with each step. */
export const STEP = 50;
/** The size of the pages of lists that are read as a whole. */
const WHOLE = 200;
/** How many open tasks are counted; where there are more, their number has a plus. */
export const FIRST_TASKS = 200;

/** The number of the next page, where there is one: a page that is not full is the last. */
const nextPage = (last: number, number: number): number | undefined => (last < STEP ? undefined : number + 1);

/** How often the page asks whether anything changed. */
export const POLL_MS = 10_000;

const DATA = "data";

export const isData = (key: readonly unknown[]): boolean => key[0] === DATA;

export const session = queryOptions({
  queryKey: ["session"],
  queryFn: () => read("/rest/session"),
  staleTime: Number.POSITIVE_INFINITY,
});

export const revision = queryOptions({
  queryKey: ["revision"],
  queryFn: async ({ signal }) => (await read("/rest/revision", { signal })).revision,
  refetchInterval: POLL_MS,
  staleTime: 0,
});

export const storageInfo = queryOptions({
  queryKey: [DATA, "info"],
  queryFn: () => read("/rest/info"),
});

export const facets = queryOptions({
  queryKey: [DATA, "facets"],
  queryFn: async () => (await read("/rest/facets")).values,
});

export const types = queryOptions({
  queryKey: [DATA, "types"],
  queryFn: () => read("/rest/types"),
});

export const views = (facet: string) =>
  queryOptions({
    queryKey: [DATA, "views", facet],
    queryFn: async () => (await read("/rest/facets/{facetId}/views", { path: { facetId: facet } })).values,
  });

export const config = (facet: string, view: string) =>
  queryOptions({
    queryKey: [DATA, "config", facet, view],
    queryFn: async () =>
      (await read("/rest/facets/{facetId}/views/{viewId}/config", { path: listAt(facet, view) })).values,
  });

export const roots = (facet: string, view: string) =>
  queryOptions({
    queryKey: [DATA, "roots", facet, view],
    queryFn: async () => (await read(ELEMENTS, { path: listAt(facet, view), query: WITH_CHILDREN })).elements,
  });

export const children = (facet: string, view: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "children", facet, view, id],
    queryFn: async () =>
      (await read(`${ELEMENT}/children`, { path: elementAt(facet, view, id), query: WITH_CHILDREN })).elements,
  });

export const element = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "element", facet, id],
    queryFn: async () => {
      const answer = await ask(ELEMENT, {
        path: elementAt(facet, "detail", id),
        query: { $resources: ["attributes", "related", "children", "content", "displayNames", "rootPath"] },
      });
      const [found] = answer.data.elements;
      if (found === undefined) throw new ApiError(404, null);
      return { element: found, etag: answer.etag };
    },
  });

export const elementInfo = (facet: string, view: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "element-info", facet, view, id],
    queryFn: async () => (await read(`${ELEMENT}/info`, { path: elementAt(facet, view, id) })).values[0] ?? null,
  });

export const usages = (facet: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [DATA, "usages", facet, id],
    queryFn: ({ pageParam, signal }) =>
      read(`${ELEMENT}/usages`, {
        path: elementAt(facet, "detail", id),
        query: { $pageSize: STEP, $page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _, number) => nextPage(last.count, number),
  });

/** All entries of a list that is needed as a whole, page after page. */
async function readAll<T>(readPage: (page: number) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page += 1) {
    const values = await readPage(page);
    found.push(...values);
    if (values.length < WHOLE) return found;
  }
}

/** The whole history of an element at once, for what follows from all of it. */
export const history = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "history", facet, id],
    queryFn: () => {
      const path = elementAt(facet, "detail", id);
      return readAll(
        async ($page) => (await read(`${ELEMENT}/history`, { path, query: { $pageSize: WHOLE, $page } })).values,
      );
    },
  });

/** All of them, page after page. */
export const wholeHistory = (facet: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [DATA, "whole-history", facet, id],
    queryFn: async ({ pageParam, signal }) => {
      const query = { $pageSize: STEP, $page: pageParam };
      return (await read(`${ELEMENT}/history`, { path: elementAt(facet, "detail", id), query, signal })).values;
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, number) => nextPage(last.length, number),
  });

export const versions = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "versions", facet, id],
    queryFn: async () => {
      const path = elementAt(facet, "detail", id);
      return (await read(`${ELEMENT}/versions`, { path, query: { $resources: ["attributes", "related"] } })).elements;
    },
  });

/** The files of the version that is shown. The key has the id of the element, too: nothing is asked of one that was deleted. */
export const files = (facet: string, { id, versionId = id }: Pick<Element, "id" | "versionId">) =>
  queryOptions({
    queryKey: [DATA, "files", facet, id, versionId],
    queryFn: async () => (await read(`${ELEMENT}/files`, { path: elementAt(facet, "detail", versionId) })).values,
  });

export type ContentList = ContentElement[];

export const content = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "content", facet, id],
    queryFn: async (): Promise<{ elements: ContentList; etag: string | null }> => {
      const { data, etag } = await ask(`${ELEMENT}/content`, { path: elementAt(facet, "diagram", id) });
      return { elements: data.elements, etag };
    },
  });

const DRAWING = "/rest/diagram/{elementId}/render/{cultureId}/{layoutKey}";
const drawingAt = (elementId: string, culture: number, layoutKey: string) => ({
  elementId,
  cultureId: String(culture),
  layoutKey,
});

/** The address of a drawing as a picture. */
export const pictureOf = (id: string, culture: number, layout: string): string =>
  addressOf("get", DRAWING, { path: drawingAt(id, culture, layout), query: { format: "svg" } });

export const drawing = (id: string, culture: number, layout: string) =>
  queryOptions({
    queryKey: [DATA, "drawing", id, culture, layout],
    queryFn: async () =>
      (await read(DRAWING, { path: drawingAt(id, culture, layout), query: { format: "json" } })).values[0] ?? null,
    placeholderData: keepPreviousData,
  });

/** The steps that the release of a version offers, with what blocks them. */
export const steps = async (id: string) =>
  (await read("/rest/release/{elementId}/transitions", { path: { elementId: id }, query: { explain: true } })).values;

export const transitions = (id: string) =>
  queryOptions({
    queryKey: [DATA, "transitions", id],
    queryFn: () => steps(id),
  });

/** The first open tasks of this user: as many as are counted beside the sign for them. */
export const tasks = queryOptions({
  queryKey: [DATA, "tasks"],
  queryFn: async () => (await read("/rest/tasks", { query: { $pageSize: FIRST_TASKS } })).values,
});

/** The same as a list that goes on. */
export const openTasks = infiniteQueryOptions({
  queryKey: [DATA, "open-tasks"],
  queryFn: async ({ pageParam, signal }) =>
    (await read("/rest/tasks", { query: { $pageSize: STEP, $page: pageParam }, signal })).values,
  initialPageParam: 1,
  getNextPageParam: (last, _, number) => nextPage(last.length, number),
});

/** All tasks about an element or a version, of all users. */
export const tasksAbout = (id: string) =>
  queryOptions({
    queryKey: [DATA, "tasks-about", id],
    queryFn: () =>
      readAll(async ($page) => {
        const query = { element: id, state: ["all" as const], $pageSize: WHOLE, $page };
        return (await read("/rest/tasks", { query })).values;
      }),
  });

/** What was decided last comes first. */
export const decidedTasks = infiniteQueryOptions({
  queryKey: [DATA, "decided-tasks"],
  queryFn: async ({ pageParam, signal }) => {
    const query: QueryOf<"/rest/tasks"> = {
      state: ["accepted", "declined"],
      order: "newest",
      $pageSize: STEP,
      $page: pageParam,
    };
    return (await read("/rest/tasks", { query, signal })).values;
  },
  initialPageParam: 1,
  getNextPageParam: (last, _, number) => nextPage(last.length, number),
});

export const difference = (facet: string, id: string, from: string, to: string) =>
  queryOptions({
    queryKey: [DATA, "difference", facet, id, from, to],
    queryFn: async () => {
      const path = elementAt(facet, "detail", id);
      const { values } = await read(`${ELEMENT}/diff`, { path, query: { from, to } });
      return values[0]?.difference ?? {};
    },
  });

export const search = (q: string, culture: number, limit = 20, facets?: string | readonly string[]) =>
  queryOptions({
    queryKey: [DATA, "search", q, culture, limit, facets],
    queryFn: ({ signal }) =>
      read("/rest/search", { query: { q, culture, $pageSize: limit, facets: only(facets) }, signal }),
    enabled: q.trim().length > 0,
    placeholderData: keepPreviousData,
  });

/** The same, page after page, as far as the service ranks hits. */
export const allHits = (q: string, culture: number, facet?: string) =>
  infiniteQueryOptions({
    queryKey: [DATA, "all-hits", q, culture, facet],
    queryFn: ({ pageParam, signal }) => {
      const query = { q, culture, facets: only(facet), $pageSize: STEP, $page: pageParam };
      return read("/rest/search", { query, signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, number) => nextPage(last.count, number),
    enabled: q.trim().length > 0,
    placeholderData: keepPreviousData,
  });

export const stats = (by: StatsField[], facet?: string) =>
  queryOptions({
    queryKey: [DATA, "stats", by, facet],
    queryFn: async () => (await read("/rest/stats", { query: { by, facets: only(facet) } })).values,
  });
