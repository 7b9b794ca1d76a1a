// Links to elements in a text: two brackets open a list of elements, and the one that is chosen takes their place.
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type Editor, useEditorState } from "@tiptap/react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { SearchHit } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { linkTo } from "@/parts/html";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import classes from "./ElementLinks.module.css";
import { type Sought, soughtIn } from "./sought";

const SHOWN = 8;
const WIDTH = 340;

interface Picking {
  /** Takes a key of the editor; false: it is none of ours. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  list: React.ReactNode;
}

export function useElementLinks(editor: Editor | null): Picking {
  const culture = useCulture();
  const id = useId();
  const found = useEditorState({
    editor,
    selector: ({ editor: now }) => (now?.isFocused ? soughtIn(now.state) : null),
  });
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [marked, setMarked] = useState(0);
  const sought = found && found.from !== closedAt ? found : null;
  const [words] = useDebouncedValue(sought?.words.trim() ?? "", 150);
  const { data } = useQuery(queries.search(words, culture, SHOWN));
  const hits = sought && words !== "" ? (data?.values ?? []) : [];
  const current = Math.min(marked, hits.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another list
  useEffect(() => setMarked(0), [words]);
  useMarkedFor(editor, hits[current] && `${id}-${current}`);

  const choose = (hit: SearchHit) => {
    if (!editor || !sought) return;
    const text = inCulture(hit.name, culture) ?? hit.id;
    const link = { type: "link", attrs: { href: linkTo(hit.facetName, hit.id) } };
    const content = [
      { type: "text", text, marks: [link] },
      { type: "text", text: " " },
    ];
    editor.chain().focus().insertContentAt({ from: sought.from, to: sought.to }, content).unsetMark("link").run();
  };

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (sought === null) return false;
    if (event.key === "Escape") setClosedAt(sought.from);
    else if (hits.length === 0) return false;
    else if (event.key === "ArrowDown") setMarked((current + 1) % hits.length);
    else if (event.key === "ArrowUp") setMarked((current + hits.length - 1) % hits.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(hits[current] as SearchHit);
    else return false;
    event.stopPropagation();
    return true;
  };
  const list = editor && sought && (
    <List id={id} editor={editor} sought={sought} words={words} hits={hits} current={current} choose={choose} />
  );
  return { onKeyDown, list };
}

/** Says to a screen reader which entry is marked, while the caret stays in the text. */
function useMarkedFor(editor: Editor | null, entry: string | undefined): void {
  useEffect(() => {
    if (!editor || editor.isDestroyed || entry === undefined) return;
    const { dom } = editor.view;
    dom.setAttribute("aria-activedescendant", entry);
    return () => dom.removeAttribute("aria-activedescendant");
  }, [editor, entry]);
}

interface ListProperties {
  id: string;
  editor: Editor;
  sought: Sought;
  words: string;
  hits: SearchHit[];
  current: number;
  choose: (hit: SearchHit) => void;
}

function List({ id, editor, sought, words, hits, current, choose }: ListProperties) {
  const { t } = useTranslation("element");
  const culture = useCulture();
  const { left, bottom } = editor.view.coordsAtPos(sought.from);
  const place = { left: Math.max(8, Math.min(left, window.innerWidth - WIDTH - 8)), top: bottom + 4, width: WIDTH };
  const help = words === "" ? t("links.type") : t("nothingFound");
  return (
    <div className={classes.list} style={place}>
      {hits.length === 0 ? (
        <div className={classes.help} role="status">
          {help}
        </div>
      ) : (
        <div role="listbox" id={id} aria-label={t("tools.elementLink")}>
          {hits.map((hit, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the caret stays in the text, which says which entry is marked
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text takes the keys
            <div
              key={hit.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(hit)}
            >
              <TypeDot type={hit.type} />
              <span>{inCulture(hit.name, culture)}</span>
              <small>
                <TypeName type={hit.type} />
              </small>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
