import { expect, test } from "vitest";
import type { TypeCatalog } from "@/api/hooks";
import type { Diagram as Drawing, RuleFinding } from "@/api/types.gen";
import { checksOf } from "./lineChecks";

const node = (shapeId: string, more: object) => ({ shapeId, type: "step", figure: "box", lane: 0, ...more });
const nodes = [node("1", {}), node("2", { lane: 1 }), node("3", { figure: "circle", lane: 1, fallback: 1031 })];
const drawing = { nodes, lanes: [{ id: "role" }, {}] } as unknown as Drawing;
const types = { get: () => ({ isFlow: true }) } as unknown as TypeCatalog;
const finding = (path: string) =>
  ({ code: "x", path, error: "Wrong.", severity: "warning", messages: {} }) as RuleFinding;
const found = (...findings: RuleFinding[]) => checksOf(drawing, findings, types, (each) => each.error);

test("steps without a role and names of other languages are seen in the drawing", () => {
  expect(found()).toEqual([
    { shape: "2", kind: "role" },
    { shape: "3", kind: "name" },
  ]);
});

test("rules of the release stand at their shapes, each once, and those of fields nowhere", () => {
  expect(found(finding("content/1"), finding("content/1"), finding("attributes/name/1033"))[0]).toEqual({
    shape: "1",
    kind: "rule",
    text: "Wrong.",
  });
  expect(found(finding("content/1"), finding("content/1"), finding("attributes/name/1033"))).toHaveLength(3);
});

test("without lanes nothing is said of roles", () => {
  expect(checksOf({ ...drawing, lanes: [] }, [], types, () => "").map((each) => each.kind)).toEqual(
    ["role", "role", "name"].slice(2),
  );
});
