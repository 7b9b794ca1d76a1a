// The text field of a script: one line a step, numbers and findings beside it, names completed while they are typed.
import { memo, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PresentUser } from "@/api/types.gen";
import { OtherUser } from "@/parts/Others";
import { type LineCheck, sentence, useSayings } from "./Checks";
import { Completions } from "./Completions";
import { understood } from "./pasted";
import { changeOf } from "./steps";
import { CALLED, escaped, indentBelow, lineAt, markedAt, startOf } from "./typing";
import { type Offer, useCompletion } from "./useCompletion";
import type { Problem } from "./useScript";
import classes from "./Workspace.module.css";

/** In pixels, as in the style sheet. */
export const LINE = 22;
const ABOVE = 8;

/** Another user who is at a line. */
export interface LineUser {
  line: number;
  user: PresentUser;
}

interface Properties {
  text: string;
  culture: number;
  problems: readonly Problem[];
  /** What marks within a line name, by their types. */
  marks: ReadonlyMap<string, readonly string[]>;
  checks: readonly LineCheck[];
  others: readonly LineUser[];
  /** Of the chosen shape, from 0. */
  line: number | undefined;
  type: (text: string) => void;
  moved: (line: number) => void;
  created: (name: string) => void;
  pasted: (count: number, raw: () => void) => void;
}

