// Shapes that are moved by hand: their places belong to the content of the diagram, and no other diagram shows them (decision 0139).
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import type { Corners } from "./arrange";
import type { Editing } from "./editing";

export interface Arranging {
  /** Resolves when the drawing shows it, or when it was refused. */
  move: (corners: Corners) => Promise<unknown>;
  /** All shapes are laid out by the service again, or stand where a file has put them. */
  tidyUp: () => Promise<unknown>;
}

/** Undefined where nothing can be moved by hand. */
export function arrangingOf(editing: Editing, drawing: Drawing, isPossible: boolean): Arranging | undefined {
  if (!isPossible) return undefined;
  return {
    move: (corners) => editing.place(placesOf(drawing, corners)),
    tidyUp: () => editing.place(new Map(drawing.nodes.map((each) => [each.shapeId, null]))),
  };
}

/** The new places, as they are stored. What was laid out until now stays where it is seen. */
export function placesOf({ nodes, origin }: Drawing, corners: Corners): ReadonlyMap<string, [number, number]> {
  const [left, top] = origin ?? [0, 0];
  const placed = (node: DiagramNode): [number, number] => {
    const [x, y] = corners.get(node.shapeId) ?? [node.x, node.y];
    return [Math.round(x - (left ?? 0)), Math.round(y - (top ?? 0))];
  };
  const changed = nodes.filter((each) => corners.has(each.shapeId) || origin === undefined);
  return new Map(changed.map((each) => [each.shapeId, placed(each)]));
}
