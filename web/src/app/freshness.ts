// Keeps what is seen fresh: asks for the revision of the storage, by ETag, and for everything else only when that moved on.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import * as queries from "@/api/queries";

export function useFreshness(): void {
  const client = useQueryClient();
  const { data } = useQuery(queries.revision);
  const seen = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (data !== undefined && seen.current !== undefined && data !== seen.current) {
      void client.invalidateQueries({ predicate: (query) => queries.isData(query.queryKey) });
    }
    seen.current = data;
  }, [client, data]);
}

/** After a write of one's own: everything that may show it is asked for at once, but for what is gone with it. */
export function useRefresh(): (gone?: string) => Promise<void> {
  const client = useQueryClient();
  return (gone) =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => queries.isData(queryKey) && !(gone !== undefined && queryKey.includes(gone)),
    });
}
