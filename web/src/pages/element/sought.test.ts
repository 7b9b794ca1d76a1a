// @vitest-environment happy-dom
import { Editor } from "@tiptap/core";
import { expect, it, vi } from "vitest";

vi.mock("@/app/place", () => ({ api: "/c/s/_api/", basepath: "/c/s" }));

const { EXTENSIONS } = await import("./htmlExtensions");
const { soughtIn } = await import("./sought");

function soughtBehind(html: string) {
  const editor = new Editor({ extensions: EXTENSIONS, content: html });
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  const found = soughtIn(editor.state);
  const taken = found && editor.state.doc.textBetween(found.from, found.to);
  editor.destroy();
  return [found?.words, taken];
}

it.each([
  ["<p>See [[</p>", "", "[["],
  ["<p>See [[two words</p>", "two words", "[[two words"],
  ["<p><strong>See</strong> [[a</p>", "a", "[[a"],
  ["<p>[[a]] and [[b</p>", "b", "[[b"],
])("finds what is sought in %s", (html, words, taken) => {
  expect(soughtBehind(html)).toEqual([words, taken]);
});

it.each(["<p>See [one</p>", "<p>[[a]] done</p>", "<pre><code>x[[1</code></pre>", `<p>[[${"x".repeat(81)}</p>`])(
  "seeks nothing in %s",
  (html) => {
    expect(soughtBehind(html)).toEqual([undefined, null]);
  },
);
