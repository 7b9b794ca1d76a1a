// A script that is put into another one: behind a step and all that hangs on it, with labels of its own.
import { understood } from "./pasted";

/** At the beginning of a line: a mark that splits the flow. A question does it without one. */
const SPLITS = /^[?+|]( |$)|\?([ \t]+[^\sA-Za-z0-9].*)?$/;
const LABEL = /(^|[ \t])\^([^\s\\]+)/gm;
const INDENT = "  ";

/** A text with a script behind the step of a line; without a line, at its end. Lists from elsewhere become lines first. */
export function pastedBelow(text: string, line: number | undefined, given: string): string {
  const script = withOwnLabels(scriptOf(given.replace(/\r\n?/g, "\n")), text);
  const lines = text.trim() === "" ? [] : text.replace(/\n$/, "").split("\n");
  const { at, lead } =
    line === undefined || lines[line] === undefined ? { at: lines.length, lead: "" } : behind(lines, line);
  const added = script.split("\n").map((each) => (each.trim() === "" ? "" : lead + each));
  return `${[...lines.slice(0, at), ...added, ...lines.slice(at)].join("\n")}\n`;
}

interface Place {
  /** The line before which it is put. */
  at: number;
  lead: string;
}

/** What only says steps without the signs of a list is a script already: its indentation means branches. */
function scriptOf(given: string): string {
  const found = understood(given)?.text ?? given;
  const bare = (each: string) =>
    each
      .replace(/^[ \t]+|[ \t]+$/gm, "")
      .replace(/\n+/g, "\n")
      .trim();
  return (bare(found) === bare(given) ? given : found).replace(/^\n+|\n+$/g, "");
}

/** After the lines that are indented below a line. What follows the head of a branch is indented below it. */
function behind(lines: readonly string[], line: number): Place {
  const text = lines[line] ?? "";
  const deep = columnOf(text);
  const next = lines.findIndex((each, place) => place > line && each.trim() !== "" && columnOf(each) <= deep);
  const lead = /^[ \t]*/.exec(text)?.[0] ?? "";
  const isBranch = isHead(lines, line) && !SPLITS.test(text.trim());
  return { at: next < 0 ? lines.length : next, lead: isBranch ? lead + (below(lines, line) ?? INDENT) : lead };
}

/** How far the lines below a line are indented already. */
function below(lines: readonly string[], line: number): string | undefined {
  const own = /^[ \t]*/.exec(lines[line] ?? "")?.[0] ?? "";
  const next = /^[ \t]*/.exec(lines[line + 1] ?? "")?.[0] ?? "";
  return next.length > own.length && next.startsWith(own) ? next.slice(own.length) : undefined;
}

/** Whether a line begins a branch: it hangs on a step of a sequence, or on one that splits the flow. */
function isHead(lines: readonly string[], line: number): boolean {
  const above = parentOf(lines, line);
  if (above === undefined) return false;
  return !isHead(lines, above) || SPLITS.test((lines[above] ?? "").trim());
}

function parentOf(lines: readonly string[], line: number): number | undefined {
  const deep = columnOf(lines[line] ?? "");
  for (let above = line - 1; above >= 0; above -= 1) {
    const text = lines[above] ?? "";
    if (text.trim() !== "" && columnOf(text) < deep) return above;
  }
  return undefined;
}

function columnOf(line: string): number {
  const lead = /^[ \t]*/.exec(line)?.[0] ?? "";
  return lead.replace(/\t/g, "    ").length;
}

/** Labels that a text has already get another name. */
function withOwnLabels(script: string, text: string): string {
  const taken = new Set([...text.matchAll(LABEL)].map(([, , label = ""]) => label));
  const named = new Map<string, string>();
  const ownOf = (label: string) => {
    const known = named.get(label);
    if (known !== undefined) return known;
    let own = label;
    for (let number = 2; taken.has(own); number += 1) own = `${label}-${number}`;
    taken.add(own);
    named.set(label, own);
    return own;
  };
  return script.replace(LABEL, (_, before: string, label: string) => `${before}^${ownOf(label)}`);
}
