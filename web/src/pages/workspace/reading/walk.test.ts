import { expect, test } from "vitest";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import { startOf, stepsOf, waysFrom } from "./walk";

const node = (name: string, figure = "box") => ({ shapeId: name, name, figure }) as DiagramNode;
const edge = (from: string, to: string) => ({ from, to }) as Drawing["edges"][number];

const drawing = {
  nodes: [
    node("Mend"),
    node("no", "condition"),
    node("Go", "start"),
    node("Right?", "gateway"),
    node("yes", "condition"),
    node("End"),
  ],
  edges: [
    edge("Go", "Right?"),
    edge("Right?", "no"),
    edge("no", "Mend"),
    edge("Mend", "Right?"),
    edge("Right?", "yes"),
    edge("yes", "End"),
  ],
  script: ["Go", "Right?", "no", "Mend", "yes", "End"].map((text) => ({ text, shapeId: text })),
} as unknown as Drawing;
const told = (shape: string, isBack = false) =>
  waysFrom(drawing, shape, isBack).map(({ answer, to }) => [answer, to.name]);

test("a question offers its answers with the steps behind them", () => {
  expect(told("Right?")).toEqual([
    ["no", "Mend"],
    ["yes", "End"],
  ]);
  expect(told("Go")).toEqual([[undefined, "Right?"]]);
  expect(told("End")).toEqual([]);
});

test("the way back leads over answers, too", () => {
  expect(told("End", true)).toEqual([["yes", "Right?"]]);
});

test("a walk begins where nothing leads to, and counts no answers", () => {
  expect(startOf(drawing)?.name).toBe("Go");
  expect(stepsOf(drawing)).toEqual(["Go", "Right?", "Mend", "End"]);
});
