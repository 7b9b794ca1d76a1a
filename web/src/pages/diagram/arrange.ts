// Where chosen shapes go: in line with each other, at equal distances, or all by as much.
import type { DiagramNode } from "@/api/types.gen";

export type Side = "left" | "center" | "right" | "top" | "middle" | "bottom";
export type Direction = "across" | "down";
/** The left upper corners of shapes, by their ids. */
export type Corners = ReadonlyMap<string, readonly [number, number]>;

/** In line with the outermost of them, or with the middle of all. */
export function aligned(nodes: readonly DiagramNode[], side: Side): Corners {
  const left = Math.min(...nodes.map((each) => each.x));
  const right = Math.max(...nodes.map((each) => each.x + each.width));
  const top = Math.min(...nodes.map((each) => each.y));
  const bottom = Math.max(...nodes.map((each) => each.y + each.height));
  const to: Record<Side, (node: DiagramNode) => [number, number]> = {
    left: ({ y }) => [left, y],
    center: ({ y, width }) => [(left + right - width) / 2, y],
    right: ({ y, width }) => [right - width, y],
    top: ({ x }) => [x, top],
    middle: ({ x, height }) => [x, (top + bottom - height) / 2],
    bottom: ({ x, height }) => [x, bottom - height],
  };
  return new Map(nodes.map((each) => [each.shapeId, to[side](each)]));
}

/** The first and the last stay; the gaps between them all become equal. */
export function distributed(nodes: readonly DiagramNode[], direction: Direction): Corners {
  const [at, size] = direction === "across" ? (["x", "width"] as const) : (["y", "height"] as const);
  const sorted = [...nodes].sort((one, other) => one[at] + one[size] / 2 - other[at] - other[size] / 2);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const room = last[at] + last[size] - first[at];
  const gap = (room - sorted.reduce((sum, each) => sum + each[size], 0)) / Math.max(1, sorted.length - 1);
  let next = first[at];
  return new Map(
    sorted.map((each) => {
      const place = next;
      next += each[size] + gap;
      return [each.shapeId, direction === "across" ? [place, each.y] : [each.x, place]];
    }),
  );
}

export function shifted(nodes: readonly DiagramNode[], x: number, y: number): Corners {
  return new Map(nodes.map((each) => [each.shapeId, [each.x + x, each.y + y]]));
}
