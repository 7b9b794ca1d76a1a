// Where a shape was dropped: on a connection, into another lane, or nowhere in particular.
import type { DiagramEdge, DiagramLane, DiagramNode, Diagram as Drawing } from "@/api/types.gen";

export type Dropped = { edge: DiagramEdge } | { lane: DiagramLane };
type Point = readonly [number, number];

/** How near to a connection is on it, in pixels. */
const NEAR = 20;

/** What lies below the middle of a shape that was moved by so much. */
export function droppedOn(drawing: Drawing, node: DiagramNode, moved: Point): Dropped | undefined {
  const middle: Point = [node.x + node.width / 2 + moved[0], node.y + node.height / 2 + moved[1]];
  const others = drawing.edges.filter(({ from, to }) => from !== node.shapeId && to !== node.shapeId);
  const edge = others.find(({ points }) => isNear(middle, points as unknown as Point[]));
  if (edge) return { edge };
  const place = drawing.lanes.findIndex((each) => isIn(middle, each));
  const lane = drawing.lanes[place];
  return lane === undefined || place === node.lane ? undefined : { lane };
}

function isIn([x, y]: Point, { x: left, y: top, width, height }: DiagramLane): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

function isNear(point: Point, points: readonly Point[]): boolean {
  return points.slice(1).some((end, place) => far(point, points[place] ?? end, end) <= NEAR);
}

/** From a point to a line between two others. */
function far([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = alongX ** 2 + alongY ** 2 || 1;
  const part = Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / length));
  return Math.hypot(x - fromX - part * alongX, y - fromY - part * alongY);
}
