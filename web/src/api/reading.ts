// What readers of a process ask for beside its drawing: what is said about its steps, and which roles and units they fill.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { at } from "./past";
import * as queries from "./queries";
import { ELEMENTS, listAt, read } from "./requests";

const DRAWING = "/rest/diagram/{elementId}/render/{cultureId}/{layoutKey}";
/** More roles than a user fills. */
const MOST = 500;

/** A drawing with its lines and with what is said about each step. */
export const describedDrawing = (elementId: string, culture: number, layoutKey: string) =>
  queryOptions({
    queryKey: ["data", "described-drawing", elementId, culture, layoutKey],
    queryFn: async ({ client }) => {
      const path = { elementId, cultureId: String(culture), layoutKey };
      const query = { format: "json" as const, script: true, described: true, ...at(client) };
      return (await read(DRAWING, { path, query })).values[0] ?? null;
    },
    placeholderData: keepPreviousData,
  });

/** The ids of elements of a facet that a user fills, by the contexts that say who fills them. */
export const filledBy = (facet: string, user: string, holders: readonly string[]) =>
  queryOptions({
    queryKey: ["data", "filled-by", facet, user, holders],
    queryFn: async ({ client }) => {
      const types = await client.fetchQuery(queries.config(facet, "detail"));
      const known = holders.filter((name) =>
        types.some(({ properties }) => properties.some(({ key }) => key === name)),
      );
      if (known.length === 0) return [];
      const $filter = known.map((name) => `${name}/id -eq '${user}'`).join(" OR ");
      const query = { $filter, $resources: [], $pageSize: MOST, ...at(client) };
      return (await read(ELEMENTS, { path: listAt(facet, "list"), query })).elements.map((each) => each.id);
    },
  });
