import { describe, expect, test } from "vitest";
import { stepsTo, withTyped } from "./earlyText";

describe("a plain text at the end of a formatted one", () => {
  test.each([
    ["", "x", "<p>x</p>"],
    ["<p>Ein <strong>guter</strong></p>", " Anfang", "<p>Ein <strong>guter</strong> Anfang</p>"],
    ["<div><p>a</p></div>\n", "b", "<div><p>ab</p></div>\n"],
    ["<div><ul><li>a</li></ul></div>", "b", "<div><ul><li>a</li></ul><p>b</p></div>"],
    ["<h2>a</h2>", "b", "<h2>a</h2><p>b</p>"],
    ["<p>a</p><hr>", "b", "<p>a</p><hr><p>b</p>"],
    ["<blockquote><p>a</p></blockquote>", "b", "<blockquote><p>a</p></blockquote><p>b</p>"],
    ["<p>a</p>", "b\nc", "<p>ab</p><p>c</p>"],
    ["<p>a</p>", "<b> & $& $1", "<p>a&lt;b&gt; &amp; $&amp; $1</p>"],
  ])("%j and %j", (markup, text, expected) => {
    const found = withTyped(markup, text);
    expect(found.markup).toBe(expected);
    expect(expected.slice(0, found.end)).toMatch(/[^>]$/);
  });

  test("nothing typed changes nothing", () => {
    for (const markup of ["", "<p>a</p> ", "<h2>a</h2>"]) expect(withTyped(markup, "").markup).toBe(markup);
  });
});

test("a new line takes two steps in the editor: out of a paragraph and into the next", () => {
  expect([0, 1, 2, 3, 4].map((place) => stepsTo("a\nb\n", place))).toEqual([0, 1, 3, 4, 6]);
});
