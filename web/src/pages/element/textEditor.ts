// The editor, made and given its text and the focus in the task in which it is shown. What its own hooks do later, by timers, would
// leave moments in which letters go nowhere, or to an editor that is thrown away.
import { Editor, type EditorOptions } from "@tiptap/core";
import { Selection, TextSelection } from "@tiptap/pm/state";
import { useLayoutEffect, useState } from "react";
import { stepsTo, type Typed } from "./earlyText";

/** An editor with the options of the first render; what they do later, they have to look up. */
export function useTextEditor(options: () => Partial<EditorOptions>): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for as long as it is shown
  useLayoutEffect(() => {
    const made = new Editor(options());
    setEditor(made);
    return () => made.destroy();
  }, []);
  return editor;
}

/** Nothing was typed before the editor was there. */
export const NOTHING_TYPED: Typed = { text: "", from: 0, to: 0, hasFocus: true };

/** Goes on at the end of the text as if all of this had been typed there. */
export function goOn({ view }: Editor, { text, from, to, hasFocus }: Typed): void {
  // With any transaction the editor adds a paragraph to write on behind a list, a table or the like. That is no change yet.
  view.dispatch(view.state.tr.setMeta("preventUpdate", true));
  const { tr } = view.state;
  tr.setSelection(Selection.atEnd(tr.doc));
  const begin = tr.selection.from;
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) tr.split(tr.selection.from);
    if (line !== "") tr.insertText(line);
  }
  if (text !== "")
    tr.setSelection(TextSelection.create(tr.doc, begin + stepsTo(text, from), begin + stepsTo(text, to)));
  view.dispatch(hasFocus ? tr.scrollIntoView() : tr);
  if (hasFocus) view.focus();
}
