import { expect, test } from "vitest";
import type { DiagramNode } from "@/api/types.gen";
import { aligned, distributed, shifted } from "./arrange";

const node = (shapeId: string, x: number, y: number, width = 20, height = 10) =>
  ({ shapeId, x, y, width, height }) as DiagramNode;
const NODES = [node("1", 0, 0), node("2", 50, 40, 40), node("3", 30, 90)];
const corners = (found: ReadonlyMap<string, readonly [number, number]>) => Object.fromEntries(found);

test("shapes are aligned with the outermost of them, or with their middle", () => {
  expect(corners(aligned(NODES, "left"))).toEqual({ 1: [0, 0], 2: [0, 40], 3: [0, 90] });
  expect(corners(aligned(NODES, "right"))).toEqual({ 1: [70, 0], 2: [50, 40], 3: [70, 90] });
  expect(corners(aligned(NODES, "center"))).toEqual({ 1: [35, 0], 2: [25, 40], 3: [35, 90] });
  expect(corners(aligned(NODES, "bottom"))).toEqual({ 1: [0, 90], 2: [50, 90], 3: [30, 90] });
});

test("the gaps between shapes become equal, and the outermost stay", () => {
  expect(corners(distributed(NODES, "across"))).toEqual({ 1: [0, 0], 3: [25, 90], 2: [50, 40] });
  expect(corners(distributed(NODES, "down"))).toEqual({ 1: [0, 0], 2: [50, 45], 3: [30, 90] });
  expect(corners(distributed([], "down"))).toEqual({});
});

test("shapes move together", () => {
  expect(corners(shifted(NODES.slice(0, 2), 10, -5))).toEqual({ 1: [10, -5], 2: [60, 35] });
});
