// Which branches of a hierarchy are open.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as queries from "@/api/queries";

const remembered = new Map<string, ReadonlySet<string>>();

/** The open nodes, remembered while the page is open. The path to the selected element opens by itself. */
export function useOpen(facet: string, view: string, selected?: string) {
  const key = `${facet}/${view}`;
  const [open, setOpen] = useState<ReadonlySet<string> | null>(remembered.get(key) ?? null);
  const { data: roots } = useQuery(queries.roots(facet, view));
  const { data: info } = useQuery({
    ...queries.elementInfo(facet, view, selected ?? ""),
    enabled: selected !== undefined,
  });
  const first = roots?.[0]?.id;
  const shown = open ?? new Set(first === undefined ? [] : [first]);
  const change = (next: ReadonlySet<string>) => {
    remembered.set(key, next);
    setOpen(next);
  };
  const path = info?.rootPath.slice(1).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another way opens anything
  useEffect(() => {
    if (path) change(new Set([...shown, ...path.split(",")]));
  }, [path]);
  return [shown, change] as const;
}
