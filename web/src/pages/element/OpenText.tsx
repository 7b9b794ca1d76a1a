// A formatted text that is open to be edited. Until the editor has loaded, a plain field takes what is typed; then the editor takes
// text, selection and focus over from it in one step, so that no letter falls between them (decision 0082).
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { declared, isSameMarkup, markup } from "@/parts/html";
import { Loading } from "@/parts/Loading";
import { EarlyField } from "./EarlyField";
import { type Handing, type TextProperties, type Typed, withTyped } from "./earlyText";
import { Echoes } from "./echoes";
import { useEditorPart } from "./editorPart";

export function OpenText({ begins, ...properties }: TextProperties & { begins: boolean }) {
  const { part, isMissing } = useEditorPart();
  const [echoes] = useState(() => new Echoes(properties.value, isSameMarkup));
  const change = (value: string) => {
    echoes.send(value);
    properties.change(value);
  };
  const early = useEarly({ ...properties, change }, echoes, part === undefined);
  const Editor = part?.default;
  return (
    <>
      {early.field && <EarlyField {...properties} {...early.field} begins={begins} isAlone={isMissing} />}
      {Editor && !early.isComposing && (
        <Editor {...properties} change={change} echoes={echoes} begins={begins} early={early.handing} />
      )}
      {!Editor && !isMissing && <Loading lines={1} />}
    </>
  );
}

interface Early {
  /** Absent when the editor has taken over. */
  field?: { before: string; field: RefObject<HTMLTextAreaElement | null>; write: () => void; compose: Composing };
  handing?: Handing;
  /** Whether the editor has to wait, because a letter is not whole yet. */
  isComposing: boolean;
}

export type Composing = (isComposing: boolean) => void;

function useEarly({ value, change }: TextProperties, echoes: Echoes, isNeeded: boolean): Early {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isOver, setIsOver] = useState(!isNeeded);
  const [before, setBefore] = useState(value);
  const [isComposing, setIsComposing] = useState(false);
  const composes = useRef(false);
  useLayoutEffect(() => {
    if (isOver || !echoes.isForeign(value)) return;
    setBefore(value);
    if (field.current) field.current.value = "";
  }, [echoes, isOver, value]);
  if (isOver) return { isComposing: false };

  const write = () => {
    const text = field.current?.value ?? "";
    change(text === "" ? before : declared(withTyped(markup(before), text).markup));
  };
  // Some keyboards begin the next letter in the moment in which one is whole: whether it is over shows in the next task.
  const compose = (now: boolean) => {
    composes.current = now;
    if (now) return setIsComposing(true);
    setTimeout(() => {
      if (!composes.current) setIsComposing(false);
    });
  };
  const over = (receive: (typed: Typed) => void) => {
    if (composes.current) return; // the editor is about to go, and comes back when the letter is whole
    receive(typedIn(field.current));
    setIsOver(true);
  };
  return { field: { before, field, write, compose }, handing: { before, over }, isComposing };
}

function typedIn(field: HTMLTextAreaElement | null): Typed {
  if (field === null) return { text: "", from: 0, to: 0, hasFocus: false };
  const { value: text, selectionStart: from, selectionEnd: to } = field;
  return { text, from, to, hasFocus: document.activeElement === field };
}
