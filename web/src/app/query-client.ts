// Responses are cached until the storage has a new revision. What failed for want of the service is asked for when it is back.
import { QueryClient, type QueryClientConfig } from "@tanstack/react-query";
import { isTransient, onOvertaken } from "@/api/client";
import { onBack } from "@/api/connection";
import { pastClients } from "@/api/past";

export const CLIENT: QueryClientConfig = {
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // Requests are sent again by themselves (api/retry.ts), also where the browser only believes to be offline.
      retry: false,
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
};

/** The data of the present. Each moment of the past has a client of its own. */
export const queryClient = new QueryClient(CLIENT);

/** Starts to mend the data of the page by itself. */
export function keepHealing(): void {
  onBack(() => {
    for (const client of [queryClient, ...pastClients()])
      void client.invalidateQueries({ predicate: ({ state }) => isTransient(state.error) });
  });
  // A write was refused because something has changed: the page shows what is there now.
  onOvertaken(() => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "data" });
  });
}
