import { describe, expect, test } from "vitest";
import { parseFilter } from "./filter-text";
import { expressionOf, isExpression, wordsOf } from "./filter-words";

describe("what is meant as an expression", () => {
  test.each([
    "state -eq 'released'",
    "name Equal 'Today''s orders'",
    "cycleTime ge 12",
    "Contains(name,'order')",
    "NOT IsNull(owner)",
    "type -in ('a','b')",
    "type in ('a','b')",
    "endswith(owner/lastName,'mann')",
    "name/1033 -like '_.0'",
    "isActive eq true",
    "owner -eq null",
    "Contains(name",
    "(state -eq 'released' OR state -eq 'valid') AND Contains(name,'x')",
    "cycleTime > 12",
    "name = 'x'",
  ])("%s", (text) => expect(isExpression(text)).toBe(true));
});

describe("what is meant as words", () => {
  test.each([
    "order",
    "customer order",
    "Contains",
    "contains nothing",
    "e-mail",
    "check-in",
    "order (draft)",
    "R&D",
    "in progress",
    "O'Neill",
    "what is like that",
    "AND",
    "-",
    "100 %",
    "Größe <unklar>",
  ])("%s", (text) => expect(isExpression(text)).toBe(false));
});

test("quotes make one word of several", () => {
  expect(wordsOf('  take "customer order"  back "and ')).toEqual(["take", "customer order", "back", "and"]);
});

test("each word must be in the name", () => {
  expect(expressionOf("take O'Neill", ["name"])).toBe("Contains(name,'take') AND Contains(name,'O''Neill')");
});

test("a name of several attributes is searched in all of them", () => {
  expect(expressionOf("kim", ["first", "last"])).toBe("(Contains(first,'kim') OR Contains(last,'kim'))");
});

test("an expression stays as it is, and nothing stays nothing", () => {
  expect(expressionOf(" state -eq 'x' ", ["name"])).toBe("state -eq 'x'");
  expect(expressionOf("   ", ["name"])).toBe("");
});

test("words become conditions that the builder can show", () => {
  expect(parseFilter(expressionOf("customer order", ["name"]))).toEqual({
    match: "all",
    conditions: ["customer", "order"].map((word) => ({
      left: "name",
      culture: null,
      operator: "contains",
      values: [word],
    })),
  });
});
