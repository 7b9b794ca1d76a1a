import { expect, test } from "vitest";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import { withPartsOf } from "./shared-parts";

const node = (shapeId: string, y: number, name = shapeId) => ({ shapeId, name, x: 0, y, label: { lines: [name] } });
const drawing = (...nodes: ReturnType<typeof node>[]) =>
  ({ nodes: nodes as unknown as DiagramNode[], edges: [], lanes: [], width: 1 }) as unknown as Drawing;

test("shapes that stay as they are stay the same objects, wherever others come in", () => {
  const before = drawing(node("1", 0), node("2", 50));
  const after = withPartsOf(before, drawing(node("0", 0), node("1", 0), node("2", 90), node("3", 120)));

  expect(after.nodes.map((each) => each.shapeId)).toEqual(["0", "1", "2", "3"]);
  expect(after.nodes[1]).toBe(before.nodes[0]);
  expect(after.nodes[2]).not.toBe(before.nodes[1]);
  expect(after.nodes[2]?.y).toBe(90);
  expect(after.nodes[2]?.label).toBe(before.nodes[1]?.label);
});

test("a shape with another name is another one", () => {
  const before = drawing(node("1", 0));
  const after = withPartsOf(before, drawing(node("1", 0, "Other")));

  expect(after.nodes[0]?.name).toBe("Other");
  expect(after.nodes[0]).not.toBe(before.nodes[0]);
});
