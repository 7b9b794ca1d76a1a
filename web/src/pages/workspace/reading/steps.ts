// The lines of a script as steps: their bare names, what they name by context, and which of them a user has a part in.
import type { Diagram as Drawing } from "@/api/types.gen";

export type Line = NonNullable<Drawing["script"]>[number];
export type Named = NonNullable<Line["responsibilities"]>[number];

/** The line up to its first mark. */
export function bareName({ text, names = [] }: Line): string {
  const [first] = names;
  const end = first === undefined ? -1 : text.indexOf(` ${first.mark}`);
  return (end < 0 ? text : text.slice(0, end)).trim().replace(/\\(.)/g, "$1");
}

export const indentOf = ({ text }: Line): number => text.length - text.trimStart().length;

/** What a line names, by context: what it does by marks first, then who else has a part in it. */
export function namedBy({ names = [], responsibilities = [] }: Line): Map<string, Named[]> {
  const found = new Map<string, Named[]>();
  for (const each of [...names, ...responsibilities]) {
    const known = found.get(each.context) ?? [];
    if (!known.some(({ id }) => id === each.id)) found.set(each.context, [...known, each]);
  }
  return found;
}

/** The contexts in which the roles and units that a user fills have a part in a step. */
export function partsIn({ responsibilities = [] }: Line, filled: ReadonlySet<string>): string[] {
  return [...new Set(responsibilities.filter(({ id }) => filled.has(id)).map(({ context }) => context))];
}

/** The lines of a user's own steps, below the questions and answers that lead to them. */
export function ownLines(lines: readonly Line[], filled: ReadonlySet<string>): Line[] {
  const kept: Line[] = [];
  let above = -1;
  for (const line of [...lines].reverse()) {
    const indent = indentOf(line);
    const leads = indent < above;
    if (!leads && partsIn(line, filled).length === 0) continue;
    kept.push(line);
    above = leads ? indent : Math.max(indent, above);
  }
  return kept.reverse();
}
