import { expect, test } from "vitest";
import { pastedBelow } from "./pasting";

const CHECKED = "( Go\nIs it right?\n  yes\n    Pack it\n  no\nSend it\n";

test("what is pasted stands behind a step, or at the end", () => {
  expect(pastedBelow("A\nB\n", 0, "X\nY")).toBe("A\nX\nY\nB\n");
  expect(pastedBelow("A\nB\n", undefined, "X\r\n")).toBe("A\nB\nX\n");
  expect(pastedBelow("", undefined, "X\n")).toBe("X\n");
});

test("behind a question it follows the branches, behind an answer it goes on in its branch", () => {
  expect(pastedBelow(CHECKED, 1, "X\n")).toBe(CHECKED.replace("Send it", "X\nSend it"));
  expect(pastedBelow(CHECKED, 2, "X?\n  a\n")).toBe(CHECKED.replace("Pack it\n", "Pack it\n    X?\n      a\n"));
  expect(pastedBelow(CHECKED, 3, "X\n")).toBe(CHECKED.replace("Pack it\n", "Pack it\n    X\n"));
  expect(pastedBelow(CHECKED, 4, "X\n")).toBe(CHECKED.replace("  no\n", "  no\n    X\n"));
});

test("a question with a role is a question", () => {
  expect(pastedBelow("Is it? @Clerk\n  yes\nB\n", 0, "X\n")).toBe("Is it? @Clerk\n  yes\nX\nB\n");
});

test("lists from elsewhere become lines", () => {
  expect(pastedBelow("A\n", 0, "1. Take it\n2. Turn it\n")).toBe("A\nTake it\nTurn it\n");
});

test("labels that are taken get another name", () => {
  expect(pastedBelow("A ^1\n-> ^1\n", 0, "B ^1\n  -> ^1\n  C ^2\n")).toBe("A ^1\nB ^1-2\n  -> ^1-2\n  C ^2\n-> ^1\n");
});
