import { expect, test } from "vitest";
import { understood } from "./pasted";

const lines = (text: string) => understood(text)?.text.trimEnd().split("\n");

test.each<[string, string, string[]]>([
  [
    "a numbered list of a word processor",
    "1.\tTake it\r\n2.\tTurn it\r\n3.\tGive it back",
    ["Take it", "Turn it", "Give it back"],
  ],
  ["numbers of chapters", "1.1 Take it\n1.2 Turn it\n1.10 Give it", ["Take it", "Turn it", "Give it"]],
  ["letters in brackets", "a) Take it\nb) Turn it", ["Take it", "Turn it"]],
  ["bullets with hard spaces", "•\u00a0Take it\n•\u00a0Turn it", ["Take it", "Turn it"]],
  ["bullets of a plain text", "- Take it\n- Turn it\n* Give it", ["Take it", "Turn it", "Give it"]],
  ["nested bullets", "• Take it\n\to with care\n• Turn it", ["Take it", "with care", "Turn it"]],
  [
    "answers below a question",
    "1. Is it whole?\n   a. yes\n   b. no\n2. Go on",
    ["Is it whole?", "  yes", "  no", "Go on"],
  ],
  ["one column of a table", "Take it\r\nTurn it\r\n", ["Take it", "Turn it"]],
  ["a table with numbers and roles", "1\tTake it\tWelder\n2\tTurn it\t", ["Take it (Welder)", "Turn it"]],
  [
    "a chat with dates",
    "[12.11.26, 09:31:02] Anna: Take it\n[12.11.26, 09:32:10] Ben: Turn it",
    ["Take it", "Turn it"],
  ],
  ["another chat", "12/11/2026, 09:31 - Anna: Take it\n12/11/2026, 09:32 - Ben: Turn it", ["Take it", "Turn it"]],
  ["steps by name", "Step 1: Take it\n\nStep 2: Turn it", ["Take it", "Turn it"]],
  ["sentences with numbers in them", "Take 2 of them\nTurn 3.5 times", ["Take 2 of them", "Turn 3.5 times"]],
])("%s", (_, text, wanted) => expect(lines(text)).toEqual(wanted));

test("fifteen lines are fifteen steps", () => {
  const text = Array.from({ length: 15 }, (_, number) => `${number + 1}. Step of work ${number}`).join("\n");
  expect(understood(text)?.count).toBe(15);
});

test("one line, and what is a script already, stay as they are", () => {
  expect(understood("Take it")).toBeUndefined();
  expect(understood("( Go\nTake it @Welder\n  -> Go\n")).toBeUndefined();
});
