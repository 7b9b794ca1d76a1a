// Answers stay until the revision of the storage moves on; what was refused is not asked for again, what failed is, once.
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/client";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 1,
    },
  },
});
