import { describe, expect, test } from "vitest";
import { type Conditions, NO_CONDITIONS, parseFilter, quoted, renderFilter } from "./filter-text";

const one = (left: string, operator: string, values: string[], culture: number | null = null) =>
  ({ match: "all", conditions: [{ left, culture, operator, values }] }) as Conditions;

describe("an expression is read as conditions", () => {
  test.each<[string, Conditions | null]>([
    ["", NO_CONDITIONS],
    ["name -eq 'it''s'", one("name", "eq", ["it's"])],
    ["name/1031 Equal 'Rad'", one("name", "eq", ["Rad"], 1031)],
    ["cycleTime ge 12", one("cycleTime", "ge", ["12"])],
    ["IsNull(owner)", one("owner", "isNull", [])],
    ["NOT IsNull(owner)", one("owner", "notNull", [])],
    ["owner -ne null", one("owner", "notNull", [])],
    ["type -in ('a', 'b')", one("type", "in", ["a", "b"])],
    ["endswith(owner/lastName,'mann')", one("owner/lastName", "endsWith", ["mann"])],
  ])("%s", (text, conditions) => expect(parseFilter(text)).toEqual(conditions));
});

describe("what conditions cannot say stays text", () => {
  test.each([
    "a -eq 1 AND b -eq 2 OR c -eq 3",
    "(a -eq 1)",
    "NOT a -eq 1",
    "order",
    "Contains(name",
    "Contains(name,'x'",
    "name -eq",
    "name -eq 'open",
    "type -in ('a'",
    "type -in ()",
  ])("%s", (text) => expect(parseFilter(text)).toBeNull());
});

test("conditions are written as they were read", () => {
  const text = "Contains(name/1033,'it''s') AND type -in ('a','b') AND NOT IsNull(owner) AND size -gt 3";
  const read = parseFilter(text);
  expect(read).not.toBeNull();
  expect(renderFilter(read as Conditions, (left) => left === "size")).toBe(text);
});

test("conditions without a value are left out", () => {
  const given = { ...one("name", "contains", [""]), match: "any" } as Conditions;
  given.conditions.push({ left: "owner", culture: null, operator: "isNull", values: [] });
  expect(renderFilter(given, () => false)).toBe("IsNull(owner)");
});

test("no value ends its quotes early", () => {
  expect(quoted("' OR name -eq '")).toBe("''' OR name -eq '''");
  expect(parseFilter(`name -eq ${quoted("a' OR b -eq 'c")}`)).toEqual(one("name", "eq", ["a' OR b -eq 'c"]));
});
