// What a user is typing in a script: which line, which name behind which mark, and how a name is written.

export interface Marked {
  /** `@`, `#` and so on; `[[` for what is called. */
  mark: string;
  typed: string;
  /** Where the mark stands. */
  from: number;
}

export const CALLED = "[[";

export function lineAt(text: string, place: number): number {
  let line = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** Where a line begins. */
export function startOf(text: string, line: number): number {
  let at = 0;
  for (let left = line; left > 0; left -= 1) {
    const next = text.indexOf("\n", at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

/** The name before the cursor that a mark begins; undefined if there is none. */
export function markedAt(text: string, place: number, marks: readonly string[]): Marked | undefined {
  const begin = text.lastIndexOf("\n", place - 1) + 1;
  const line = text.slice(begin, place);
  const called = line.lastIndexOf(CALLED);
  if (called >= 0 && !line.includes("]]", called) && line.slice(0, called).trim() === "") {
    return { mark: CALLED, typed: line.slice(called + CALLED.length), from: begin + called };
  }
  for (let at = line.length - 1; at >= 0; at -= 1) {
    const mark = line[at] ?? "";
    const isFirst = at === 0 || line[at - 1] === " " || line[at - 1] === "\t";
    if (isFirst && marks.includes(mark)) {
      const typed = line.slice(at + 1);
      return typed.startsWith(" ") ? undefined : { mark, typed, from: begin + at };
    }
  }
  return undefined;
}

/** A name so that no part of it means anything else. */
export function escaped(name: string, mark: string, marks: readonly string[]): string {
  const text = name.replace(/\\/g, "\\\\").replace(/\|/g, "\\|");
  if (mark === CALLED) return text.replace(/\]/g, "\\]");
  return [...text]
    .map((each, at) => (marks.includes(each) && (at === 0 || text[at - 1] === " ") ? `\\${each}` : each))
    .join("");
}

/** What goes before a new line below one: the same indentation, and one more below a question. */
export function indentBelow(line: string): string {
  const lead = /^[ \t]*/.exec(line)?.[0] ?? "";
  return /\?\s*$/.test(line) ? `${lead}  ` : lead;
}
