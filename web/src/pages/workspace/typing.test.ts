import { expect, test } from "vitest";
import { CALLED, escaped, indentBelow, lineAt, markedAt, startOf } from "./typing";

const MARKS = ["@", "#", "<", ">", "!"];
const marked = (text: string) => markedAt(text, text.length, MARKS);

test("a name is completed from its mark on", () => {
  expect(marked("( Go\nCut it @Wel")).toEqual({ mark: "@", typed: "Wel", from: 12 });
  expect(marked("Cut it @Head of pro")).toEqual({ mark: "@", typed: "Head of pro", from: 7 });
  expect(marked("Cut it @Welder #S")).toEqual({ mark: "#", typed: "S", from: 15 });
  expect(marked("  [[Ship")).toEqual({ mark: CALLED, typed: "Ship", from: 2 });
});

test("what only looks like a mark is none", () => {
  for (const text of ["mail@home", "Cut it", "# 5 pieces", "[[Ship]]", "Cut @Welder\nNext"])
    expect(marked(text)).toBeUndefined();
});

test("names are written so that they mean themselves", () => {
  expect(escaped("A|B \\ @C", "@", MARKS)).toBe("A\\|B \\\\ \\@C");
  expect(escaped("[x]", CALLED, MARKS)).toBe("[x\\]");
});

test("lines and places lead to each other", () => {
  const text = "a\nbb\nccc";
  for (const line of [0, 1, 2]) expect(lineAt(text, startOf(text, line))).toBe(line);
  expect(startOf(text, 9)).toBe(text.length);
});

test("answers are indented below their question", () => {
  expect(indentBelow("  Is it?")).toBe("    ");
  expect(indentBelow("  yes")).toBe("  ");
});
