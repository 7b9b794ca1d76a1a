import { expect, test } from "vitest";
import { nextOf } from "./next";

test("the one behind it", () => expect(nextOf(["a", "b", "c"], "b", 0)).toBe("c"));
test("after the last comes the first", () => expect(nextOf(["a", "b"], "b", 1)).toBe("a"));
test("what is done made room for the one behind it", () => expect(nextOf(["a", "c"], "b", 1)).toBe("c"));
test("what was the last and is done: the first", () => expect(nextOf(["a", "b"], "c", 2)).toBe("a"));
test("no other one", () => {
  expect(nextOf(["a"], "a", 0)).toBeUndefined();
  expect(nextOf([], "a", 0)).toBeUndefined();
});
