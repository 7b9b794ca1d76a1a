// Tables in and out: addresses of exports, and plans of imports.
import { queryOptions } from "@tanstack/react-query";
import { newKey } from "./client";
import { addressOf, listAt, type QueryOf, read, write } from "./requests";
import type { Import, ImportSettings, Imports } from "./types.gen";
import { sendFile, type Upload } from "./upload";

const TABLE = "/rest/facets/{facetId}/views/{viewId}/table";
const ONE = "/rest/imports/{importId}";

export const tableAddress = (facet: string, view: string, query: QueryOf<typeof TABLE>): string =>
  addressOf("get", TABLE, { path: listAt(facet, view), query });

const first = (body: unknown): Import | undefined => (body as Imports | null)?.values[0];

/** Sends a file; the answer is the plan made of it. */
export const planImport = (facet: string, file: File, progress: (part: number) => void): Upload<Import> =>
  sendFile(addressOf("post", "/rest/imports", { query: { facet } }), file, newKey(), first, progress);

/** A plan changes by what its owner does alone. */
export const importPlan = (id: string) =>
  queryOptions({
    queryKey: ["import", id],
    queryFn: async ({ signal }) => (await read(ONE, { path: { importId: id }, signal })).values[0] as Import,
  });

export async function correctImport(importId: string, body: ImportSettings): Promise<Import> {
  return (await write("post", `${ONE}/settings`, { path: { importId }, body, match: null })).data.values[0] as Import;
}

export async function applyImport(importId: string): Promise<Import> {
  return (await write("post", `${ONE}/apply`, { path: { importId }, match: null })).data.values[0] as Import;
}

export async function undoImport(importId: string, changedSince: "keep" | "refuse"): Promise<Import> {
  const body = { changedSince };
  return (await write("post", `${ONE}/undo`, { path: { importId }, body, match: null })).data.values[0] as Import;
}
