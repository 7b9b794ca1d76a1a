import { expect, test } from "vitest";
import { afterThis } from "./walking";

const elements = [{ id: "a" }, { id: "b" }, { id: "c" }];

test("the next one follows, and the first one follows the last", () => {
  expect(afterThis(elements, "a")?.id).toBe("b");
  expect(afterThis(elements, "c")?.id).toBe("a");
});

test("what is no longer in the list is followed by the first one", () => {
  expect(afterThis(elements, "gone")?.id).toBe("a");
});

test("nothing follows the only one, and nothing follows in an empty list", () => {
  expect(afterThis([{ id: "a" }], "a")).toBeUndefined();
  expect(afterThis([], "a")).toBeUndefined();
});
