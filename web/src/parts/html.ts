// Html attributes: an XML declaration before markup, the addresses in it, and whether two of them say the same.

import { api, basepath } from "@/app/place";
import { ALLOWED } from "./allowedHtml.gen";

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
/** What a link may lead to. */
export const ADDRESSES = new RegExp(`^((${ALLOWED.schemes.join("|")}):|[^:]*$)`, "i");
const PICTURE = new RegExp(`^${ALLOWED.picture}$`, "i");

/** The markup without its declaration. */
export function markup(value: string): string {
  return value.replace(/^\s*<\?xml[^>]*\?>\s*/i, "");
}

/** Markup as an html attribute holds it. */
export function declared(html: string): string {
  return html === "" ? "" : DECLARATION + html;
}

/** The blocks of a text, without the element that holds them together. */
export function blocks(value: string): string {
  const html = markup(value);
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const root = body.childNodes.length === 1 ? body.firstElementChild : null;
  return root?.tagName === "DIV" && root.attributes.length === 0 ? root.innerHTML : html;
}

/** Whether a link may lead there. */
export const isAllowedAddress = (address: string): boolean => ADDRESSES.test(address.trim());

/** Whether a picture is a file of this service. The page fetches nothing from other hosts: that would show them who reads. */
export const isOwnPicture = (address: string | null): boolean => PICTURE.test(address ?? "");

/** Which element the text is of, and in which version its files are shown. */
export interface PicturesOf {
  element: string;
  version: string;
}

const FILE = /\/?rest\/facets\/([^/]+)\/views\/[^/]+\/elements\/([^/]+)\/files\/([^/]+)$/i;

/** The address of a picture in this storage. Texts name the element, so that every version of it finds its own files. */
export function placed(source: string, of?: PicturesOf): string {
  const [, facet, id, file] = FILE.exec(source) ?? [];
  if (facet === undefined || id === undefined) return source;
  return `${api}rest/facets/${facet}/views/detail/elements/${id === of?.element ? of.version : id}/files/${file}`;
}

const ELEMENT = /^elements\/([^/?#:]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** The address of an element as texts hold it: below whatever storage they are in, so that they may move to another one. */
export const linkTo = (facet: string, id: string): string => `elements/${encodeURIComponent(facet)}/${id}`;

/** The element of this storage that an address in a text leads to; null: it leads elsewhere. */
export function elementIn(address: string): { facet: string; id: string } | null {
  const here = [`${location.origin}${basepath}/`, `${basepath}/`].find((each) => address.startsWith(each)) ?? "";
  const [path = ""] = address.slice(here.length).split(/[?#]/);
  const [, facet, id] = ELEMENT.exec(path) ?? [];
  return facet === undefined || id === undefined ? null : { facet: decoded(facet), id };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether two markups are the same to a reader of the document: order of attributes, quotes, space between tags, and a paragraph
 * within an item or a cell aside. */
export function isSameMarkup(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

/** A picture is the same wherever its storage is. */
const shownAs = ({ name, value }: Attr): string => (name === "src" ? placed(value) : value);

function canonical(html: string): string {
  const parsed = new DOMParser().parseFromString(markup(html), "text/html");
  const serialize = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replace(/\s+/g, " ");
    if (!(node instanceof Element)) return "";
    if (isOnlyWrapping(node)) return [...node.childNodes].map(serialize).join("");
    const attributes = [...node.attributes]
      .filter((each) => each.name !== "rel" && each.value !== "" && !(each.value === "1" && /span$/.test(each.name)))
      .map((each) => `${each.name}=${shownAs(each).replace(/\s|;$/g, "")}`)
      .sort();
    return `<${node.tagName} ${attributes}>${[...node.childNodes].map(serialize).join("")}</>`;
  };
  return [...parsed.body.childNodes]
    .map(serialize)
    .join("")
    .replace(/> </g, "><")
    .replace(/> +| +</g, (each) => each.trim())
    .trim();
}

/** Whether an element is a plain paragraph at the beginning of an item, a cell or a block: the editor adds those. */
function isOnlyWrapping(node: Element): boolean {
  const parent = node.parentElement?.tagName ?? "";
  const isFirst = node.parentElement?.firstElementChild === node && !node.previousSibling?.textContent?.trim();
  return node.tagName === "P" && node.attributes.length === 0 && isFirst && /^(LI|TD|TH|DIV|BLOCKQUOTE)$/.test(parent);
}
