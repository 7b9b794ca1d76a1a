import { expect, test } from "vitest";
import type { DiagramNode } from "@/api/types.gen";
import { framed } from "./together";

const node = (shapeId: string, x: number, y: number) => ({ shapeId, x, y, width: 20, height: 10 }) as DiagramNode;

test("a frame takes the shapes whose middle is in it, from whichever corner it was drawn", () => {
  const nodes = [node("1", 0, 0), node("2", 30, 0), node("3", 0, 50)];
  expect(framed(nodes, { x: 5, y: 2 }, { x: 45, y: 8 })).toEqual(["1", "2"]);
  expect(framed(nodes, { x: 12, y: 60 }, { x: 8, y: 4 })).toEqual(["1", "3"]);
  expect(framed(nodes, { x: 100, y: 100 }, { x: 200, y: 200 })).toEqual([]);
});
