import { expect, test } from "vitest";
import type { Element } from "@/api/types.gen";
import { below, MOST_BELOW } from "./below";

const element = (id: string, children: string[] = []) =>
  ({ id, facetName: "f", type: "t", children: children.map((each) => ({ id: each })) }) as unknown as Element;

test("what stands below is listed level by level", async () => {
  const tree: Record<string, Element[]> = {
    top: [element("a", ["c"]), element("b")],
    a: [element("c", ["d"])],
    c: [element("d")],
  };
  const asked: string[] = [];
  const found = await below("f", "top", async (_, id) => {
    asked.push(id);
    return tree[id] ?? [];
  });
  expect(found.elements.map((each) => each.id)).toEqual(["a", "b", "c", "d"]);
  expect(asked).toEqual(["top", "a", "c"]);
});

test("a circle ends, and so does a very large tree", async () => {
  const circle = await below("f", "a", async (_, id) => [element(id === "a" ? "b" : "a", ["x"])]);
  expect(circle.elements.map((each) => each.id)).toEqual(["b"]);
  const many = Array.from({ length: MOST_BELOW + 1 }, (_, place) => element(String(place)));
  const large = await below("f", "top", async () => many);
  expect([large.elements.length, large.isCut]).toEqual([MOST_BELOW, true]);
});
