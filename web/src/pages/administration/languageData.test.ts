// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";

vi.mock("@/app/place", () => ({ api: "/c/s/_api/", basepath: "/c/s" }));

const { newLanguage, offeredLanguages, textsLeft } = await import("./languageData");
const { ApiError } = await import("@/api/client");

describe("languages that can be added", () => {
  const offered = offeredLanguages([1031, 1033], "en");

  it("are all that have a number, without those that are there", () => {
    expect(offered.length).toBeGreaterThan(200);
    expect(offered.map((each) => each.value)).not.toContain("1031");
  });

  it("are found by their names in the language of the page, by their own, and by their tags", () => {
    expect(offered.find((each) => each.value === "1036")?.label).toBe("French – français (fr-FR)");
    expect(offeredLanguages([], "de").find((each) => each.value === "1036")?.label).toContain("Französisch");
  });

  it("stand in the order of the alphabet", () => {
    const labels = offered.map((each) => each.label);
    expect(labels).toEqual([...labels].sort(new Intl.Collator("en").compare));
  });
});

it("a new language has a name in every language of the storage", () => {
  const roles = { culture: "language", cultureId: "number", name: "label" };
  expect(newLanguage(1036, [1031, 1033], roles)).toEqual({
    type: "language",
    attributes: { label: { 1031: "Französisch", 1033: "French" }, number: { 127: "1036" } },
  });
});

it("the number of texts is read from the refusal, and from no other", () => {
  const refused = (code: string, error: string) =>
    new ApiError(409, { message: "", output: "inline", type: "error", requestId: "", data: [{ code, error }] });
  expect(textsLeft(refused("has-texts", "1234 texts exist in this language."))).toBe(1234);
  expect(textsLeft(refused("has-texts", "Texts exist in this language."))).toBe(0);
  expect(textsLeft(refused("one-default", "1 is the default"))).toBeNull();
  expect(textsLeft(new Error("x"))).toBeNull();
});
