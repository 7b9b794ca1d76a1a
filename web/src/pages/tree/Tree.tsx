import { ActionIcon, Tooltip } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight, ChevronsDownUp, FolderTree, LoaderCircle } from "lucide-react";
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { labelOf, useTypes } from "@/api/hooks";
import type { Element } from "@/api/types.gen";
import { useHasRole } from "@/app/person";
import { useCulture } from "@/app/preferences";
import { EmptyState } from "@/parts/EmptyState";
import { StateBadge } from "@/parts/StateBadge";
import { useIsPast } from "@/time/moment";
import { useMoveDialog } from "../move/MoveForm";
import { useElementActions } from "./actions";
import { ContextMenu } from "./ContextMenu";
import { useCopied, useCopying } from "./copying";
import { NewMenu } from "./NewMenu";
import { useOpen } from "./open";
import { type Row, useRows } from "./rows";
import classes from "./TreePage.module.css";

const ROW = 30;
const INDENT = 18;
type Drop = { id: string; place: "into" | "before" };

interface Properties {
  facet: string;
  view: string;
  selected?: string;
  choose: (id: string | undefined) => void;
}

export function Tree({ facet, view, selected, choose }: Properties) {
  const { t } = useTranslation("tree");
  const types = useTypes();
  const culture = useCulture();
  const canEdit = useHasRole("editor");
  const isPast = useIsPast();
  const [open, setOpen] = useOpen(facet, view, selected);
  const rows = useRows(facet, view, open);
  const actions = useElementActions(facet);
  const copied = useCopied();
  const copying = useCopying(choose);
  const openMove = useMoveDialog();
  const [menu, setMenu] = useState<{ row: Row; x: number; y: number } | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const dragged = useRef<Row | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const found = rows.findIndex((row) => row.element.id === selected);
  const [active, setActive] = useState(0);
  const current = Math.min(active, rows.length - 1);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const label = (element: Element) => labelOf(types, element, culture) || `(${element.type})`;
  const named = (row: Row) => ({ id: row.element.id, label: label(row.element) });
  const copyable = (row: Row) => ({ ...named(row), facet, type: row.element.type });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is brought into sight once it is there
  useEffect(() => {
    if (found < 0) return;
    setActive(found);
    virtual.scrollToIndex(found, { align: "auto" });
  }, [found]);

  const toggle = (row: Row, wanted = !row.isOpen) => {
    const next = new Set(open);
    if (wanted) next.add(row.element.id);
    else next.delete(row.element.id);
    setOpen(next);
  };
  const walk = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setActive(next);
    virtual.scrollToIndex(next, { align: "auto" });
  };
  const press = (event: KeyboardEvent) => {
    const row = rows[current];
    if (row === undefined || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      pressWithControl(event, row);
      return;
    }
    const keys: Record<string, () => void> = {
      ArrowDown: () => walk(current + 1),
      ArrowUp: () => walk(current - 1),
      Home: () => walk(0),
      End: () => walk(rows.length - 1),
      ArrowRight: () =>
        row.again ? row.again() : row.isOpen ? walk(current + 1) : row.hasChildren && toggle(row, true),
      ArrowLeft: () =>
        row.isOpen ? toggle(row, false) : walk(rows.findIndex((each) => each.element.id === row.parent)),
      Enter: () => choose(row.element.id),
      " ": () => choose(row.element.id),
      F2: () => canEdit && actions.rename({ ...row.element, ...named(row) }),
      Delete: () => canEdit && actions.remove(named(row), () => row.element.id === selected && choose(undefined)),
      // After the key: a menu that appears during it takes it for one of its own, and closes.
      ContextMenu: () => setTimeout(() => openMenu(row)),
      F10: () => event.shiftKey && setTimeout(() => openMenu(row)),
    };
    const act = keys[event.key];
    if (act !== undefined) {
      event.preventDefault();
      act();
    } else if (event.key.length === 1) {
      const from = rows.slice(current + 1).concat(rows.slice(0, current + 1));
      const next = from.find((each) => label(each.element).toLowerCase().startsWith(event.key.toLowerCase()));
      if (next !== undefined) walk(rows.indexOf(next));
    }
  };
  const pressWithControl = (event: KeyboardEvent, row: Row) => {
    const keys: Record<string, () => void> = {
      c: () => void copying.copy(copyable(row)),
      d: () => void copying.duplicate(copyable(row)),
      m: () => openMove(copyable(row), () => choose(row.element.id)),
      x: () => void copying.cut(copyable(row)),
      v: () => copied && void copying.paste(copied, named(row)),
    };
    const act = event.shiftKey || !canEdit ? undefined : keys[event.key.toLowerCase()];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const openMenu = (row: Row, event?: MouseEvent) => {
    const place = document.getElementById(`node-${row.element.id}`)?.getBoundingClientRect();
    setMenu({ row, x: event?.clientX ?? (place?.left ?? 0) + 40, y: event?.clientY ?? place?.bottom ?? 0 });
  };
  const over = (row: Row) => (event: DragEvent) => {
    if (dragged.current === null || dragged.current.element.id === row.element.id) return;
    event.preventDefault();
    const upper = event.nativeEvent.offsetY < ROW * 0.3 && row.parent !== null;
    setDrop({ id: row.element.id, place: upper ? "before" : "into" });
  };
  const dropped = (row: Row) => (event: DragEvent) => {
    event.preventDefault();
    const moving = dragged.current;
    if (moving === null || drop === null) return;
    if (drop.place === "into") {
      void actions.move(named(moving), row.element.id);
      toggle(row, true);
    } else {
      const earlier = moving.parent === row.parent && moving.position < row.position;
      void actions.move(named(moving), row.parent, earlier ? row.position - 1 : row.position);
    }
    setDrop(null);
  };

  return (
    <>
      <div className={classes.bar}>
        {canEdit && <NewMenu facet={facet} view={view} parent={rows[found]} label={label} choose={choose} />}
        <Tooltip label={t("collapseAll")}>
          <ActionIcon ml="auto" size="sm" aria-label={t("collapseAll")} onClick={() => setOpen(new Set())}>
            <ChevronsDownUp size={15} />
          </ActionIcon>
        </Tooltip>
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={FolderTree} title={t(isPast ? "emptyThen" : "empty")}>
          {t(isPast ? "emptyThenHelp" : "emptyHelp")}
        </EmptyState>
      ) : (
        <div
          ref={scroller}
          className={classes.rows}
          role="tree"
          aria-label={t("title")}
          tabIndex={0}
          aria-activedescendant={rows[current] && `node-${rows[current].element.id}`}
          onKeyDown={press}
        >
          <div className={classes.inner} style={{ height: virtual.getTotalSize() }} role="presentation">
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const { element } = row;
              const state = element.state;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys for the active node
                // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the tree, which names the active node
                <div
                  key={`${row.parent}${element.id}`}
                  id={`node-${element.id}`}
                  className={classes.row}
                  style={{ transform: `translateY(${start}px)`, paddingLeft: 4 + (row.level - 1) * INDENT }}
                  role="treeitem"
                  aria-level={row.level}
                  aria-setsize={row.siblings}
                  aria-posinset={row.position + 1}
                  aria-expanded={row.hasChildren ? row.isOpen : undefined}
                  aria-selected={element.id === selected}
                  data-active={index === current}
                  data-drop={drop?.id === element.id ? drop.place : undefined}
                  draggable={canEdit}
                  onClick={() => {
                    setActive(index);
                    choose(element.id);
                  }}
                  onDoubleClick={() => row.hasChildren && toggle(row)}
                  onContextMenu={(event) => {
                    event.preventDefault();
                    setActive(index);
                    openMenu(row, event);
                  }}
                  onDragStart={(event) => {
                    dragged.current = row;
                    event.dataTransfer.effectAllowed = "move";
                    event.dataTransfer.setData("text/plain", label(element));
                  }}
                  onDragOver={over(row)}
                  onDragLeave={() => setDrop(null)}
                  onDrop={dropped(row)}
                  onDragEnd={() => {
                    dragged.current = null;
                    setDrop(null);
                  }}
                >
                  {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys open and close */}
                  {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys open and close */}
                  <span
                    className={classes.twist}
                    onClick={(event) => {
                      event.stopPropagation();
                      if (row.hasChildren) toggle(row);
                    }}
                  >
                    {row.isLoading ? (
                      <LoaderCircle size={13} aria-hidden />
                    ) : row.isOpen ? (
                      <ChevronDown size={15} aria-hidden />
                    ) : (
                      row.hasChildren && <ChevronRight size={15} aria-hidden />
                    )}
                  </span>
                  <span className={classes["bar-color"]} style={{ background: types.get(element.type)?.color }} />
                  <span className={classes.name} title={label(element)}>
                    {label(element)}
                  </span>
                  {state && <StateBadge state={state} />}
                  {row.again && <Again again={row.again} />}
                </div>
              );
            })}
          </div>
        </div>
      )}
      {menu && (
        <ContextMenu
          facet={facet}
          view={view}
          {...menu}
          name={label(menu.row.element)}
          close={() => {
            setMenu(null);
            scroller.current?.focus();
          }}
          choose={choose}
        />
      )}
    </>
  );
}

/** A branch that could not be fetched says so. The arrow to the right does the same for keys. */
function Again({ again }: { again: () => void }) {
  const { t } = useTranslation("tree");
  return (
    <span className={classes.failed} role="alert">
      {t("branchFailed")}{" "}
      <button
        type="button"
        tabIndex={-1}
        className="fs-link"
        onClick={(event) => {
          event.stopPropagation();
          again();
        }}
      >
        {t("branchAgain")}
      </button>
    </span>
  );
}
