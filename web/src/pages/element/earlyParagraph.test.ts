import { expect, test } from "vitest";
import { withParagraph } from "./earlyParagraph";

test("a text becomes the last paragraph, whatever its letters", () => {
  expect(withParagraph("<p>Before</p>", "a < b & c\nd")).toBe("<p>Before</p><p>a &lt; b &amp; c<br />d</p>");
  expect(withParagraph("", "x")).toBe("<p>x</p>");
});
