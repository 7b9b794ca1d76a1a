// What administrators ask for. All of it stands below "data": it is fresh like everything else.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError, ask, elementPath, isOvertaken, read, type Write, write } from "./client";
import type {
  Access,
  Audit,
  Element,
  Elements,
  ElementType,
  ElementTypes,
  PermissionSet,
  Permissions,
  Tokens,
  Trash,
} from "./types.gen";

export const PAGE = 50;

/** A text of a filter, whatever is in it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export interface Asked {
  select: string;
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
      const answer = await ask<Elements>(elementPath(facet, "detail"), {
        query: {
          $resources: "attributes,related",
          $select: select,
          $filter: filter,
          $orderby: order,
          $culture: culture,
          $page: page,
          $pageSize: PAGE,
          $count: true,
        },
      });
      return { elements: answer.data.elements, total: answer.total ?? answer.data.count };
    },
    placeholderData: keepPreviousData,
  });

export const tokens = queryOptions({
  queryKey: ["data", "tokens"],
  queryFn: async () => (await read<Tokens>("rest/tokens", { $pageSize: 1000 })).values,
});

export const trash = (page: number) =>
  queryOptions({
    queryKey: ["data", "trash", page],
    queryFn: () => read<Trash>("rest/trash", { $page: page, $pageSize: PAGE }),
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
    queryFn: async () => (await read<Audit>("rest/audit", { ...filter, $page: page, $pageSize: PAGE })).values,
    placeholderData: keepPreviousData,
  });

export const holders = (set: string) =>
  queryOptions({
    queryKey: ["data", "holders", set],
    queryFn: () => read<PermissionSet>(`rest/permissions/permissionsets/${encodeURIComponent(set)}`),
  });

export const typeConfig = (facet: string, type: string) =>
  queryOptions({
    queryKey: ["data", "type-config", facet, type],
    queryFn: async (): Promise<ElementType | undefined> => {
      const path = `rest/facets/${encodeURIComponent(facet)}/views/detail/config/${encodeURIComponent(type)}`;
      return (await read<ElementTypes>(path)).values[0];
    },
  });

export const permissions = (facet: string, id: string) =>
  queryOptions({
    queryKey: ["data", "permissions", facet, id],
    queryFn: async () => (await read<Permissions>(elementPath(facet, "detail", id, "permissions"))).values[0] ?? null,
  });

type PermissionsWrite = Omit<Write, "match">;

/**
 * Writes the permissions of an element as the user sees them now. They have no revision of their own, so they are read again and
 * compared just before; refused with 412 if they are others.
 */
export function seenPermissions(facet: string, id: string): (given: PermissionsWrite) => Promise<unknown> {
  const path = elementPath(facet, "detail", id, "permissions");
  const look = async () => {
    const { data, etag } = await ask<Permissions>(path);
    return { set: JSON.stringify(data.values), etag };
  };
  let began = look();
  began.catch(() => {}); // reported when something is written
  return async (given) => {
    const [before, now] = [await began, await look()];
    try {
      if (before.set !== now.set) throw new ApiError(412, null);
      return await write(path, { ...given, match: now.etag });
    } catch (error) {
      if (isOvertaken(error)) began = look();
      throw error;
    }
  };
}

export const access = (facet: string, id: string, user: string) =>
  queryOptions({
    queryKey: ["data", "access", facet, id, user],
    queryFn: async () => (await read<Access>(elementPath(facet, "detail", id, "access"), { user })).values[0] ?? null,
    enabled: user !== "",
  });
