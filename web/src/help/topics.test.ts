// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { PAGES } from "@/app/pages";
import { router } from "@/app/router";
import de from "@/i18n/de/help/screens";
import en from "@/i18n/en/help/screens";
import { PARTS } from "@/pages/administration/parts";
import { TABS } from "@/pages/element/tabs";
import { blocksOf } from "@/pages/guide/markdown";
import guide from "../../../docs/how-to/use-the-page.md?raw";
import type { Topic } from "./topic";
import { GUIDE, topicOfPart, topicOfRoute, topicOfTab, topicsAt } from "./topics";

const routes = Object.values(router.routesById).flatMap((each) => (each.id === "__root__" ? [] : [each.fullPath]));
const place = { params: {}, search: {} };

describe("help", () => {
  test("every route of the page has its help", () => {
    expect(routes.length).toBeGreaterThan(PAGES.length);
    expect(routes.filter((each) => topicOfRoute(each) === undefined)).toEqual([]);
  });

  test("every tab of an element and every part of the administration has its help", () => {
    expect(TABS.filter(({ key }) => topicOfTab(key) === undefined)).toEqual([]);
    expect(PARTS.filter(({ key }) => topicOfPart(key) === undefined)).toEqual([]);
  });

  test("both languages say as much", () => {
    const shape = (topics: Record<string, Topic>) =>
      Object.entries(topics).map(([key, { can, edit, keys, editKeys }]) => [
        key,
        can.length,
        edit?.length,
        ...[keys, editKeys].map((each) => Object.keys(each ?? {}).length),
      ]);
    expect(shape(de).sort()).toEqual(shape(en).sort());
  });

  test("every section that help leads to is in the guide", () => {
    const sections = blocksOf(guide).flatMap((each) => (each.kind === "heading" ? [each.id] : []));
    expect(Object.values(GUIDE).filter((each) => !sections.includes(each))).toEqual([]);
  });

  test("the tab of an element comes first, and an element beside a tree comes second", () => {
    const element = { ...place, route: "/elements/$facet/$id" };
    expect(topicsAt(element)).toEqual(["element"]);
    expect(topicsAt({ ...element, search: { tab: "release" } })).toEqual(["release", "element"]);
    expect(topicsAt({ ...element, search: { tab: "no such tab" } })).toEqual(["element"]);
    const tree = { ...place, route: "/facets/$facet/$view", isTree: true };
    expect(topicsAt(tree)).toEqual(["tree"]);
    expect(topicsAt({ ...tree, search: { selected: "1", tab: "diagram" } })).toEqual(["tree", "diagram"]);
    expect(topicsAt({ ...tree, isTree: false, search: { selected: "1" } })).toEqual(["list", "element"]);
  });

  test("a part has its own help, and an address without a page says so", () => {
    const administration = { ...place, route: "/administration/$part" };
    expect(topicsAt({ ...administration, params: { part: "users" } })).toEqual(["users"]);
    expect(topicsAt({ ...administration, params: { part: "none" } })).toEqual(["administration"]);
    expect(topicsAt({ ...place, route: "" })).toEqual(["nothing"]);
  });
});
