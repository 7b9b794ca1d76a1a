// What is asked for before it is needed: else each answer would wait for the one before it.
import { usePrefetchQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { preferences } from "@/api/preferences";
import * as queries from "@/api/queries";
import { queryClient } from "./query-client";

/** Asks for what every page needs, all at once, as soon as a person is signed in. */
export function Ahead({ children }: { children: ReactNode }) {
  usePrefetchQuery(queries.storageInfo);
  usePrefetchQuery(queries.facets);
  usePrefetchQuery(queries.stats(["facet"]));
  usePrefetchQuery(queries.types);
  usePrefetchQuery(preferences);
  return children;
}

/** Asks for the views of a facet, and for the top of its tree, while the part of the page that shows them is loaded. */
export async function askForView(facet: string, view?: string): Promise<void> {
  const views = queries.views(facet);
  await queryClient.prefetchQuery(views);
  const shown = queryClient.getQueryData(views.queryKey)?.find((each) => each.name === view);
  if (shown?.isHierarchical) await queryClient.prefetchQuery(queries.roots(facet, shown.name));
}
