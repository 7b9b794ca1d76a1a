import { expect, test } from "vitest";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import { droppedOn } from "./drop";

const box = (shapeId: string, x: number, y: number, lane: number) =>
  ({ shapeId, x, y, width: 100, height: 40, lane }) as DiagramNode;
const [first, second, other] = [box("1", 50, 20, 0), box("2", 350, 20, 0), box("3", 50, 220, 1)];
const lanes = ["A", "B"].map((name, place) => ({ name, x: 0, y: place * 200, width: 600, height: 200 }));
const edges = [
  {
    from: "1",
    to: "2",
    points: [
      [150, 40],
      [350, 40],
    ],
  },
]; // prettier-ignore
const drawing = { nodes: [first, second, other], lanes, edges } as unknown as Drawing;

test("on a connection, and not on its own", () => {
  expect(droppedOn(drawing, other as DiagramNode, [150, -195])).toEqual({ edge: edges[0] });
  expect(droppedOn(drawing, first as DiagramNode, [150, 5])).toBeUndefined();
});

test("into another lane, and not into its own", () => {
  expect(droppedOn(drawing, second as DiagramNode, [-20, 220])).toEqual({ lane: lanes[1] });
  expect(droppedOn(drawing, second as DiagramNode, [-20, 100])).toBeUndefined();
});

test("beside all of it", () => {
  expect(droppedOn(drawing, second as DiagramNode, [900, 0])).toBeUndefined();
});
