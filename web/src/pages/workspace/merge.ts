// Three texts made one, line by line: what both began with, mine, and that of other users. Where both changed the same lines, a user decides.
import { diffArrays } from "diff";

/** Lines that both sides changed, differently. */
export interface Clash {
  base: readonly string[];
  mine: readonly string[];
  others: readonly string[];
}

export type Chunk = { lines: readonly string[] } | Clash;

export const isClash = (chunk: Chunk): chunk is Clash => "mine" in chunk;

interface Edit {
  from: number;
  to: number;
  lines: readonly string[];
}

/** The lines of a script, without the empty ones at its end. */
export const linesOf = (text: string): string[] => text.replace(/\s+$/, "").split("\n");

export function merge(base: string, mine: string, others: string): Chunk[] {
  const before = linesOf(base);
  const [one, other] = [editsOf(before, linesOf(mine)), editsOf(before, linesOf(others))];
  const chunks: Chunk[] = [];
  let at = 0;
  while (one.length > 0 || other.length > 0) {
    const from = Math.min(one[0]?.from ?? before.length, other[0]?.from ?? before.length);
    if (from > at) chunks.push({ lines: before.slice(at, from) });
    const [my, their, to] = together(one, other, from);
    const [left, right] = [applied(before, from, to, my), applied(before, from, to, their)];
    chunks.push(chosen(before.slice(from, to), left, right));
    at = to;
  }
  if (at < before.length) chunks.push({ lines: before.slice(at) });
  return chunks;
}

/** The whole text; where the sides clash, that of one of them. */
export function joined(chunks: readonly Chunk[], side: "mine" | "others" = "mine"): string {
  const lines = chunks.flatMap((each) => (isClash(each) ? each[side] : each.lines));
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** The text that a user decided for; null where lines clash that the user was not shown: they came since, from either side. */
export function decided(chunks: readonly Chunk[], shown: readonly Clash[], side: "mine" | "others"): string | null {
  const clashes = chunks.filter(isClash);
  const isShown = clashes.length === shown.length && clashes.every((each, at) => isSameClash(each, shown[at]));
  return isShown ? joined(chunks, side) : null;
}

const isSameClash = (one: Clash, other: Clash | undefined): boolean =>
  other !== undefined &&
  isSame(one.base, other.base) &&
  isSame(one.mine, other.mine) &&
  isSame(one.others, other.others);

function chosen(base: readonly string[], mine: readonly string[], others: readonly string[]): Chunk {
  if (isSame(mine, others) || isSame(others, base)) return { lines: mine };
  return isSame(mine, base) ? { lines: others } : { base, mine, others };
}

/** What one side makes of another text, by the places of the lines that it replaces. */
function editsOf(before: readonly string[], after: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let open: { from: number; to: number; lines: string[] } | undefined;
  for (const { added, removed, value } of diffArrays([...before], [...after])) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { from: at, to: at, lines: [] };
      edits.push(open);
    }
    if (added) open.lines.push(...value);
    else {
      at += value.length;
      open.to = at;
    }
  }
  return edits;
}

/** Takes the edits of both sides that touch each other, from a line on. */
function together(one: Edit[], other: Edit[], from: number): [Edit[], Edit[], number] {
  const [my, their]: [Edit[], Edit[]] = [[], []];
  let to = from;
  const touches = (each: Edit | undefined): each is Edit =>
    each !== undefined && (each.from === from || each.from < to || (each.from === to && each.to === to && to > from));
  for (;;) {
    const [mine, others] = [one[0], other[0]];
    if (touches(mine)) {
      my.push(mine);
      to = Math.max(to, mine.to);
      one.shift();
    } else if (touches(others)) {
      their.push(others);
      to = Math.max(to, others.to);
      other.shift();
    } else return [my, their, to];
  }
}

function applied(before: readonly string[], from: number, to: number, edits: readonly Edit[]): string[] {
  const lines: string[] = [];
  let at = from;
  for (const each of edits) {
    lines.push(...before.slice(at, each.from), ...each.lines);
    at = each.to;
  }
  return [...lines, ...before.slice(at, to)];
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, place) => each === other[place]);
}
