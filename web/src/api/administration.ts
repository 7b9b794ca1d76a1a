// What administrators ask for. All of it stands below "data": it is fresh like everything else.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError, isOvertaken } from "./client";
import { ask, ELEMENT, ELEMENTS, elementAt, type Given, listAt, read, write } from "./requests";
import type { Additions, Element, Token } from "./types.gen";

export const PAGE = 50;

/** A text of a filter, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export interface Asked {
  select: string[];
  filter?: string;
  order?: string;
  /** Names are ordered as this culture has them. */
  culture?: number;
  page?: number;
}

export interface Found {
  elements: Element[];
  total: number;
}

/** Elements of a facet, a page of them, with how many there are in all. */
export const elements = (facet: string, { select, filter, order, culture, page = 1 }: Asked) =>
  queryOptions({
    queryKey: ["data", "administered", facet, select, filter, order, culture, page],
    queryFn: async (): Promise<Found> => {
      const answer = await ask(ELEMENTS, {
        path: listAt(facet, "detail"),
        query: {
          $resources: ["attributes", "related"],
          $select: select,
          $filter: filter,
          $orderby: order,
          $culture: culture,
          $page: page,
          $pageSize: PAGE,
          $count: true,
        },
      });
      const found = answer.data.elements.map((each) => (culture === undefined ? each : withInvariant(each, culture)));
      return { elements: found, total: answer.total ?? answer.data.count };
    },
    placeholderData: keepPreviousData,
  });

/** With `$culture` all values come in that culture, also those that depend on none: they are looked for as such, too. */
function withInvariant(element: Element, culture: number): Element {
  const values = Object.entries(element.attributes ?? {});
  const attributes = Object.fromEntries(
    values.map(([name, value]) => {
      const own = value[culture];
      return [name, own === undefined ? value : { 127: own, ...value }];
    }),
  );
  return { ...element, attributes };
}

/** The largest page of tokens that the service returns. */
const MOST_TOKENS = 1000;

/** All of them, however many pages that takes. */
export const tokens = queryOptions({
  queryKey: ["data", "tokens"],
  queryFn: async ({ signal }) => {
    const found: Token[] = [];
    for (let $page = 1; ; $page += 1) {
      const { values } = await read("/rest/tokens", { query: { $pageSize: MOST_TOKENS, $page }, signal });
      found.push(...values);
      if (values.length < MOST_TOKENS) return found;
    }
  },
});

export const trash = (page: number) =>
  queryOptions({
    queryKey: ["data", "trash", page],
    queryFn: () => read("/rest/trash", { query: { $page: page, $pageSize: PAGE } }),
    placeholderData: keepPreviousData,
  });

export interface AuditFilter {
  kind?: string;
  actor?: string;
  subject?: string;
}

/** A page of the audit. */
export const audit = (filter: AuditFilter, page: number) =>
  queryOptions({
    queryKey: ["data", "audit", filter, page],
    queryFn: async () => {
      const query = { ...filter, kind: filter.kind ? [filter.kind] : undefined, $page: page, $pageSize: PAGE };
      return (await read("/rest/audit", { query })).values;
    },
    placeholderData: keepPreviousData,
  });

export const holders = (set: string) =>
  queryOptions({
    queryKey: ["data", "holders", set],
    queryFn: () => read("/rest/permissions/permissionsets/{permissionSetId}", { path: { permissionSetId: set } }),
  });

export const typeConfig = (facet: string, type: string) =>
  queryOptions({
    queryKey: ["data", "type-config", facet, type],
    queryFn: async () => {
      const path = { ...listAt(facet, "detail"), type };
      return (await read("/rest/facets/{facetId}/views/{viewId}/config/{type}", { path })).values[0];
    },
  });

const ADDITIONS = "/rest/metamodel/additions";

/** What the storage adds to the standard metamodel, with the ETag that a change of it is sent with. */
export const additions = queryOptions({
  queryKey: ["data", "additions"],
  queryFn: async () => {
    const { data, etag } = await ask(ADDITIONS);
    return { ...data, etag };
  },
});

export const writeAdditions = (changed: Additions, match: string | null) =>
  write("post", ADDITIONS, { body: { additions: changed }, match });

const SYNONYMS = "/rest/search/synonyms";

/** What means the same to the search, with the ETag that a change of it is sent with. */
export const synonyms = queryOptions({
  queryKey: ["data", "synonyms"],
  queryFn: async () => {
    const { data, etag } = await ask(SYNONYMS);
    return { groups: data.synonyms, etag };
  },
});

export const writeSynonyms = (groups: string[][], match: string | null) =>
  write("post", SYNONYMS, { body: { synonyms: groups }, match });

const PERMISSIONS = `${ELEMENT}/permissions` as const;

export const permissions = (facet: string, id: string) =>
  queryOptions({
    queryKey: ["data", "permissions", facet, id],
    queryFn: async () => (await read(PERMISSIONS, { path: elementAt(facet, "detail", id) })).values[0] ?? null,
  });

/**
 * Writes the permissions of an element as the user sees them now. They have no revision of their own, so they are read again and
 * compared just before; refused with 412 if they are others.
 */
export function seenPermissions(facet: string, id: string) {
  const path = elementAt(facet, "detail", id);
  const look = async () => {
    const { data, etag } = await ask(PERMISSIONS, { path });
    return { set: JSON.stringify(data.values), etag };
  };
  let began = look();
  began.catch(() => {}); // reported when something is written
  const compared = async (send: (match: string | null) => Promise<unknown>): Promise<void> => {
    const [before, now] = [await began, await look()];
    try {
      if (before.set !== now.set) throw new ApiError(412, null);
      await send(now.etag);
    } catch (error) {
      if (isOvertaken(error)) began = look();
      throw error;
    }
  };
  return {
    set: (given: Omit<Given<typeof PERMISSIONS, "post">, "path">) =>
      compared((match) => write("post", PERMISSIONS, { ...given, path, match })),
    drop: () => compared((match) => write("delete", PERMISSIONS, { path, match })),
  };
}

export const access = (facet: string, id: string, user: string) =>
  queryOptions({
    queryKey: ["data", "access", facet, id, user],
    queryFn: async () =>
      (await read(`${ELEMENT}/access`, { path: elementAt(facet, "detail", id), query: { user } })).values[0] ?? null,
    enabled: user !== "",
  });
