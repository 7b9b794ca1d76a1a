// A drawing that takes the place of another one: what looks and stands the same is the same object, so that only what changed is drawn.
import { replaceEqualDeep } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { Diagram as Drawing } from "@/api/types.gen";
import { keyOf } from "./flow-ends";

export function useSharedParts(drawing: Drawing): Drawing {
  const shown = useRef(drawing);
  const shared = useMemo(() => withPartsOf(shown.current, drawing), [drawing]);
  shown.current = shared;
  return shared;
}

/** The same drawing, made of the equal parts of another one. */
export function withPartsOf(before: Drawing, drawing: Drawing): Drawing {
  if (before === drawing) return drawing;
  return {
    ...drawing,
    nodes: kept(before.nodes, drawing.nodes, (each) => each.shapeId),
    edges: kept(before.edges, drawing.edges, keyOf),
    lanes: replaceEqualDeep(before.lanes, drawing.lanes),
  };
}

function kept<T>(before: readonly T[], parts: readonly T[], key: (part: T) => string): T[] {
  const known = new Map(before.map((each) => [key(each), each]));
  return parts.map((each) => replaceEqualDeep(known.get(key(each)), each));
}