export function ScriptEditor({
  text,
  culture,
  problems,
  marks,
  checks,
  others,
  line,
  type,
  moved,
  created,
  pasted,
}: Properties) {
  const { t } = useTranslation("workspace");
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [top, setTop] = useState(0);
  const [picked, setPicked] = useState(0);
  const [isClosed, setClosed] = useState(true);
  const inner = useMemo(() => [...marks.keys()].filter((each) => each !== CALLED), [marks]);
  const marked = isClosed ? undefined : markedAt(text, caret, inner);
  const offers = useCompletion(marked, marks.get(marked?.mark ?? "") ?? [], culture);
  const here = lineAt(text, caret);
  const count = useMemo(() => text.split("\n").length, [text]);

  // The chosen shape leads to its line, unless the user is just writing.
  useEffect(() => {
    const area = field.current;
    if (area === null || line === undefined || document.activeElement === area) return;
    const at = startOf(area.value, line);
    area.setSelectionRange(at, at);
    setCaret(at);
    if (line * LINE < area.scrollTop || (line + 2) * LINE > area.scrollTop + area.clientHeight) {
      area.scrollTop = Math.max(0, line * LINE - area.clientHeight / 2);
    }
  }, [line]);
  // A text that was changed from elsewhere leaves the cursor in its place.
  const shown = useRef(text);
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null || shown.current === text) return;
    const wanted = movedPlace(caret, shown.current, text);
    if (document.activeElement === area) area.setSelectionRange(wanted, wanted);
    setCaret(wanted);
    shown.current = text;
  }, [text, caret]);

  /** Puts a text in as if it were typed: the browser can undo it. */
  const put = useCallback((given: string, from: number, to: number) => {
    const area = field.current;
    if (area === null) return;
    area.focus();
    area.setSelectionRange(from, to);
    document.execCommand("insertText", false, given);
  }, []);
  const take = (offer: Offer) => {
    if (marked === undefined) return;
    const isCalled = marked.mark === CALLED;
    const name = escaped(offer.name, marked.mark, [...inner, "^"]) + (offer.id === undefined ? "" : `|${offer.id}`);
    put(`${marked.mark}${name}${isCalled ? "]]" : ""}`, marked.from, caret);
    setClosed(true);
    if (offer.isNew) created(offer.name);
  };
  const move = (area: HTMLTextAreaElement) => {
    if (area.selectionStart !== caret) setCaret(area.selectionStart);
    const next = lineAt(area.value, area.selectionStart);
    if (next !== here || next !== line) moved(next);
  };
  const indent = (area: HTMLTextAreaElement, isBack: boolean) => {
    const at = startOf(area.value, lineAt(area.value, area.selectionStart));
    const lead = /^[ ]{0,2}/.exec(area.value.slice(at))?.[0].length ?? 0;
    const place = area.selectionStart;
    if (isBack && lead === 0) return;
    put(isBack ? "" : "  ", at, isBack ? at + lead : at);
    const next = Math.max(at, place + (isBack ? -lead : 2));
    area.setSelectionRange(next, next);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    const area = event.currentTarget;
    if (event.nativeEvent.isComposing) return;
    if (offers.length > 0 && !event.ctrlKey && !event.metaKey) {
      const way = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      const offer = offers[Math.min(picked, offers.length - 1)];
      if (way !== 0) setPicked((picked + way + offers.length) % offers.length);
      else if (event.key === "Enter" && offer) take(offer);
      else if (event.key === "Escape") setClosed(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && (event.key === "]" || event.key === "[")) {
      event.preventDefault();
      indent(area, event.key === "[");
    } else if (event.key === "Enter" && !event.shiftKey && area.selectionStart === area.selectionEnd) {
      event.preventDefault();
      const at = startOf(area.value, lineAt(area.value, area.selectionStart));
      put(`\n${indentBelow(area.value.slice(at, area.selectionStart))}`, area.selectionStart, area.selectionStart);
    }
  };
  const onPaste = (event: React.ClipboardEvent<HTMLTextAreaElement>) => {
    const raw = event.clipboardData.getData("text/plain");
    const found = understood(raw);
    if (found === undefined) return;
    event.preventDefault();
    const area = event.currentTarget;
    const from = area.selectionStart;
    put(found.text, from, area.selectionEnd);
    pasted(found.count, () => put(raw, from, from + found.text.length));
  };
  return (
    <div className={classes.editor}>
      <div className={classes.gutter} aria-hidden>
        <div style={{ transform: `translateY(${-top}px)` }}>
          <Numbers count={count} />
          <LineSigns checks={checks} problems={problems} />
        </div>
      </div>
      <div className={classes.typing}>
        <div className={classes.current} style={{ top: ABOVE + here * LINE - top }} />
        <textarea
          ref={field}
          className={classes.text}
          data-script
          aria-label={t("script")}
          aria-invalid={problems.length > 0 || undefined}
          aria-autocomplete="list"
          aria-controls={offers.length > 0 ? listId : undefined}
          aria-activedescendant={offers.length > 0 ? `${listId}-${picked}` : undefined}
          placeholder={t("placeholder")}
          wrap="off"
          spellCheck={false}
          autoCapitalize="sentences"
          value={text}
          onChange={(event) => {
            const { value, selectionStart } = event.currentTarget;
            shown.current = value;
            setCaret(selectionStart);
            setClosed(false);
            setPicked(0);
            type(value);
          }}
          onSelect={(event) => move(event.currentTarget)}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          onBlur={() => setClosed(true)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {others.map(({ line: at, user }, place) => (
          <span
            key={user.by?.id ?? `other ${place}`}
            className={classes.other}
            style={{ top: ABOVE + at * LINE - top, right: 6 + 20 * othersBefore(others, place) }}
          >
            <OtherUser user={user} size={18} />
          </span>
        ))}
        <Completions id={listId} offers={offers} picked={picked} top={ABOVE + (here + 1) * LINE - top} take={take} />
      </div>
    </div>
  );
}

/** How many others at the same line come before one of them. */
function othersBefore(others: readonly LineUser[], place: number): number {
  return others.slice(0, place).filter((each) => each.line === others[place]?.line).length;
}

/** Where a place in a text is in another one. */
function movedPlace(place: number, before: string, after: string): number {
  const { from, removed, added } = changeOf(before, after);
  if (place <= from) return place;
  return Math.max(from, place - removed.length) + added.length;
}

const Numbers = memo(function Numbers({ count }: { count: number }) {
  return <pre>{Array.from({ length: count }, (_, line) => line + 1).join("\n")}</pre>;
});

/** What is wrong, and what a release would find, beside the lines. */
const LineSigns = memo(function LineSigns({ checks, problems }: Pick<Properties, "checks" | "problems">) {
  const sayings = useSayings();
  const checked = new Map(checks.map((each) => [each.line, sentence(each, sayings)]));
  const wrong = new Map(problems.map((each) => [each.line - 1, each.error]));
  return (
    <>
      {[...checked].map(([line, text]) => (
        <i key={line} className={classes.checked} style={{ top: ABOVE + line * LINE }} title={text} />
      ))}
      {[...wrong].map(([line, text]) => (
        <i key={line} className={classes.wrong} style={{ top: ABOVE + line * LINE }} title={text} />
      ))}
    </>
  );
});
