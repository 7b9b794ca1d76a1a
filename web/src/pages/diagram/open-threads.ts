// The open threads of comments at the shapes of a diagram.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import * as queries from "@/api/queries";
import type { Element } from "@/api/types.gen";
import { isEmbedded } from "@/app/framing";

/** How many are open, by shape; a shape without any is not in it. */
export function useOpenThreads(facet: string, element: Element): ReadonlyMap<string, number> | undefined {
  const { data } = useQuery({
    ...queries.comments(facet, element.id, element.versionId ?? element.id),
    enabled: !isEmbedded,
  });
  return useMemo(() => {
    if (data === undefined) return undefined;
    const counts = new Map<string, number>();
    for (const { isOpen, shapeId } of data.values) {
      if (isOpen && shapeId !== undefined) counts.set(shapeId, (counts.get(shapeId) ?? 0) + 1);
    }
    return counts;
  }, [data]);
}
