import { describe, expect, it } from "vitest";
import type { Additions } from "@/api/types.gen";
import {
  type GivenProperty,
  givenProperty,
  givenType,
  isOwnType,
  keyFrom,
  typesWith,
  withoutProperty,
  withoutType,
  withProperty,
  withType,
} from "./typeData";

const names = { 1031: "Lieferant", 1033: "Supplier" };
const pattern = { facet: "partners", identity: "versioned", include: ["named"] };
const supplier = { key: "supplier", names, descriptions: {}, color: "#112233", parents: [] };
const number: GivenProperty = {
  key: "number",
  names: { 1031: "Nummer", 1033: "Number" },
  descriptions: {},
  kind: "SingleLineText",
  relatedTypes: [],
  values: [],
  isInvariant: true,
  isMandatory: false,
  isSearchable: true,
  readableBy: null,
  writableBy: null,
  types: ["supplier", "process"],
};
const rules = { rules: { loud: { active: true } } };

describe("keys", () => {
  it.each([
    ["Supplier number", "supplierNumber"],
    ["  Größe in m² ", "groeInM2"],
    ["3D model", "dModel"],
    ["KPI", "kPI"],
    ["…", ""],
  ])("are made from names: %s", (name, key) => {
    expect(keyFrom(name)).toBe(key);
  });
});

describe("types", () => {
  const made = withType(rules, { ...supplier, parents: ["group"] }, pattern);

  it("take over a pattern, and their name where they have no description", () => {
    expect(made).toEqual({
      ...rules,
      types: {
        supplier: { ...pattern, names, descriptions: names, color: "#112233" },
        group: { children: ["supplier"] },
      },
    });
    expect(isOwnType(made, "supplier")).toBe(true);
    expect(isOwnType(made, "group")).toBe(false);
  });

  it("are shown in the form as they are stored", () => {
    expect(givenType(made, "supplier")).toEqual({ ...supplier, descriptions: names, parents: ["group"] });
  });

  it("keep what the form does not show", () => {
    const changed = withType(made, { ...supplier, names: { ...names, 1036: " Fournisseur " } });
    expect(changed.types?.supplier).toMatchObject({ ...pattern, names: { ...names, 1036: "Fournisseur" } });
    expect(changed.types?.group).toBeUndefined();
  });

  it("go without a trace", () => {
    expect(withoutType(made, "supplier")).toEqual(rules);
  });
});

describe("properties", () => {
  const own = withType({}, supplier, pattern);
  const made = withProperty(own, number);

  it("are named by the types that have them", () => {
    expect(made.properties?.number).toEqual({
      names: number.names,
      descriptions: number.names,
      dataType: "SingleLineText",
      invariant: true,
      searchable: true,
    });
    expect(typesWith(made, "number")).toEqual(["supplier", "process"]);
    expect(givenProperty(made, "number")).toEqual({ ...number, descriptions: number.names });
  });

  it("leave the types that shall not have them any more", () => {
    const changed = withProperty(made, { ...number, types: ["supplier"] });
    expect(typesWith(changed, "number")).toEqual(["supplier"]);
    expect(changed.types?.process).toBeUndefined();
  });

  it("keep what differs in a type", () => {
    const differing: Additions = { ...made, types: { process: { properties: { number: { mandatory: true } } } } };
    expect(withProperty(differing, number).types?.process).toEqual({ properties: { number: { mandatory: true } } });
  });

  it("refer to elements, or offer values that keep their keys", () => {
    const reference = withProperty(own, { ...number, kind: "reference", relatedTypes: ["role"], isMandatory: true });
    expect(reference.properties?.number).toEqual({
      names: number.names,
      descriptions: number.names,
      relatedTypes: ["role"],
    });
    const good = { key: "", names: { 1031: "Gut", 1033: "Very good" } };
    const choice = withProperty(own, { ...number, kind: "SelectionValue", values: [good] });
    const again = givenProperty(choice, "number");
    expect(again.values).toEqual([{ ...good, key: "veryGood" }]);
    const renamed = withProperty(choice, {
      ...again,
      values: [{ key: "veryGood", names: { 1031: "Gut", 1033: "Good" } }],
    });
    expect(renamed.properties?.number?.selectableValues?.[0]?.key).toBe("veryGood");
  });

  it("go without a trace", () => {
    expect(withoutProperty(made, "number")).toEqual({
      types: { supplier: { ...own.types?.supplier, properties: {} } },
    });
  });
});
