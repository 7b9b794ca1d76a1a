// Html attributes: an XML declaration before markup. The service cleans what is written; what is shown is cleaned once more here.

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const TAGS = new Set(
  (
    "A ABBR B BLOCKQUOTE BR CAPTION CODE COL COLGROUP DD DEL DIV DL DT EM FONT H1 H2 H3 H4 H5 H6 HR I IMG INS KBD LI MARK OL P PRE Q S " +
    "SMALL SPAN STRIKE STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL"
  ).split(" "),
);
const ATTRIBUTES = new Set([
  "href",
  "src",
  "alt",
  "title",
  "style",
  "class",
  "colspan",
  "rowspan",
  "width",
  "height",
  "align",
  "color",
  "start",
  "type",
]);
const ADDRESSES = /^(https?:|mailto:|tel:|data:image\/(png|jpeg|gif|webp);|[^:]*$)/i;

/** What the page shows of pictures: those the text carries itself. It fetches nothing from other hosts: that would show them who reads. */
const PICTURES = /^data:image\//i;
const FETCHES = /url\s*\(|image-set|@import|\\/i;

/** The markup without its declaration. */
export function markup(value: string): string {
  return value.replace(/^\s*<\?xml[^>]*\?>\s*/i, "");
}

/** Markup as an html attribute holds it. */
export function declared(html: string): string {
  return html === "" ? "" : DECLARATION + html;
}

export function safeHtml(value: string): string {
  const parsed = new DOMParser().parseFromString(markup(value), "text/html");
  for (const node of [...parsed.body.querySelectorAll("*")]) {
    if (!TAGS.has(node.tagName)) {
      node.replaceWith(
        ...(/^(SCRIPT|STYLE|IFRAME|OBJECT|TEMPLATE|SVG|MATH)$/i.test(node.tagName) ? [] : node.childNodes),
      );
      continue;
    }
    for (const { name, value: text } of [...node.attributes]) {
      const isAddress = name === "href" || name === "src";
      const isBad = (isAddress && !ADDRESSES.test(text.trim())) || (name === "style" && FETCHES.test(text));
      if (!ATTRIBUTES.has(name) || isBad) node.removeAttribute(name);
    }
    if (node.tagName === "IMG" && !PICTURES.test(node.getAttribute("src") ?? "")) linkInstead(node);
    if (node.tagName === "A") node.setAttribute("rel", "noopener noreferrer");
  }
  return parsed.body.innerHTML;
}

/** A picture from elsewhere becomes a link to it. */
function linkInstead(picture: Element): void {
  const address = picture.getAttribute("src");
  const text = picture.getAttribute("alt") || address || "";
  const link = picture.ownerDocument.createElement("a");
  link.textContent = text;
  link.rel = "noopener noreferrer";
  if (address && /^https?:/i.test(address)) link.href = address;
  picture.replaceWith(address ? link : text);
}

/** Whether two markups are the same to a reader of the document: order of attributes, quotes and space between tags aside. */
export function isSameMarkup(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

function canonical(html: string): string {
  const parsed = new DOMParser().parseFromString(markup(html), "text/html");
  const serialize = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replace(/\s+/g, " ");
    if (!(node instanceof Element)) return "";
    const attributes = [...node.attributes]
      .filter((each) => !(each.name === "rel" || each.name === "target") && each.value !== "")
      .map((each) => `${each.name}=${each.value.replace(/\s|;$/g, "")}`)
      .sort();
    return `<${node.tagName} ${attributes}>${[...node.childNodes].map(serialize).join("")}</>`;
  };
  return [...parsed.body.childNodes].map(serialize).join("").replace(/> </g, "><").trim();
}
