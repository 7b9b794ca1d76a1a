// Keeps what the page shows as it is stored: by the stream of what changes, and where there is none, by asking for the revision.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { follow } from "@/api/live";
import * as queries from "@/api/queries";
import type { LiveChanges } from "@/api/types.gen";
import { thisWindow } from "@/drafts/windows";
import { isEmbedded } from "./framing";
import { News } from "./news";
import { presence } from "./presence";
import { queryClient } from "./query-client";

const news = new News(queryClient);

function take(each: LiveChanges): void {
  if (each.present) presence.take(each.present);
  void news.take(each);
}

export function useFreshness(): void {
  const [isLive, setLive] = useState(false);
  const open = useCallback((isOpen: boolean) => {
    setLive(isOpen);
    presence.live(isOpen);
  }, []);
  const { data, dataUpdatedAt } = useQuery({
    ...queries.revision,
    refetchInterval: isLive ? false : queries.POLL_MS,
  });
  const isReady = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer, also one that says the same
  useEffect(() => {
    if (data === undefined) return;
    news.begin(data);
    if (news.isBehind(data)) void news.ask();
  }, [data, dataUpdatedAt]);
  useEffect(() => {
    // Many elements can be embedded in one page: their streams would take all its connections.
    if (!isReady || isEmbedded) return;
    return follow({ after: () => news.after, window: thisWindow, take, open });
  }, [isReady, open]);
}

/** After a write of this page: invalidates all data, except that of `gone`, an element that was deleted. */
export function useRefresh(): (gone?: string) => Promise<void> {
  const client = useQueryClient();
  return (gone) =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => queries.isData(queryKey) && !(gone !== undefined && queryKey.includes(gone)),
    });
}

/** After a write to an element: fetches again what shows it. */
export const showChange = (id: string): Promise<void> => news.show(id);

/** Deletes elements; what shows them is not fetched again meanwhile. */
export const whileDeleting = (ids: readonly string[], work: () => Promise<void>): Promise<void> =>
  news.deleting(ids, work);
