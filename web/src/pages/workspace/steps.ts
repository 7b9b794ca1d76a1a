// What a user did in a workspace, to be undone: what was typed into the script, and changes that are stored.

/** A part of the script that was replaced by another one, and is not saved yet. */
export interface TextStep {
  culture: number;
  from: number;
  removed: string;
  added: string;
  at: number;
}

/** A change that is stored, by the revision that it made. */
export interface StoredStep {
  facet: string;
  /** The element that has back what it was before. */
  id: string;
  revision: number;
}

export type Step = TextStep | StoredStep;

export interface Steps {
  done: readonly Step[];
  undone: readonly Step[];
}

export const NO_STEPS: Steps = { done: [], undone: [] };
const MOST = 200;
/** After so long a pause a new step begins. */
const PAUSE_MS = 1500;

export const isText = (step: Step): step is TextStep => "from" in step;

/** With a change of the script, which becomes one step with those just before it: a word is not undone letter by letter. */
export function typed({ done }: Steps, culture: number, before: string, after: string, at: number): Steps {
  const step = { ...changeOf(before, after), culture, at };
  const last = done.at(-1);
  const joined = last && isText(last) ? together(last, step) : undefined;
  return { done: [...(joined ? done.slice(0, -1) : done), joined ?? step].slice(-MOST), undone: [] };
}

/** With a change that was stored. */
export function stored({ done }: Steps, step: StoredStep): Steps {
  return { done: [...done, step].slice(-MOST), undone: [] };
}

/** Without what was typed in a culture: its places are in a text that is there no more. */
export function withoutText({ done, undone }: Steps, culture: number): Steps {
  const stays = (step: Step) => !isText(step) || step.culture !== culture;
  return { done: done.filter(stays), undone: undone.filter(stays) };
}

/** The text before a step, or with `isBack` false after it; undefined if it does not fit the text. */
export function applied(text: string, { from, removed, added }: TextStep, isBack: boolean): string | undefined {
  const [gone, back] = isBack ? [added, removed] : [removed, added];
  return text.startsWith(gone, from) ? text.slice(0, from) + back + text.slice(from + gone.length) : undefined;
}

/** The part in which two texts differ. */
export function changeOf(before: string, after: string): { from: number; removed: string; added: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, removed: before.slice(from, before.length - same), added: after.slice(from, after.length - same) };
}

function together(last: TextStep, step: TextStep): TextStep | undefined {
  const isNear =
    step.at - last.at < PAUSE_MS && step.culture === last.culture && !`${last.added}${step.added}`.includes("\n");
  if (!isNear) return undefined;
  const isTyping = step.removed === "" && last.added !== "" && step.from === last.from + last.added.length;
  if (isTyping) return { ...last, added: last.added + step.added, at: step.at };
  const isErasing = step.added === "" && last.added === "" && step.from + step.removed.length === last.from;
  return isErasing ? { ...last, from: step.from, removed: step.removed + last.removed, at: step.at } : undefined;
}
