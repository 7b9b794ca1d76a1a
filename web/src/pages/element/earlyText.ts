// What is typed before the editor of formatted texts is there: where it belongs in the text, and in the editor.

/** What a plain field holds at the moment in which the editor takes its place. */
export interface Typed {
  text: string;
  /** What is selected in it. */
  from: number;
  to: number;
  hasFocus: boolean;
}

/** How the editor gets what was typed before it was there. */
export interface Handing {
  /** The text without it. */
  before: string;
  /** Calls back with what was typed, and takes its field away. */
  over: (receive: (typed: Typed) => void) => void;
}

/** A formatted text, for the plain field and for the editor. */
export interface TextProperties {
  name: string;
  value: string;
  error?: string;
  lang?: string;
  change: (value: string) => void;
}

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "</p><p>" };
/** The end of a text: that of its last paragraph, and that of the element that holds all of it together. */
const END = /(<\/p>)?(\s*<\/div>)?\s*$/i;

/** Markup with a plain text at its end: in the last paragraph, or in a new one behind everything else. */
export function withTyped(markup: string, text: string): { markup: string; end: number } {
  if (text === "") return { markup, end: markup.length };
  const [all, paragraph] = END.exec(markup) ?? [""];
  const escaped = text.replace(/[&<>\n]/g, (letter) => ESCAPED[letter] ?? letter);
  const before = `${markup.slice(0, markup.length - all.length)}${paragraph ? "" : "<p>"}${escaped}`;
  return { markup: `${before}${paragraph ? "" : "</p>"}${all}`, end: before.length };
}

/** How far a place of a plain text is from its beginning in the editor, where a paragraph ends and another one begins. */
export function stepsTo(text: string, place: number): number {
  return place + text.slice(0, place).split("\n").length - 1;
}
