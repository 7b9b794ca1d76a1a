// What is asked for before it is needed: else each answer would wait for the one before it.
import { usePrefetchQuery, useQueries } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { preferences } from "@/api/preferences";
import * as queries from "@/api/queries";
import { Loading } from "@/parts/Loading";
import { ConnectionBanner } from "./ConnectionBanner";
import { queryClient } from "./query-client";

/** Asks for what every page needs, all at once. */
export function askAhead(): void {
  void queryClient.prefetchQuery(queries.storageInfo);
  void queryClient.prefetchQuery(queries.facets);
  void queryClient.prefetchQuery(queries.stats(["facet"]));
  void queryClient.prefetchQuery(queries.types);
  void queryClient.prefetchQuery(preferences);
}

/** Shows the page as soon as its frame can be drawn, and from then on. Drawn piece by piece, it would be drawn several times, and React
 * holds pieces that come late back for 0.3 s. */
export function Ahead({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const isThere = useQueries({
    queries: [queries.storageInfo, queries.facets, queries.stats(["facet"]), queries.types],
    combine: (found) => found.every((each) => !each.isPending),
  });
  usePrefetchQuery(preferences);
  if (isThere && !isShown) setShown(true);
  if (isShown) return children;
  return (
    <>
      <ConnectionBanner />
      <Loading lines={12} />
    </>
  );
}

/** Asks for the views of a facet, and for the top of its tree, while the part of the page that shows them is loaded. */
export async function askForView(facet: string, view?: string): Promise<void> {
  const views = queries.views(facet);
  await queryClient.prefetchQuery(views);
  const shown = queryClient.getQueryData(views.queryKey)?.find((each) => each.name === view);
  if (shown?.isHierarchical) await queryClient.prefetchQuery(queries.roots(facet, shown.name));
}
