import { expect, it, vi } from "vitest";

vi.mock("@/api/client", () => ({}));
vi.mock("@/api/hooks", () => ({}));
vi.mock("@/api/requests", () => ({}));
vi.mock("@/app/preferences", () => ({}));

const { isAsShown } = await import("./asShown");

const SHOWN = { id: "1", type: "t", state: "a", attributes: { n: { 1033: "Buy" }, other: { 127: 1 } } };
const NOW = { ...SHOWN, facetName: "f" };

it("takes an element that is what was shown, whatever else has changed", () => {
  expect(isAsShown(SHOWN, { ...NOW, attributes: { n: { 1033: "Buy" } } }, ["n"])).toBe(true);
  expect(isAsShown({ id: "1", type: "t" }, { id: "1", type: "t", facetName: "f" }, ["n"])).toBe(true);
});

it("refuses one with another name or state, and one that is gone", () => {
  expect(isAsShown(SHOWN, { ...NOW, attributes: { n: { 1033: "Sell" } } }, ["n"])).toBe(false);
  expect(isAsShown(SHOWN, { ...NOW, attributes: {} }, ["n"])).toBe(false);
  expect(isAsShown(SHOWN, { ...NOW, state: "b" }, ["n"])).toBe(false);
  expect(isAsShown(SHOWN, undefined, ["n"])).toBe(false);
});
