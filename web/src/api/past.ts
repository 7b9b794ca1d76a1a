// The data of each moment has a client of its own: what was never mixes with what is. Queries ask their client for its moment.
import { QueryClient, type QueryClientConfig } from "@tanstack/react-query";
import type { ElementInfo } from "./types.gen";

/** How many moments are kept: moving back and forth on the slider asks for nothing again. */
const MOST = 6;

const moments = new WeakMap<QueryClient, string>();
const kept = new Map<string, QueryClient>();

/** What a read takes to get the data of its client: nothing for the present. */
export function at(client: QueryClient): { asOf?: string } {
  const asOf = moments.get(client);
  return asOf === undefined ? {} : { asOf };
}

/** The client of a moment. The least recently used ones are dropped first. */
export function clientAt(asOf: string, config: QueryClientConfig): QueryClient {
  const client = kept.get(asOf) ?? new QueryClient(config);
  moments.set(client, asOf);
  kept.delete(asOf);
  kept.set(asOf, client);
  for (const [oldest] of [...kept].slice(0, -MOST)) kept.delete(oldest);
  return client;
}

/** The clients of all moments that are kept. */
export const pastClients = (): QueryClient[] => [...kept.values()];

/** What a user saw of the past is not for the next one. */
export const forgetPast = (): void => kept.clear();

/** What may be done with an element of the past: nothing but look at it. */
export const onlyRead = (info: ElementInfo): ElementInfo => ({
  ...info,
  hasEditPermission: false,
  insertableDynamicTypes: {},
  isCurrentCopyable: false,
  isCurrentInsertable: false,
  isCurrentMovable: false,
  isCurrentRemovable: false,
  isReadOnly: true,
  isReadOnlyCollection: true,
  permissions: info.permissions.filter((each) => each === "ShowElement" || each === "OpenElement"),
  readOnlyContext: "Never",
  readOnlyCollectionContext: "Never",
});
