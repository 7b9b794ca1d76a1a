// The queries of the page, by key. Everything below "data" is fetched again when the storage has a new revision.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError, isTooCostly } from "./client";
import { at, onlyRead } from "./past";
import { addressOf, ask, askText, ELEMENT, ELEMENTS, elementAt, listAt, type QueryOf, read, send } from "./requests";
import type { ContentElement, Element, Proposal } from "./types.gen";

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

/** How old the end of the period may be: slider and date go up to it. */
const PERIOD_MS = 60_000;

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

/** From when to when the storage can be looked at, and with a moment when that was. */
export const period = (asOf?: string) =>
  queryOptions({
    queryKey: ["period", asOf],
    queryFn: () => read("/rest/period", { query: { asOf } }),
    staleTime: asOf === undefined ? PERIOD_MS : Number.POSITIVE_INFINITY,
  });

export const storageInfo = queryOptions({
  queryKey: [DATA, "info"],
  queryFn: ({ client }) => read("/rest/info", { query: at(client) }),
});

export const facets = queryOptions({
  queryKey: [DATA, "facets"],
  queryFn: async ({ client }) => (await read("/rest/facets", { query: at(client) })).values,
});

export const types = queryOptions({
  queryKey: [DATA, "types"],
  queryFn: ({ client }) => read("/rest/types", { query: at(client) }),
});

export const views = (facet: string) =>
  queryOptions({
    queryKey: [DATA, "views", facet],
    queryFn: async ({ client }) =>
      (await read("/rest/facets/{facetId}/views", { path: { facetId: facet }, query: at(client) })).values,
  });

export const config = (facet: string, view: string) =>
  queryOptions({
    queryKey: [DATA, "config", facet, view],
    queryFn: async ({ client }) => {
      const given = { path: listAt(facet, view), query: at(client) };
      return (await read("/rest/facets/{facetId}/views/{viewId}/config", given)).values;
    },
  });

export const roots = (facet: string, view: string) =>
  queryOptions({
    queryKey: [DATA, "roots", facet, view],
    queryFn: async ({ client }) => {
      const query = { ...WITH_CHILDREN, ...at(client) };
      return (await read(ELEMENTS, { path: listAt(facet, view), query })).elements;
    },
  });

export const children = (facet: string, view: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "children", facet, view, id],
    queryFn: async ({ client }) => {
      const query = { ...WITH_CHILDREN, ...at(client) };
      return (await read(`${ELEMENT}/children`, { path: elementAt(facet, view, id), query })).elements;
    },
  });

const WHOLE_ELEMENT = ["attributes", "related", "children", "content", "displayNames", "rootPath"] as const;

/** Of the past of a large storage, what is below an element would cost too much: then the element alone. */
async function askWhole({ path, query }: { path: ReturnType<typeof elementAt>; query: ReturnType<typeof at> }) {
  try {
    return await ask(ELEMENT, { path, query: { ...query, $resources: [...WHOLE_ELEMENT] } });
  } catch (error) {
    if (query.asOf === undefined || !isTooCostly(error)) throw error;
    const $resources = WHOLE_ELEMENT.filter((each) => each !== "children");
    return await ask(ELEMENT, { path, query: { ...query, $resources } });
  }
}

export const element = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "element", facet, id],
    queryFn: async ({ client }) => {
      const answer = await askWhole({ path: elementAt(facet, "detail", id), query: at(client) });
      const [found] = answer.data.elements;
      if (found === undefined) throw new ApiError(404, null);
      return { element: found, etag: answer.etag };
    },
  });

export const elementInfo = (facet: string, view: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "element-info", facet, view, id],
    queryFn: async ({ client }) => {
      const query = at(client);
      const [info = null] = (await read(`${ELEMENT}/info`, { path: elementAt(facet, view, id), query })).values;
      return query.asOf !== undefined && info !== null ? onlyRead(info) : info;
    },
  });

