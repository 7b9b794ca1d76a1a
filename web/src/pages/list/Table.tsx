// The rows of a list: only those in sight are drawn, so that a hundred thousand are as quick as ten.
import { useRouter } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type MouseEvent, memo, type ReactNode, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, labelOf, type TypeCatalog, useNamed, useTypes } from "@/api/hooks";
import type { Element, RelatedElement } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { useTranslating } from "@/app/translating";
import { keepCulture } from "@/parts/ElementLink";
import { Failure } from "@/parts/Failure";
import { TONES } from "@/parts/StateBadge";
import { cellText } from "./columns";
import classes from "./ListPage.module.css";
import { useRows, type Wanted } from "./rows";
import type { Selection } from "./selection";

const ROW = 36;
const CHECK = "38px";

interface Properties {
  wanted: Wanted;
  count: number;
  order?: string;
  setOrder: (order: string | undefined) => void;
  /** A culture into which rows are to be translated: what is opened shows it, and another one beside it. */
  missing?: number;
  /** Absent where nothing can be chosen. */
  selection?: Selection;
  /** Stands above the boxes that choose a row. */
  chooseAll?: ReactNode;
}

export function Table({ wanted, count, order, setOrder, missing, selection, chooseAll }: Properties) {
  const { t } = useTranslation("list");
  const types = useTypes();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const drawing = useDrawing(wanted, missing);
  const { row, failed } = useRows(wanted, types, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const label = types.labels(wanted.facet)[0] ?? types.roles.name;
  const widths = ["minmax(240px, 2.4fr)", ...wanted.columns.map((each) => each.width)];
  const tracks = selection ? [CHECK, ...widths] : widths;
  const template = tracks.join(" ");
  // The same for all rows: by its own content, a row with a long name would be wider than the others.
  const minWidth = tracks.reduce((sum, each) => sum + leastOf(each), 0);
  if (failed) return <Failure error={failed.error} retry={failed.again} />;
  return (
    <div
      ref={scroller}
      className={`${classes.table} fs-card`}
      role="table"
      aria-label={t("table")}
      aria-rowcount={count + 1}
    >
      <div
        className={classes.head}
        style={{ gridTemplateColumns: template, minWidth }}
        role="row"
        tabIndex={-1}
        aria-rowindex={1}
      >
        {selection && (
          <div className={classes.check} role="columnheader" tabIndex={-1}>
            {chooseAll}
          </div>
        )}
        <Heading name={label} label="Name" order={order} setOrder={setOrder} />
        {wanted.columns.map((each) => (
          <Heading
            key={each.key}
            name={each.kind === "related" ? null : each.key}
            label={each.label}
            order={order}
            setOrder={setOrder}
          />
        ))}
      </div>
      <div className={classes.rows} style={{ height: virtual.getTotalSize(), minWidth }} role="presentation">
        {items.map(({ index, start }) => {
          const element = row(index);
          return (
            <Row
              key={index}
              index={index}
              start={start}
              template={template}
              drawing={drawing}
              element={element}
              isChosen={element !== undefined && (selection?.chosen.has(element.id) ?? false)}
              toggle={selection?.toggle}
            />
          );
        })}
      </div>
    </div>
  );
}

/** How many pixels a column takes at least. */
function leastOf(width: string): number {
  return Number(width.match(/\d+(?=px)/)?.[0] ?? 0);
}

/** What all rows share. Rows fetch nothing themselves: there are many, and they mount and unmount while the user scrolls. */
interface Drawing {
  wanted: Wanted;
  types: TypeCatalog;
  words: number;
  texts: { yes: string; no: string; unknown: string; choose: (name: string) => string };
  address: (id: string) => string;
  /** Opens an element, unless the click asks for a new window. */
  follow: (event: MouseEvent, id: string) => void;
}

function useDrawing(wanted: Wanted, missing?: number): Drawing {
  const { t } = useTranslation("list");
  const shell = useTranslation().t;
  const types = useTypes();
  const words = useWords();
  const router = useRouter();
  const translating = useTranslating(missing);
  return useMemo(() => {
    const texts = {
      yes: t("yes"),
      no: t("no"),
      unknown: shell("unknownElement"),
      choose: (name: string) => t("choose", { name }),
    };
    const to = router.buildLocation({
      to: "/elements/$facet/$id",
      params: { facet: wanted.facet, id: "ID" },
      search: translating ?? keepCulture,
    });
    const address = (id: string) => to.publicHref.replace("/ID", `/${id}`);
    const follow = (event: MouseEvent, id: string) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const params = { facet: wanted.facet, id };
      void router.navigate({ to: "/elements/$facet/$id", params, search: translating ?? keepCulture });
    };
    return { wanted, types, words, texts, address, follow };
  }, [wanted, types, words, t, shell, router, translating]);
}

