import { expect, test } from "vitest";
import guide from "../../../../docs/how-to/use-the-page.md?raw";
import { blocksOf, slug, spansOf } from "./markdown";

test("headings, texts, lists and tables are read; pictures are left out", () => {
  const page =
    "# Use it\n\nOne\nline.\n\n| A | B |\n| --- | --- |\n| x | `y` |\n\n1. First\n   goes on\n2. Second\n\n![A](b.png)\n";
  expect(blocksOf(page)).toEqual([
    { kind: "heading", level: 1, text: "Use it", id: "use-it" },
    { kind: "text", text: "One line." },
    { kind: "table", head: ["A", "B"], rows: [["x", "`y`"]] },
    { kind: "list", isOrdered: true, items: ["First goes on", "Second"] },
  ]);
});

test("the pieces of a text are separate, and links leave their words", () => {
  expect(spansOf("**Keep** `+` or *New*, see [files](a.md).")).toEqual([
    { kind: "strong", text: "Keep" },
    { kind: "text", text: " " },
    { kind: "code", text: "+" },
    { kind: "text", text: " or " },
    { kind: "em", text: "New" },
    { kind: "text", text: ", see " },
    { kind: "text", text: "files" },
    { kind: "text", text: "." },
  ]);
});

test("anchors are those of other readers", () => {
  expect(slug("See how it is doing, and look after it")).toBe("see-how-it-is-doing-and-look-after-it");
});

test("no sign of Markdown is left in what the guide shows", () => {
  const texts = blocksOf(guide).flatMap((each) =>
    each.kind === "table" ? [each.head, ...each.rows].flat() : each.kind === "list" ? each.items : [each.text],
  );
  const shown = texts.flatMap((each) => spansOf(each).filter(({ kind }) => kind === "text"));
  expect(shown.filter(({ text }) => /\*\*|`|\]\(|^#|^\|/.test(text))).toEqual([]);
});
