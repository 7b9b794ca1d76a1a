import { expect, test } from "vitest";
import { daysBefore, NOTHING, pathOf, withLines } from "./found";

const line = (id: string, kind: string) => ({ id, kind, changed: [], difference: {} });

test("counts grow with the lines, and the last line says that it is all", () => {
  const some = withLines(NOTHING, [{ fromRevision: 1, toRevision: 2 }, line("a", "added"), line("b", "changed")]);
  expect(some.counts).toEqual({ added: 1, removed: 0, changed: 1 });
  expect(some.isWhole).toBe(false);
  const all = withLines(some, [line("c", "removed"), { counts: { added: 1, removed: 1, changed: 1, lookedAt: 9 } }]);
  expect(all.counts).toEqual({ added: 1, removed: 1, changed: 1 });
  expect(all.elements.map((each) => each.id)).toEqual(["a", "b", "c"]);
  expect(all.isWhole).toBe(true);
  expect(NOTHING.elements).toEqual([]);
});

test("a line with an error is no element", () => {
  expect(withLines(NOTHING, [{ error: "Too long" }])).toMatchObject({
    refused: "Too long",
    isWhole: false,
    elements: [],
  });
});

test("days go back over the end of a month", () => {
  expect(daysBefore("2026-03-01", 1)).toBe("2026-02-28");
  expect(daysBefore("2026-11-18", 30)).toBe("2026-10-19");
});

test("a scope is a subtree, a facet or everything", () => {
  expect(pathOf({}, "diff")).toBe("rest/diff");
  expect(pathOf({ facet: "it" }, "releasenotes")).toBe("rest/facets/it/releasenotes");
  expect(pathOf({ facet: "it", id: "1" }, "diff")).toBe("rest/facets/it/views/detail/elements/1/subtree/diff");
});
