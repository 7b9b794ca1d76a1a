// The table of contents of a long page to read.
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Read.module.css";

export interface Entry {
  id: string;
  text: string;
  depth: number;
}

/** From how many parts on a page is long enough for it. */
const FEWEST = 4;
const DEEPEST = 2;

export function Contents({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation("element");
  const shown = entries.filter((each) => each.depth <= DEEPEST);
  if (shown.length < FEWEST) return null;
  const go = (event: MouseEvent, id: string) => {
    event.preventDefault();
    const heading = document.getElementById(id);
    heading?.scrollIntoView({ block: "start" });
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav className={`${classes.contents} fs-no-print`} aria-label={t("read.contents")}>
      <ul>
        {shown.map(({ id, text, depth }) => (
          <li key={id} data-depth={depth}>
            <a href={`#${id}`} onClick={(event) => go(event, id)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
