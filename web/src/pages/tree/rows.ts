// The tree as rows: what is open, what is below it, and what is still on its way. Children are asked for when they are opened.
import { useQueries, useSuspenseQuery } from "@tanstack/react-query";
import * as queries from "@/api/queries";
import type { Element } from "@/api/types.gen";

export interface Row {
  element: Element;
  level: number;
  parent: string | null;
  position: number;
  siblings: number;
  hasChildren: boolean;
  isOpen: boolean;
  isLoading: boolean;
  /** Where its children could not be fetched: asks for them again. */
  again?: () => void;
}

export function useRows(facet: string, view: string, open: ReadonlySet<string>): Row[] {
  const { data: roots } = useSuspenseQuery(queries.roots(facet, view));
  const ids = [...open];
  const below = useQueries({ queries: ids.map((id) => queries.children(facet, view, id)) });
  const children = new Map(ids.map((id, index) => [id, below[index]]));
  const rows: Row[] = [];
  const add = (elements: Element[], level: number, parent: string | null) => {
    elements.forEach((element, position) => {
      const hasChildren = (element.children?.length ?? 0) > 0;
      const isOpen = hasChildren && open.has(element.id);
      const query = children.get(element.id);
      const found = query?.data;
      const isMissing = isOpen && found === undefined;
      const isLoading = isMissing && query?.isFetching !== false;
      const again = isMissing && !isLoading ? () => void query?.refetch() : undefined;
      rows.push({ element, level, parent, position, siblings: elements.length, hasChildren, isOpen, isLoading, again });
      if (isOpen && found !== undefined && level < 40) add(found, level + 1, element.id);
    });
  };
  add(roots, 1, null);
  return rows;
}
