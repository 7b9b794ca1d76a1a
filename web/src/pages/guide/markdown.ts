// The guide is a page of our documentation. This reads as much of Markdown as that page uses, into blocks for React: no markup is made.

export type Block =
  | { kind: "heading"; level: number; text: string; id: string }
  | { kind: "text"; text: string }
  | { kind: "list"; isOrdered: boolean; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

export type Span = { kind: "text" | "code" | "strong" | "em"; text: string };

/** The anchor of a heading, as other readers of Markdown make it. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

/** The blocks of a page. Pictures are left out: they are not shipped with the page that they show. */
export function blocksOf(page: string): Block[] {
  const parts = page.replaceAll("\r\n", "\n").split(/\n{2,}/);
  return parts.flatMap((part) => blockOf(part.trim()) ?? []);
}

const ITEM = /^(?:- |\d+\. )/;

function blockOf(part: string): Block | null {
  const heading = /^(#{1,6}) (.+)$/.exec(part);
  if (heading) {
    const text = heading[2] ?? "";
    return { kind: "heading", level: heading[1]?.length ?? 1, text, id: slug(text) };
  }
  if (part === "" || part.startsWith("![")) return null;
  const lines = part.split("\n");
  if (part.startsWith("|")) {
    const [head = [], , ...rows] = lines.map(cellsOf);
    return { kind: "table", head, rows };
  }
  if (!ITEM.test(part)) return { kind: "text", text: lines.join(" ") };
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return { kind: "list", isOrdered: /^\d/.test(part), items };
}

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((each) => each.trim());

const SPANS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\([^()\s]+\)/g;

/** The pieces of a text. Links lead to other pages of the documentation, which are not shipped: their words stay. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let last = 0;
  const plain = (until: number) => until > last && spans.push({ kind: "text", text: text.slice(last, until) });
  for (const found of text.matchAll(SPANS)) {
    plain(found.index);
    const [all, code, strong, em, link] = found;
    if (code !== undefined) spans.push({ kind: "code", text: code });
    else if (strong !== undefined) spans.push({ kind: "strong", text: strong });
    else spans.push(em === undefined ? { kind: "text", text: link ?? "" } : { kind: "em", text: em });
    last = found.index + all.length;
  }
  plain(text.length);
  return spans;
}
