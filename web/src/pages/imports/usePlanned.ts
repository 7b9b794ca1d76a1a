// What the service made of a plan is kept, and what it changed is read again.
import { useQueryClient } from "@tanstack/react-query";
import { importPlan } from "@/api/imports";
import type { Import } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";

export function usePlanned(): (plan: Import) => Promise<void> {
  const client = useQueryClient();
  const refresh = useRefresh();
  return async (plan) => {
    client.setQueryData(importPlan(plan.id).queryKey, plan);
    await refresh();
  };
}
