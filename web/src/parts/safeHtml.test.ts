// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";

vi.mock("@/app/place", () => ({ api: "/c/s/_api/", basepath: "/c/s" }));

// In happy-dom the getter of all nodes does not know the names of elements, as it does in browsers. DOMPurify reads that one, so
// that no text can forge it.
const NAMES: Record<number, string> = { 3: "#text", 8: "#comment", 9: "#document", 11: "#document-fragment" };
Object.defineProperty(Node.prototype, "nodeName", {
  configurable: true,
  get(this: Node) {
    return this instanceof Element ? this.tagName : (NAMES[this.nodeType] ?? "");
  },
});

const { safeHtml } = await import("./safeHtml");

const ID = "11111111-2222-3333-4444-555555555555";
const FILE = `/x/y/_api/rest/facets/things/views/detail/elements/${ID}/files/abc`;

describe("what is shown of a text", () => {
  it("keeps what the declared set allows", () => {
    const html =
      '<h2 class="align-center">A</h2><p>b <strong>c</strong></p><table><tbody><tr><td colspan="2">d</td></tr></tbody></table>';
    expect(safeHtml(html)).toBe(html);
  });

  it.each([
    "<script>alert(1)</script>",
    "<style>p{}</style>",
    "<iframe srcdoc='<b>x</b>'></iframe>",
    "<svg><script>alert(1)</script></svg>",
    "<template><b>x</b></template>",
    "<object data='x'></object>",
  ])("leaves nothing of %s", (html) => {
    expect(safeHtml(`<p>a</p>${html}`)).toBe("<p>a</p>");
  });

  it("keeps the words of elements that it does not know", () => {
    expect(safeHtml("<p>a <blink>b</blink></p>")).toBe("<p>a b</p>");
  });

  it("removes handlers, styles and ids", () => {
    expect(safeHtml('<p onclick="x()" style="color:red" id="a" data-x="1" aria-label="b">c</p>')).toBe("<p>c</p>");
  });

  it("keeps attributes only where the set has them", () => {
    expect(safeHtml('<p href="https://a.example" colspan="2">c</p>')).toBe("<p>c</p>");
  });

  it("keeps the classes of the set alone", () => {
    expect(safeHtml('<p class="align-right fs-page">c</p>')).toBe('<p class="align-right">c</p>');
    expect(safeHtml('<p class="fs-page">c</p>')).toBe("<p>c</p>");
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt&colon;alert(1)",
    "java\tscript:alert(1)",
    " data:text/html,x",
    "vbscript:x",
  ])("leads nowhere by %s", (address) => {
    expect(safeHtml(`<a href="${address}">a</a>`)).toBe('<a rel="noopener noreferrer">a</a>');
  });

  it.each(["https://a.example/b", "mailto:a@b.example", "other/page", "#part"])("leads to %s", (address) => {
    expect(safeHtml(`<a href="${address}">a</a>`)).toContain(`href="${address}"`);
  });

  it("opens a new tab, and no other window", () => {
    expect(safeHtml('<a href="x" target="_blank">a</a>')).toContain('target="_blank"');
    expect(safeHtml('<a href="x" target="_top">a</a>')).not.toContain("target");
  });

  it("shows pictures of this storage, of the version that is read", () => {
    const shown = safeHtml(`<p><img src="${FILE}" alt="a"></p>`, { element: ID, version: "v1" });
    expect(shown).toContain('src="/c/s/_api/rest/facets/things/views/detail/elements/v1/files/abc"');
  });

  it("makes a link of a picture from elsewhere, and fetches nothing", () => {
    const shown = safeHtml('<p><img src="https://a.example/b.png" alt="plan"></p>');
    expect(shown).toContain('href="https://a.example/b.png"');
    expect(shown).toContain(">plan</a>");
    expect(shown).not.toContain("<img");
    expect(safeHtml('<p><img src="data:image/png;base64,AA==" alt="dot"></p>')).not.toContain("data:image");
  });

  it("places links to elements in this storage", () => {
    const link = (address: string) => safeHtml(`<a href="${address}">a</a>`);
    for (const address of [`elements/things/${ID}`, `/c/s/elements/things/${ID}?culture=1031`]) {
      expect(link(address)).toContain(`href="/c/s/elements/things/${ID}"`);
    }
  });

  it.each([`/c/other/elements/things/${ID}`, `https://a.example/c/s/elements/things/${ID}`, "elements/things/x"])(
    "leaves %s alone",
    (address) => {
      expect(safeHtml(`<a href="${address}">a</a>`)).toContain(`href="${address}"`);
    },
  );

  it("leaves the declaration out", () => {
    expect(safeHtml('<?xml version="1.0" encoding="utf-8"?><p>a</p>')).toBe("<p>a</p>");
  });
});
