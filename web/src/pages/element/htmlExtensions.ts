// What the editor knows: exactly the html that the service keeps (allowedHtml.gen.ts). Alignment and colors are classes.
import { Extension, Mark, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import StarterKit from "@tiptap/starter-kit";
import { ALLOWED } from "@/parts/allowedHtml.gen";
import { isAllowedAddress, isOwnPicture, placed } from "@/parts/html";

/** The one of some words that is a class of an element, behind a prefix. */
const chosen = (element: HTMLElement, prefix: string, words: readonly string[]): string | null =>
  words.find((each) => element.classList.contains(`${prefix}-${each}`)) ?? null;

/** The alignment of a block, of its class or, in what is pasted, of its style. */
function alignment(element: HTMLElement): string | null {
  const styled = ALLOWED.alignments.find((each) => each === element.style.textAlign);
  return chosen(element, "align", ALLOWED.alignments) ?? styled ?? null;
}

const Alignment = Extension.create({
  name: "alignment",
  addGlobalAttributes: () => [
    {
      types: ["heading", "paragraph"],
      attributes: {
        align: {
          default: null,
          parseHTML: alignment,
          renderHTML: ({ align }) => (align ? { class: `align-${align}` } : {}),
        },
      },
    },
  ],
});

const Color = Mark.create({
  name: "color",
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element) => chosen(element, "color", ALLOWED.colors),
      renderHTML: ({ color }) => (color ? { class: `color-${color}` } : {}),
    },
  }),
  parseHTML: () => [
    { tag: "span", getAttrs: (element) => (chosen(element, "color", ALLOWED.colors) === null ? false : null) },
  ],
  renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes, 0],
});

const Division = Node.create({
  name: "division",
  group: "block",
  content: "block+",
  parseHTML: () => [{ tag: "div" }],
  renderHTML: () => ["div", 0],
});

const Picture = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      src: { default: null, parseHTML: (element) => placed(element.getAttribute("src") ?? "") },
    };
  },
  parseHTML: () => [
    { tag: "img[src]", getAttrs: (element) => (isOwnPicture(element.getAttribute("src")) ? null : false) },
  ],
});

/** A table without the widths of columns, which the service does not keep. */
const PlainTable = Table.extend({ renderHTML: () => ["table", ["tbody", 0]] });

const noWidth = {
  addAttributes: () => ({
    colspan: { default: 1, parseHTML: (cell: HTMLElement) => Number(cell.getAttribute("colspan") ?? 1) },
    rowspan: { default: 1, parseHTML: (cell: HTMLElement) => Number(cell.getAttribute("rowspan") ?? 1) },
    colwidth: { default: null, rendered: false, parseHTML: () => null },
  }),
};

export const EXTENSIONS = [
  StarterKit.configure({
    codeBlock: { languageClassPrefix: null },
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: isAllowedAddress,
    },
  }),
  PlainTable,
  TableRow,
  TableHeader.extend(noWidth),
  TableCell.extend(noWidth),
  Picture.configure({ inline: true }),
  Division,
  Alignment,
  Color,
  Subscript,
  Superscript,
];
