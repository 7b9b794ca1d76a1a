// Html as it is shown. The service cleans what is written; DOMPurify cleans it once more here, by the same declared set.
import DOMPurify from "dompurify";
import { basepath } from "@/app/place";
import { ALLOWED } from "./allowedHtml.gen";
import { ADDRESSES, elementIn, isOwnPicture, linkTo, markup, type PicturesOf, placed } from "./html";

const ATTRIBUTES: Record<string, readonly string[]> = ALLOWED.elements;
const RENAMED: Record<string, string> = ALLOWED.renamed;
const TARGETS: readonly string[] = ALLOWED.targets;
const CLASSES = new Set([
  ...ALLOWED.alignments.map((each) => `align-${each}`),
  ...ALLOWED.colors.map((each) => `color-${each}`),
]);

const RULES = {
  ALLOWED_TAGS: [...Object.keys(ATTRIBUTES), ...Object.keys(RENAMED)],
  ALLOWED_ATTR: [...new Set(Object.values(ATTRIBUTES).flat()), "class"],
  ALLOWED_URI_REGEXP: ADDRESSES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM: true as const,
};

// An instance of its own: what is hooked into it changes nothing for others.
const purifier = DOMPurify(window);
purifier.addHook("afterSanitizeAttributes", keepOwn);

/** Removes what another element may have, and this one not: the set allows attributes by element. */
function keepOwn(node: Element): void {
  const name = node.tagName.toLowerCase();
  const own = ATTRIBUTES[RENAMED[name] ?? name] ?? [];
  const classes = [...node.classList].filter((each) => CLASSES.has(each));
  for (const attribute of [...node.attributes]) {
    if (!own.includes(attribute.name)) node.removeAttribute(attribute.name);
  }
  if (classes.length > 0) node.className = classes.join(" ");
  if (!TARGETS.includes(node.getAttribute("target") ?? "")) node.removeAttribute("target");
  if (name === "a") node.setAttribute("rel", "noopener noreferrer");
}

/** The markup of a text, safe to show. Pictures are those of this storage; a picture from elsewhere is a link. */
export function safeHtml(value: string, of?: PicturesOf): string {
  // Out of a document that nothing is loaded for: addresses of pictures are changed before a browser sees them.
  const body = purifier.sanitize(markup(value), RULES) as HTMLElement;
  for (const picture of [...body.querySelectorAll("img")]) showPicture(picture, of);
  for (const link of [...body.querySelectorAll("a[href]")]) placeLink(link);
  return body.innerHTML;
}

/** A link to an element works by any click, also one that opens a new tab. */
function placeLink(link: Element): void {
  const to = elementIn(link.getAttribute("href") ?? "");
  if (to !== null) link.setAttribute("href", `${basepath}/${linkTo(to.facet, to.id)}`);
}

function showPicture(picture: Element, of?: PicturesOf): void {
  const source = picture.getAttribute("src");
  if (isOwnPicture(source)) picture.setAttribute("src", placed(source ?? "", of));
  else linkInstead(picture);
}

function linkInstead(picture: Element): void {
  const address = picture.getAttribute("src");
  const text = picture.getAttribute("alt") || address || "";
  const link = picture.ownerDocument.createElement("a");
  link.textContent = text;
  link.rel = "noopener noreferrer";
  if (address && /^https?:/i.test(address)) link.href = address;
  picture.replaceWith(address ? link : text);
}
