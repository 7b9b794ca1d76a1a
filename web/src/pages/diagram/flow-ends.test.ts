import { expect, test } from "vitest";
import type { Diagram as Drawing } from "@/api/types.gen";
import { flowOfArrow, nextFlow } from "./flow-ends";

const node = (shapeId: string, name: string) => ({ shapeId, name });
const drawing = {
  nodes: [node("1", "Cut"), node("2", "Weld"), node("3", "Weld"), node("4", "Pack")],
  edges: [
    { from: "1", to: "2", isLoop: false },
    { from: "2", to: "1", isLoop: true },
    { from: "2", to: "4", isLoop: false },
    { from: "4", to: "2", isLoop: true },
    { from: "4", to: "3", isLoop: true },
  ],
} as unknown as Drawing;

test("the connections of a shape are chosen one after the other", () => {
  expect(nextFlow(drawing, "2", undefined)).toEqual({ from: "2", to: "1" });
  expect(nextFlow(drawing, "2", { from: "2", to: "1" })).toEqual({ from: "2", to: "4" });
  expect(nextFlow(drawing, "2", { from: "2", to: "4" })).toEqual({ from: "2", to: "1" });
  expect(nextFlow(drawing, "3", undefined)).toBeUndefined();
});

test("an arrow of the script is a connection if it is clear which", () => {
  expect(flowOfArrow(drawing, "    -> Cut", "2")).toEqual({ from: "2", to: "1" });
  expect(flowOfArrow(drawing, "-> ^1", "2")).toEqual({ from: "2", to: "1" });
  expect(flowOfArrow(drawing, "-> Weld", "4")).toBeUndefined();
  expect(flowOfArrow(drawing, "Pack", "2")).toBeUndefined();
  expect(flowOfArrow(drawing, "-> Cut", undefined)).toBeUndefined();
});
