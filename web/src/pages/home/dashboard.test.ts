import { expect, test } from "vitest";
import type { Preference } from "@/api/types.gen";
import { filterWidget, hasOwn, moved, shownWidgets, USUAL } from "./dashboard";

const board = (widgets: unknown, shared: boolean): Preference => ({
  kind: "dashboard",
  key: "home",
  shared,
  mayChange: true,
  value: { widgets },
});

test("without a choice the usual widgets are shown", () => {
  expect(shownWidgets([], USUAL)).toEqual(USUAL);
});

test("the own choice wins over that of all users", () => {
  const shared = board(["tasks"], true);
  expect(shownWidgets([shared], USUAL)).toEqual(["tasks"]);
  expect(shownWidgets([shared, board(["states", "house"], false)], USUAL)).toEqual(["states", "house"]);
  expect(shownWidgets([shared, board([], false)], USUAL)).toEqual([]);
  expect(hasOwn([shared])).toBe(false);
});

test("what is unknown, given twice or broken is left out", () => {
  const filter = filterWidget({ key: "a", shared: true });
  expect(shownWidgets([board(["tasks", "gone", "tasks", filter, 3], false)], [...USUAL, filter])).toEqual([
    "tasks",
    filter,
  ]);
  expect(shownWidgets([board("tasks", false)], USUAL)).toEqual(USUAL);
});

test("a widget is moved among the others, and not beyond the ends", () => {
  expect(moved(["a", "b", "c"], "a", 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], "c", -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], "a", -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], "x", 1)).toEqual(["a", "b"]);
});
