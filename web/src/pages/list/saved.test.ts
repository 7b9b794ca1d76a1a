import { expect, test } from "vitest";
import type { Preference } from "@/api/types.gen";
import { filterKey, LONGEST_NAME, oldFilters, savedFilters } from "./saved";

const stored = (key: string, value: Preference["value"], more: Partial<Preference> = {}): Preference => ({
  kind: "filter",
  key,
  shared: false,
  mayChange: true,
  value,
  ...more,
});

test("a key has only signs that an address takes, whatever the name", () => {
  for (const name of ["Meine Entwürfe / Ä?", "ÿÿÿ>>>", "未発行", "a.b:c", "𝔄".repeat(LONGEST_NAME / 2)])
    expect(filterKey("processes", name)).toMatch(/^[A-Za-z0-9._:~-]{1,300}$/);
});

test("other names and facets have other keys", () => {
  const keys = [filterKey("roles", "a"), filterKey("roles", "b"), filterKey("risks", "a")];
  expect(new Set(keys).size).toBe(3);
  expect(filterKey("roles", "a")).toBe(keys[0]);
});

test("filters of one facet are listed by name, the own one before the shared one", () => {
  const value = (name: string, facet = "roles") => ({ name, facet, state: { filter: "x", page: 3 } });
  const found = savedFilters(
    [
      stored("1", value("b"), { shared: true, mayChange: false }),
      stored("2", value("a")),
      stored("3", value("b")),
      stored("4", value("c", "risks")),
    ],
    "roles",
  );
  expect(found.map((each) => [each.name, each.at.shared, each.mayChange])).toEqual([
    ["a", false, true],
    ["b", false, true],
    ["b", true, false],
  ]);
  expect(found[0]?.state).toEqual({ filter: "x" });
});

test("what is no filter is left out", () => {
  const values = [{}, { name: 1, facet: "roles", state: {} }, { name: "a", facet: "roles" }, { name: "a", state: {} }];
  expect(savedFilters(values.map((each, at) => stored(String(at), each)))).toEqual([]);
});

test("what the browser holds of older releases is read, and nothing that is broken", () => {
  const one = { name: "a", state: { filter: "x" } };
  expect(oldFilters(JSON.stringify([one, { name: 1 }, null]))).toEqual([one]);
  for (const text of [null, "", "{", "{}", "3"]) expect(oldFilters(text)).toEqual([]);
});
