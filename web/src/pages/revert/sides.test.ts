import { expect, test } from "vitest";
import { answersOf, askedOf } from "./sides";

const facetOf = (type: string) => `facet of ${type}`;

test("a value is asked by its attribute and culture", () => {
  const [asked] = askedOf([{ path: "attributes.title.1033", base: "B", restored: "A", current: null }], facetOf);

  expect(asked).toEqual({
    path: "attributes.title.1033",
    clash: { key: "title", culture: "1033", original: "B", mine: "A", other: null },
  });
});

test("references are asked as a list", () => {
  const target = { id: "1", type: "one", name: { 1033: "One" } };
  const [asked] = askedOf([{ path: "related.used", base: [target], restored: [], current: [target] }], facetOf);

  const shown = { facetName: "facet of one", id: "1", type: "one" };
  expect(asked?.clash).toEqual({ key: "used", culture: null, original: [shown], mine: [], other: [shown] });
});

test("of a step its texts are shown", () => {
  const step = { attributes: { title: { 1033: "Unpack" }, code: { 127: "U" } } };
  const [asked] = askedOf([{ path: "content.shapes.x", base: step, restored: null, current: step }], facetOf);

  expect(asked?.clash).toMatchObject({ key: "content", original: "Unpack · U", mine: null });
});

test("each conflict has an answer", () => {
  const asked = askedOf(
    ["a", "b"].map((name) => ({ path: `attributes.${name}.127`, base: 1, restored: 2, current: 3 })),
    facetOf,
  );

  expect(
    answersOf(
      asked,
      asked.slice(1).map(({ clash }) => clash),
    ),
  ).toEqual({
    "attributes.a.127": "restored",
    "attributes.b.127": "current",
  });
});
