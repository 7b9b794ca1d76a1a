// Who has confirmed that they have read and understood what is released, and what the user is asked to confirm.
import { queryOptions } from "@tanstack/react-query";
import { addressOf, ELEMENT, elementAt, read, write } from "./requests";

const EVERY_MS = 60_000;
const AT = `${ELEMENT}/acknowledgements` as const;

/** What the user is asked to confirm. */
export const awaited = queryOptions({
  queryKey: ["data", "awaited"],
  queryFn: async () => (await read("/rest/acknowledgements")).values,
  refetchInterval: EVERY_MS,
});

export const acknowledgements = (facet: string, id: string) =>
  queryOptions({
    queryKey: ["data", "acknowledgements", facet, id],
    queryFn: () => read(AT, { path: elementAt(facet, "detail", id) }),
  });

export const confirmRead = (facet: string, id: string, versionId: string, culture: number) =>
  write("post", AT, { path: elementAt(facet, "detail", id), body: { versionId, culture }, match: null });

/** Asks these and no others; without any, no user any more. */
export async function askReaders(facet: string, id: string, principals: string[], roles: Role[]): Promise<void> {
  const path = elementAt(facet, "detail", id);
  if (principals.length + roles.length === 0) await write("delete", `${AT}/request`, { path, match: null });
  else await write("post", `${AT}/request`, { path, body: { principals, roles }, match: null });
}

export const proofAddress = (facet: string, id: string, format: "csv" | "json") =>
  addressOf("get", `${AT}/proof`, { path: elementAt(facet, "detail", id), query: { format } });

export const ROLES = ["viewer", "editor", "approver", "analyzer", "architect", "administrator"] as const;
export type Role = (typeof ROLES)[number];
