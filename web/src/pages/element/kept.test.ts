// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import type { Element, RelatedElement } from "@/api/types.gen";
import { clashes } from "./clashes";
import { type Draft, isNew, NOTHING, newTarget, withRelated, withValue } from "./draft";
import { begun, decided, edited, type KeptElement, pruned, settled } from "./kept";

const one = (attributes: Element["attributes"], related?: Element["related"]): Element => ({
  facetName: "f",
  id: "1",
  type: "t",
  attributes,
  related,
});
const target = (id: string): RelatedElement => ({ facetName: "f", id, type: "t" });

const BEFORE = one({ text1: { 1031: "Rad" } }, { list1: [target("a")] });

function typed(kept: KeptElement | null, element: Element, name: string | null): KeptElement | null {
  return edited(kept, element, withValue(element, kept?.draft ?? NOTHING, "text1", 1031, name));
}

function sent(kept: KeptElement): [KeptElement, Draft] {
  const sending = begun(kept, BEFORE, "e");
  return [{ ...kept, sending }, sending.sent];
}

function must<T>(value: T | null): T {
  if (value === null) throw new Error("There is a draft.");
  return value;
}

describe("editing", () => {
  test("keeps what was there when it began, whatever is stored later", () => {
    const kept = typed(typed(null, BEFORE, "Rad 1"), one({ text1: { 1031: "Rad von Bert" } }), "Rad 12");
    expect(kept?.base.attributes.text1?.[1031]).toBe("Rad");
  });

  test("that ends where it began is no change", () => {
    expect(typed(typed(null, BEFORE, "Rad 1"), BEFORE, "Rad")).toBeNull();
  });

  test("an emptied field is a change", () => {
    expect(typed(null, BEFORE, null)?.draft.attributes.text1).toEqual({ 1031: null });
  });
});

describe("a save", () => {
  test("takes away what was sent", () => {
    const [kept, draft] = sent(must(typed(null, BEFORE, "Rad 1")));
    expect(settled(kept, draft, one({ text1: { 1031: "Rad 1" } }))).toBeNull();
  });

  test("leaves what was typed meanwhile, and it is no conflict with what was sent", () => {
    const [kept, draft] = sent(must(typed(null, BEFORE, "Rad 1")));
    const stored = one({ text1: { 1031: "Rad 1 (cleaned)" } });
    const after = must(settled(must(typed(kept, BEFORE, "Rad 12")), draft, stored));
    expect(after.draft.attributes).toEqual({ text1: { 1031: "Rad 12" } });
    expect(after.sending).toBeUndefined();
    expect(clashes(after.base, stored, after.draft)).toEqual([]);
  });

  test("does not undo that the user went back to what was stored while it was sent", () => {
    const [kept, draft] = sent(must(typed(null, BEFORE, "Rad 1")));
    const after = settled(must(typed(kept, BEFORE, "Rad")), draft, one({ text1: { 1031: "Rad 1" } }));
    expect(after?.draft.attributes).toEqual({ text1: { 1031: "Rad" } });
  });

  test("creates an element once, though the list was changed while it was sent", () => {
    const made = newTarget("f", "t", {});
    const first = edited(null, BEFORE, withRelated(BEFORE, NOTHING, "list1", [target("a"), made]));
    const [kept, draft] = sent(must(first));
    const more = must(edited(kept, BEFORE, withRelated(BEFORE, kept.draft, "list1", [target("a"), made, target("b")])));
    const after = settled(more, draft, one({}, { list1: [target("a"), target("made")] }));
    expect(after?.draft.related.list1?.map(({ id }) => id)).toEqual(["a", "made", "b"]);
    expect(after?.draft.related.list1?.some(isNew)).toBe(false);
  });
});

describe("a draft that comes back", () => {
  test("drops what is stored already", () => {
    const kept = must(typed(null, BEFORE, "Rad 1"));
    expect(pruned(kept, one({ text1: { 1031: "Rad 1" } }))).toBeNull();
    expect(pruned(kept, BEFORE)).toBe(kept);
  });

  test("keeps a save whose answer was lost, to send it again", () => {
    const [kept] = sent(must(typed(null, BEFORE, "Rad 1")));
    expect(pruned(kept, one({ text1: { 1031: "Rad 1" } }))).toBe(kept);
  });
});

describe("conflicts", () => {
  const now = one({ text1: { 1031: "Ihrer", 1033: "Theirs" } }, { list1: [target("a"), target("b")] });

  test("are what both changed differently, by culture", () => {
    const kept = must(typed(null, BEFORE, "Meiner"));
    const draft = { ...kept.draft, attributes: { text1: { 1031: "Meiner", 1033: null } } };
    expect(clashes(kept.base, now, draft).map(({ key, culture }) => [key, culture])).toEqual([
      ["text1", "1031"],
      ["text1", "1033"],
    ]);
  });

  test("are none where both changed the same, or one alone", () => {
    expect(clashes(must(typed(null, BEFORE, "Ihrer")).base, now, must(typed(null, BEFORE, "Ihrer")).draft)).toEqual([]);
    expect(
      clashes(must(typed(null, BEFORE, "Meiner")).base, BEFORE, must(typed(null, BEFORE, "Meiner")).draft),
    ).toEqual([]);
  });

  test("are over when they were decided: own values have seen the others', given ones are gone", () => {
    const lists = withRelated(BEFORE, must(typed(null, BEFORE, "Meiner")).draft, "list1", []);
    const kept = must(edited(null, BEFORE, lists));
    const all = clashes(kept.base, now, kept.draft);
    expect(all).toHaveLength(2);
    const after = must(decided(kept, all, all.slice(1)));
    expect(after.draft).toEqual({ attributes: { text1: { 1031: "Meiner" } }, related: {} });
    expect(clashes(after.base, now, after.draft)).toEqual([]);
    expect(decided(kept, all, all)).toBeNull();
  });
});
