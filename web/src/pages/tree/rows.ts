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
}

export function useRows(facet: string, view: string, open: ReadonlySet<string>): Row[] {
  const { data: roots } = useSuspenseQuery(queries.roots(facet, view));
  const ids = [...open];
  const below = useQueries({ queries: ids.map((id) => queries.children(facet, view, id)) });
  const children = new Map(ids.map((id, index) => [id, below[index]?.data]));
  const rows: Row[] = [];
  const add = (elements: Element[], level: number, parent: string | null) => {
    elements.forEach((element, position) => {
      const hasChildren = (element.children?.length ?? 0) > 0;
      const isOpen = hasChildren && open.has(element.id);
      const found = children.get(element.id);
      const isLoading = isOpen && found === undefined;
      rows.push({ element, level, parent, position, siblings: elements.length, hasChildren, isOpen, isLoading });
      if (isOpen && found !== undefined && level < 40) add(found, level + 1, element.id);
    });
  };
  add(roots, 1, null);
  return rows;
}
