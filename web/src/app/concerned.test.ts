import { expect, it } from "vitest";
import { isConcerned } from "./concerned";

const ID = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";
const change = (kind: string, id = ID) => [{ id, facetName: "one", kind }];
const query = (name: string, ...more: unknown[]) => ({ key: ["data", name, ...more], data: undefined as unknown });

it("fetches an element again when it has changed, and when something has changed that it names", () => {
  expect(isConcerned(query("element", "one", ID), change("element.changed"))).toBe(true);
  expect(isConcerned(query("element", "one", OTHER), change("element.changed"))).toBe(false);
  const naming = { ...query("element", "one", OTHER), data: { related: { owner: [{ id: ID }] } } };
  expect(isConcerned(naming, change("element.changed"))).toBe(true);
  const linking = { ...query("element", "two", OTHER), data: { text: `<a href="/elements/one/${ID}">x</a>` } };
  expect(isConcerned(linking, change("element.changed"))).toBe(true);
  expect(isConcerned({ ...query("drawing"), data: { shapes: { [ID]: 1 } } }, change("element.changed"))).toBe(true);
});

it("fetches lists of the facet again, and those of others only if they name it", () => {
  expect(isConcerned(query("list", "one", "list", {}, 1), change("element.changed"))).toBe(true);
  expect(isConcerned(query("list", "two", "list", {}, 1), change("element.changed"))).toBe(false);
  expect(isConcerned(query("search", "x", 1033, 20, undefined), change("element.changed"))).toBe(true);
  expect(isConcerned({ ...query("filled-by", "one", OTHER, []), data: [] }, change("element.changed"))).toBe(true);
  expect(isConcerned(query("search", "x", 1033, 20, ["two"]), change("element.changed"))).toBe(false);
});

it("counts again when there is more or less to count", () => {
  expect(isConcerned(query("stats", ["facet"], undefined), change("element.changed"))).toBe(false);
  expect(isConcerned(query("stats", ["facet"], undefined), change("element.created"))).toBe(true);
  expect(isConcerned(query("stats", ["owner"], undefined), change("element.changed"))).toBe(true);
  expect(isConcerned(query("list-total", "one", "list", 1033, ""), change("element.changed"))).toBe(false);
  expect(isConcerned(query("list-total", "one", "list", 1033, "x"), change("element.changed"))).toBe(true);
});

it("fetches branches of the tree again only when something may have come or gone", () => {
  expect(isConcerned(query("children", "one", "tree", OTHER), change("element.changed"))).toBe(false);
  expect(isConcerned(query("children", "one", "tree", OTHER), change("element.created"))).toBe(true);
  expect(isConcerned(query("roots", "two", "tree"), change("element.moved"))).toBe(false);
});

it("fetches for a comment what shows comments, and nothing else", () => {
  expect(isConcerned(query("comments", "one", ID, OTHER), change("comment.added"))).toBe(true);
  expect(isConcerned(query("comments", "one", OTHER, OTHER), change("comment.added"))).toBe(false);
  for (const name of ["element", "list", "versions", "roots", "tasks"])
    expect(isConcerned(query(name, "one", ID), change("comment.added"))).toBe(false);
});

it("leaves definitions, files and permissions alone when a text has changed", () => {
  for (const name of ["types", "files", "permissions", "comments"])
    expect(isConcerned(query(name, "one", ID), change("element.changed"))).toBe(false);
  for (const name of ["tasks", "open-tasks"]) expect(isConcerned(query(name), change("element.changed"))).toBe(false);
  expect(isConcerned(query("files", "one", ID), change("file.added"))).toBe(true);
  expect(isConcerned(query("tasks"), change("release.requested"))).toBe(true);
  const [requested] = change("release.requested");
  const ofVersion = query("tasks-about", OTHER);
  expect(isConcerned({ ...ofVersion, data: [] }, [{ ...requested, versionId: OTHER } as never])).toBe(true);
});

it("fetches a script again, which names what it does not know by its id", () => {
  const renamed = { id: "9b0c9b0c-0000-4000-8000-000000000001", facetName: "any", kind: "element.changed" };
  const script = { key: ["data", "script", "any", "1", 1033], data: { text: "Cut it @Welder", etag: null } };
  expect(isConcerned(script, [renamed])).toBe(true);
});
