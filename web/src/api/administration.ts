// What administrators ask for. All of it stands below "data": it is fresh like everything else.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask, elementPath, read } from "./client";
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
  page?: number;
}

export interface Found {
  elements: Element[];
  total: number;
}

/** Elements of a facet, a page of them, with how many there are in all. */
export const elements = (facet: string, { select, filter, order, page = 1 }: Asked) =>
  queryOptions({
    queryKey: ["data", "administered", facet, select, filter, order, page],
    queryFn: async (): Promise<Found> => {
      const answer = await ask<Elements>(elementPath(facet, "detail"), {
        query: {
          $resources: "attributes,related",
          $select: select,
          $filter: filter,
          $orderby: order,
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

export const access = (facet: string, id: string, user: string) =>
  queryOptions({
    queryKey: ["data", "access", facet, id, user],
    queryFn: async () => (await read<Access>(elementPath(facet, "detail", id, "access"), { user })).values[0] ?? null,
    enabled: user !== "",
  });
