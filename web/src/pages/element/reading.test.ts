import { describe, expect, it } from "vitest";
import type { Element } from "@/api/types.gen";
import type { Property } from "./cells";
import { isEmpty, readingOf } from "./reading";

const CULTURES = { dataCultures: [1031, 1033], defaultDataCulture: 1031 };

const attribute = (key: string, dataType: string, isInvariantCulture = false) =>
  ({ key, attribute: { dataType, isInvariantCulture } }) as unknown as Property;
const related = (key: string) => ({ key, related: {} }) as unknown as Property;

const element = (attributes: object, targets: object = {}) =>
  ({ id: "1", type: "t", facetName: "f", attributes, related: targets }) as unknown as Element;

const read = (given: Element, properties: Property[], culture = 1033) =>
  readingOf(given, properties, { label: ["a"], fixed: ["z"] }, culture, CULTURES);

describe("what there is to read", () => {
  it("leaves out the title and all that is empty", () => {
    const found = read(element({ a: { 1033: "A" }, b: { 1033: "" }, c: {}, d: { 127: false } }, { r: [] }), [
      attribute("a", "SingleLineText"),
      attribute("b", "MultiLineText"),
      attribute("c", "Html"),
      attribute("d", "Boolean", true),
      related("r"),
    ]);
    expect(found).toEqual({ texts: [], facts: [], related: [], others: [] });
  });

  it("takes another language where the wanted one has no text, and says so", () => {
    const [found] = read(element({ b: { 1031: "Hallo" } }), [attribute("b", "MultiLineText")]).texts;
    expect([found?.value, found?.culture]).toEqual(["Hallo", 1031]);
  });

  it("takes the wanted language where it has a text", () => {
    const [found] = read(element({ b: { 1031: "Hallo", 1033: "Hello" } }), [attribute("b", "MultiLineText")]).texts;
    expect([found?.value, found?.culture]).toEqual(["Hello", 1033]);
  });

  it("keeps long texts, facts, references and what the service sets apart", () => {
    const given = element({ b: { 1033: "x" }, n: { 127: 0 }, z: { 127: "2" } }, { r: [{ id: "2" }] });
    const found = read(given, [
      attribute("n", "Integer", true),
      related("r"),
      attribute("z", "SingleLineText", true),
      attribute("b", "Html"),
    ]);
    expect(found.texts.map((each) => each.property.key)).toEqual(["b"]);
    expect(found.facts.map((each) => each.property.key)).toEqual(["n"]);
    expect(found.related.map((each) => each.property.key)).toEqual(["r"]);
    expect(found.others).toHaveLength(1);
  });
});

it.each([
  ['<?xml version="1.0"?><div><p> </p>&#160;</div>', true],
  ['<?xml version="1.0"?><p><img src="x"/></p>', false],
  ['<?xml version="1.0"?><p>a</p>', false],
  ["<p></p>", false],
  [0, false],
  [[], true],
])("knows whether %j has something to read", (value, empty) => {
  expect(isEmpty(value)).toBe(empty);
});
