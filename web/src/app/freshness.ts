// Polls the revision of the storage, and invalidates all data when it has changed.
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

/** After a write of this page: invalidates all data, except that of `gone`, an element that was deleted. */
export function useRefresh(): (gone?: string) => Promise<void> {
  const client = useQueryClient();
  return (gone) =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => queries.isData(queryKey) && !(gone !== undefined && queryKey.includes(gone)),
    });
}