interface RowProperties {
  index: number;
  start: number;
  template: string;
  drawing: Drawing;
  element: Element | undefined;
  isChosen: boolean;
  toggle?: Selection["toggle"];
}

/** A click opens the row, unless it was on something of its own, or marked a text. */
function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const isOwn = (event.target as HTMLElement).closest(`a, button, input, .${classes.check}`) !== null;
  return !isOwn && getSelection()?.isCollapsed !== false;
}

/** Drawn once, and again only when it shows something else. */
const Row = memo(function Row({ index, start, template, drawing, element, isChosen, toggle }: RowProperties) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys open the row by the link in it
    <div
      className={classes.row}
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
      data-chosen={isChosen || undefined}
      onClick={(event) => element && opensRow(event) && drawing.follow(event, element.id)}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
    >
      {toggle && (
        <div className={classes.check} role="cell">
          {element && (
            <input
              type="checkbox"
              aria-label={drawing.texts.choose(labelOf(drawing.types, element, drawing.wanted.culture))}
              checked={isChosen}
              readOnly
              onClick={(event) => void toggle(element, index, event.shiftKey)}
            />
          )}
        </div>
      )}
      {element ? (
        <Cells drawing={drawing} element={element} />
      ) : (
        <div className={classes.cell} role="cell">
          <div className={classes.pulse} />
        </div>
      )}
    </div>
  );
});

function Cells({ drawing, element }: { drawing: Drawing; element: Element }) {
  const { wanted, types, words, texts, address, follow } = drawing;
  const { culture } = wanted;
  const type = types.get(element.type);
  const typeName = inCulture(type?.displayNames, words) ?? element.type;
  const state = String(inCulture(element.attributes?.state1, culture) ?? "");
  return (
    <>
      <div className={`${classes.cell} ${classes.name}`} role="cell">
        <span
          className="fs-dot"
          style={{ background: type?.color }}
          title={typeName}
          role="img"
          aria-label={typeName}
        />
        <a href={address(element.id)} onClick={(event) => follow(event, element.id)}>
          {labelOf(types, element, culture) || "–"}
        </a>
      </div>
      {wanted.columns.map((each) => (
        <div key={each.key} className={classes.cell} role="cell">
          {each.key === "state1" && state ? (
            <span className="fs-badge" data-tone={TONES[state]}>
              {types.stateName(state, words)}
            </span>
          ) : each.kind === "related" ? (
            <Names
              references={element.related?.[each.key] ?? []}
              types={types}
              culture={culture}
              none={texts.unknown}
            />
          ) : (
            cellText(each, element, culture, texts)
          )}
        </div>
      ))}
    </>
  );
}

interface NamesProperties {
  references: RelatedElement[];
  types: TypeCatalog;
  culture: number;
  /** What an element that cannot be seen is called. */
  none: string;
}

export function Names({ references, ...shared }: NamesProperties) {
  return references.map((each, index) => (
    <span key={each.id}>
      {index > 0 && ", "}
      <Name reference={each} {...shared} />
    </span>
  ));
}

function Name({
  reference,
  types,
  culture,
  none,
}: Omit<NamesProperties, "references"> & { reference: RelatedElement }) {
  const named = useNamed(reference);
  if (named === undefined) return "…";
  return named === null ? none : labelOf(types, named, culture);
}

interface HeadingProperties {
  name: string | null;
  label: string;
  order?: string;
  setOrder: (order: string | undefined) => void;
}

function Heading({ name, label, order, setOrder }: HeadingProperties) {
  const { t } = useTranslation("list");
  const isUp = order === name;
  const isDown = order === `${name} desc`;
  const sorted = isUp ? "ascending" : isDown ? "descending" : "none";
  if (name === null) {
    return (
      <div className={classes.th} role="columnheader" tabIndex={-1}>
        {label}
      </div>
    );
  }
  return (
    <div className={classes.th} role="columnheader" tabIndex={-1} aria-sort={sorted}>
      <button
        type="button"
        title={t(isUp ? "sortDown" : "sortUp", { name: label })}
        onClick={() => setOrder(isUp ? `${name} desc` : isDown ? undefined : name)}
      >
        {label}
        {isUp && <ArrowUp size={12} aria-hidden />}
        {isDown && <ArrowDown size={12} aria-hidden />}
      </button>
    </div>
  );
}
