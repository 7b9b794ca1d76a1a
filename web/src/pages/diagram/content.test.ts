import { expect, test } from "vitest";
import { between, type Content, without } from "./content";

const shape = (id: string, ...before: string[]) => ({ id, element: id, type: "any", names: {}, before });
const flow = (content: Content) => Object.fromEntries(content.map((each) => [each.id, each.before]));
const CHAIN: Content = [shape("1"), shape("2", "1"), shape("3", "2"), shape("4", "3")];

test("a shape comes between two others, and closes its gap", () => {
  expect(flow(between(CHAIN, "2", "3", "4"))).toEqual({ 1: [], 2: ["3"], 3: ["1"], 4: ["2"] });
  expect(flow(between([...CHAIN, shape("5")], "5", "1", "2"))).toEqual({
    1: [],
    2: ["5"],
    3: ["2"],
    4: ["3"],
    5: ["1"],
  });
});

test("a shape that leads back does not lead to itself", () => {
  const loop: Content = [shape("1", "2"), shape("2", "1"), shape("3"), shape("4", "3")];
  expect(flow(between(loop, "2", "3", "4"))).toEqual({ 1: [], 2: ["3"], 3: [], 4: ["2"] });
});

test("where it stands already it stays", () => {
  expect(between(CHAIN, "2", "2", "3")).toBe(CHAIN);
});

test("what was before and behind deleted shapes is joined, or not", () => {
  const branched: Content = [...CHAIN, shape("5", "2"), shape("6", "5", "3")];
  const gone = new Set(["2", "3"]);
  expect(flow(without(branched, gone, true))).toEqual({ 1: [], 4: ["1"], 5: ["1"], 6: ["5", "1"] });
  expect(flow(without(branched, gone, false))).toEqual({ 1: [], 4: [], 5: [], 6: ["5"] });
  const loop: Content = [shape("1", "2"), shape("2", "1", "3"), shape("3", "2")];
  expect(flow(without(loop, new Set(["2"]), true))).toEqual({ 1: ["3"], 3: ["1"] });
});
