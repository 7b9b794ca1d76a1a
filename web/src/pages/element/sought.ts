// What a user looks for behind two opening brackets in a text.
import type { EditorState } from "@tiptap/pm/state";

export interface Sought {
  /** Where the brackets begin, and where the caret is. */
  from: number;
  to: number;
  words: string;
}

const LONGEST = 80;
const OPEN = new RegExp(`\\[\\[([^[\\]]{0,${LONGEST}})$`);

export function soughtIn(state: EditorState): Sought | null {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type.spec.code || !$from.parent.isTextblock) return null;
  // One character for what is no text, so that places in both are the same.
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc");
  const found = OPEN.exec(before);
  return found && { from: $from.pos - found[0].length, to: $from.pos, words: found[1] ?? "" };
}
