import { expect, test } from "vitest";
import { bareName, type Line, namedBy, ownLines, partsIn } from "./steps";

const line = (text: string, ...roles: string[]): Line => ({
  text,
  shapeId: text,
  responsibilities: roles.map((id) => ({ context: "does", id, type: "role", name: id })),
});
const names = (lines: readonly Line[]) => lines.map(({ text }) => text.trim());

const FLOW = [
  line("( Go"),
  line("Cut it", "welder"),
  line("Right?"),
  line("  no"),
  line("    Mend it", "mender", "welder"),
  line("    Say so", "clerk"),
  line("  yes"),
  line("    Praise it", "clerk"),
  line("Ship it", "welder"),
  line("Sure?"),
  line("  no"),
];

test("own steps stand below the questions and answers that lead to them", () => {
  expect(names(ownLines(FLOW, new Set(["mender"])))).toEqual(["Right?", "no", "Mend it"]);
  expect(names(ownLines(FLOW, new Set(["clerk"])))).toEqual(["Right?", "no", "Say so", "yes", "Praise it"]);
  expect(names(ownLines(FLOW, new Set(["welder"])))).toEqual(["Cut it", "Right?", "no", "Mend it", "Ship it"]);
  expect(ownLines(FLOW, new Set(["nothing"]))).toEqual([]);
});

test("a name ends where the first mark begins", () => {
  const written = "  Mail \\@home @Clerk #Mail";
  const named = [{ mark: "@", context: "does", id: "1", type: "role", name: "Clerk" }];
  expect(bareName({ text: written, names: named })).toBe("Mail @home");
  expect(bareName({ text: "  -> Go" })).toBe("-> Go");
});

test("what a line names by a mark is named once", () => {
  const clerk = { context: "does", id: "1", type: "role", name: "Clerk" };
  const head = { context: "answers", id: "2", type: "role", name: "Head" };
  const found = namedBy({ text: "Go", names: [{ ...clerk, mark: "@" }], responsibilities: [clerk, head] });
  expect([...found].map(([context, each]) => [context, each.length])).toEqual([
    ["does", 1],
    ["answers", 1],
  ]);
  expect(partsIn({ text: "Go", responsibilities: [clerk, head] }, new Set(["2"]))).toEqual(["answers"]);
});