export const usages = (facet: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [DATA, "usages", facet, id],
    queryFn: ({ pageParam, signal, client }) =>
      read(`${ELEMENT}/usages`, {
        path: elementAt(facet, "detail", id),
        query: { $pageSize: STEP, $page: pageParam, ...at(client) },
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
    queryFn: async ({ client }) => {
      const path = elementAt(facet, "detail", id);
      const past = at(client);
      // Approvals are about what is stored today.
      const more = past.asOf === undefined ? { approvals: true } : past;
      const query: QueryOf<`${typeof ELEMENT}/versions`> = { $resources: ["attributes", "related"], ...more };
      return (await read(`${ELEMENT}/versions`, { path, query })).elements;
    },
  });

/** The files of the version that is shown. The key has the id of the element, too: nothing is asked of one that was deleted. */
export const files = (facet: string, { id, versionId = id }: Pick<Element, "id" | "versionId">) =>
  queryOptions({
    queryKey: [DATA, "files", facet, id, versionId],
    queryFn: async () => (await read(`${ELEMENT}/files`, { path: elementAt(facet, "detail", versionId) })).values,
  });

/** The threads about an element and the shapes of its diagram, and how many of them are open. */
export const comments = (facet: string, element: string, version: string) =>
  queryOptions({
    queryKey: [DATA, "comments", facet, element, version],
    queryFn: () => read(`${ELEMENT}/comments`, { path: elementAt(facet, "detail", version) }),
  });

export type ContentList = ContentElement[];

export const content = (facet: string, id: string) =>
  queryOptions({
    queryKey: [DATA, "content", facet, id],
    queryFn: async ({ client }): Promise<{ elements: ContentList; etag: string | null }> => {
      const given = { path: elementAt(facet, "diagram", id), query: at(client) };
      const { data, etag } = await ask(`${ELEMENT}/content`, given);
      return { elements: data.elements, etag };
    },
  });

const DRAWING = "/rest/diagram/{elementId}/render/{cultureId}/{layoutKey}";
const drawingAt = (elementId: string, culture: number, layoutKey: string) => ({
  elementId,
  cultureId: String(culture),
  layoutKey,
});

/** The address of a drawing as a picture, of now or of a moment. */
export const pictureOf = (id: string, culture: number, layout: string, asOf?: string, detailed?: boolean): string =>
  addressOf("get", DRAWING, { path: drawingAt(id, culture, layout), query: { format: "svg", asOf, detailed } });

export const drawing = (id: string, culture: number, layout: string) =>
  queryOptions({
    queryKey: [DATA, "drawing", id, culture, layout],
    queryFn: async ({ client }) => {
      const query = { format: "json" as const, ...at(client) };
      return (await read(DRAWING, { path: drawingAt(id, culture, layout), query })).values[0] ?? null;
    },
    placeholderData: keepPreviousData,
  });

/** A drawing with the lines of its script, which say what they name. Detailed, each step has what belongs to it written into it. */
export const writtenDrawing = (id: string, culture: number, layout: string, detailed: boolean) =>
  queryOptions({
    queryKey: [DATA, "written-drawing", id, culture, layout, detailed],
    queryFn: async ({ client }) => {
      const query = { format: "json" as const, script: true, ...(detailed && { detailed }), ...at(client) };
      return (await read(DRAWING, { path: drawingAt(id, culture, layout), query })).values[0] ?? null;
    },
    placeholderData: keepPreviousData,
  });

/** The script of a diagram, with the ETag of what it was made from. */
export const script = (facet: string, id: string, culture: number) =>
  queryOptions({
    queryKey: [DATA, "script", facet, id, culture],
    queryFn: async () => {
      const query = { format: "script" as const, culture };
      const { data, etag } = await askText(`${ELEMENT}/content`, { path: elementAt(facet, "diagram", id), query });
      // An empty text is no data to the client.
      return { text: data ?? "", etag };
    },
  });

let lastDrawing: Promise<unknown> = Promise.resolve();

/** A script as it is typed, drawn; nothing is stored. Long ones take a while: the next is asked for when the last has come, and those in
 * between are left out. */
export const scriptDrawing = (
  facet: string,
  id: string,
  culture: number,
  layout: string,
  detailed: boolean,
  text: string,
) =>
  queryOptions({
    queryKey: [DATA, "script-drawing", facet, id, culture, layout, detailed, text],
    queryFn: ({ signal }) => {
      const draw = async () => {
        signal.throwIfAborted();
        const path = elementAt(facet, "diagram", id);
        const query = { format: "script" as const, culture, draw: layout, ...(detailed && { detailed }) };
        return (await send("post", `${ELEMENT}/content`, { path, query, body: { script: text } })).data;
      };
      const drawn = lastDrawing.then(draw, draw);
      lastDrawing = drawn;
      return drawn;
    },
    placeholderData: keepPreviousData,
    gcTime: 20_000,
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

/** What the user has allowed agents. */
export const agents = queryOptions({
  queryKey: ["data", "agents"],
  queryFn: async () => (await read("/rest/agents")).values,
});

/** What agents propose: what is open comes first. */
export const proposals = queryOptions({
  queryKey: [DATA, "proposals"],
  queryFn: async () => (await read("/rest/proposals")).values,
});

export const proposal = (id: string) =>
  queryOptions({
    queryKey: [DATA, "proposal", id],
    queryFn: async () => {
      const [found] = (await read("/rest/proposals/{proposalId}", { path: { proposalId: id } })).values;
      return found as Proposal;
    },
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
    queryFn: ({ signal, client }) =>
      read("/rest/search", { query: { q, culture, $pageSize: limit, facets: only(facets), ...at(client) }, signal }),
    enabled: q.trim().length > 0,
    placeholderData: keepPreviousData,
  });

/** The same, page after page, as far as the service ranks hits. */
export const allHits = (q: string, culture: number, facet?: string) =>
  infiniteQueryOptions({
    queryKey: [DATA, "all-hits", q, culture, facet],
    queryFn: ({ pageParam, signal, client }) => {
      const query = { q, culture, facets: only(facet), $pageSize: STEP, $page: pageParam, ...at(client) };
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
    queryFn: async ({ client }) =>
      (await read("/rest/stats", { query: { by, facets: only(facet), ...at(client) } })).values,
  });
