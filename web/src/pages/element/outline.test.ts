// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { outlined } from "./outline";

it("puts the headings of a text below the one of its property", () => {
  const { html, headings } = outlined("<h1>A</h1><p>x</p><h2>B</h2><h1>C</h1>", 2, "t");
  expect(html).toBe('<h3 id="t-1">A</h3><p>x</p><h4 id="t-2">B</h4><h3 id="t-3">C</h3>');
  expect(headings.map(({ text, depth }) => [text, depth])).toEqual([
    ["A", 1],
    ["B", 2],
    ["C", 1],
  ]);
});

it("leaves no level out, whatever the text leaves out", () => {
  const { html } = outlined("<h2>A</h2><h5>B</h5><h3>C</h3>", 2, "t");
  expect(html).toBe('<h3 id="t-1">A</h3><h4 id="t-2">B</h4><h4 id="t-3">C</h4>');
});

it("knows no level below the sixth", () => {
  const { html } = outlined("<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5>", 3, "t");
  expect([...html.matchAll(/<h(\d)/g)].map(([, each]) => each)).toEqual(["4", "5", "6", "6", "6"]);
});

it("keeps marks and alignment, and goes to no empty heading", () => {
  const { html, headings } = outlined('<h1 class="align-center">A <em>b</em></h1><h1></h1>', 2, "t");
  expect(html).toContain('<h3 class="align-center" id="t-1">A <em>b</em></h3>');
  expect(headings.map(({ text }) => text)).toEqual(["A b"]);
});
