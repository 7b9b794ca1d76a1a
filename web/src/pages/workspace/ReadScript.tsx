// The script for those who read: the same lines, whose names are links; only the steps in which the user has a part, if asked.
import { Checkbox } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { ElementLink } from "@/parts/ElementLink";
import { Called } from "./reading/Called";
import { OnlyMine } from "./reading/OnlyMine";
import { useShown } from "./reading/shown";
import { bareName, indentOf, type Line, ownLines } from "./reading/steps";
import { useFilled } from "./reading/useFilled";
import classes from "./Workspace.module.css";

interface Properties {
  lines: readonly Line[];
  chosen: string | undefined;
  choose: (shape: string) => void;
}

export function ReadScript({ lines, chosen, choose }: Properties) {
  const { t } = useTranslation("workspace");
  const list = useRef<HTMLOListElement>(null);
  const [isFull, setFull] = useState(true);
  const filled = useFilled(lines);
  const { onlyMine } = useShown();
  const shown = onlyMine ? ownLines(lines, filled) : lines;
  useEffect(() => {
    list.current?.querySelector(`[data-line="${chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const walk = (event: React.KeyboardEvent) => {
    const way = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + way];
    if (way === 0 || next === undefined || !(event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
  return (
    <>
      <Checkbox
        size="xs"
        label={t("withNames")}
        checked={isFull}
        onChange={(event) => setFull(event.currentTarget.checked)}
      />
      <OnlyMine lines={lines} filled={filled} />
      <ol ref={list} className={classes.lines} aria-label={t("script")} onKeyDown={walk}>
        {shown.map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <li key={place} data-line={each.shapeId} style={{ paddingLeft: `${indentOf(each) / 2}em` }}>
            {each.shapeId === undefined ? (
              <span className={classes.quiet}>{each.text.trim()}</span>
            ) : (
              <Step line={each} isChosen={each.shapeId === chosen} isFull={isFull} choose={choose} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

interface StepProperties {
  line: Line;
  isChosen: boolean;
  isFull: boolean;
  choose: (shape: string) => void;
}

function Step({ line, isChosen, isFull, choose }: StepProperties) {
  const types = useTypes();
  const names = line.names ?? [];
  return (
    <>
      <button type="button" aria-current={isChosen || undefined} onClick={() => choose(line.shapeId ?? "")}>
        {bareName(line)}
      </button>
      <Called id={line.id} type={line.type} name={bareName(line)} />
      {isFull &&
        names.map(({ mark, id, type }) => (
          <span key={`${mark} ${id}`} className={classes.name}>
            {mark}
            <ElementLink to={{ facetName: types.facetOf(type), id, type }} />
          </span>
        ))}
    </>
  );
}
