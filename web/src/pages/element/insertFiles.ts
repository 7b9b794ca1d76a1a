// Files that are dropped or pasted into a text: added to the element, then shown in the text by reference.
import type { Editor, EditorEvents } from "@tiptap/react";
import { useRef } from "react";
import type { File as ElementFile } from "@/api/types.gen";
import { fileAddress } from "@/api/upload";
import { type FileTarget, isPicture, useFileTarget } from "../files/context";

interface Inserting {
  /** Adds files where the caret is; absent where the text is not one of an element that takes files. */
  insert?: (files: readonly File[]) => void;
  /** Takes what was dropped or pasted; false: it is none of ours. */
  take: (event: Event, data: DataTransfer | null, place: () => number) => boolean;
}

export function useInsertFiles(current: () => Editor | null): Inserting {
  const target = useFileTarget();
  // The editor keeps the functions that it was made with.
  const latest = useRef(target);
  latest.current = target;
  const add = (files: readonly File[], place: () => number) => {
    const editor = current();
    if (editor !== null && latest.current?.add)
      for (const each of files) void addOne(editor, latest.current, each, place());
  };
  return {
    insert: target?.add && ((files) => add(files, () => current()?.state.selection.from ?? 0)),
    take: (event, data, place) => {
      if (!latest.current?.add || data === null || data.files.length === 0) return false;
      event.preventDefault();
      add([...data.files], place);
      return true;
    },
  };
}

/** The text may change while the file is on its way: its place moves along. */
async function addOne(editor: Editor, target: FileTarget, file: File, place: number): Promise<void> {
  let at = place;
  const follow = ({ transaction, appendedTransactions: more }: EditorEvents["update"]) => {
    for (const each of [transaction, ...more]) at = each.mapping.map(at);
  };
  editor.on("update", follow);
  const [added] = (await target.add?.([file])) ?? [];
  editor.off("update", follow);
  if (added && !editor.isDestroyed) editor.chain().insertContentAt(at, contentFor(target, added)).run();
}

function contentFor(target: FileTarget, { id, name, mimeType }: ElementFile) {
  const at = fileAddress(target.facet, target.element, id);
  if (isPicture(mimeType)) return { type: "image", attrs: { src: at, alt: name } };
  return { type: "text", text: name, marks: [{ type: "link", attrs: { href: at } }] };
}
