// Files that are dropped onto an element or pasted into it are added to it.
import { useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Element } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { useNotify } from "../tree/actions";
import { type FileTarget, FileTargetProvider, hasFiles } from "./context";
import classes from "./Files.module.css";
import { send } from "./uploads";

interface Properties {
  facet: string;
  element: Element;
  canEdit: boolean;
  children: ReactNode;
}

export function Dropping({ facet, element, canEdit, children }: Properties) {
  const { t } = useTranslation("files");
  const navigate = useNavigate();
  const target = useTarget(facet, element, canEdit);
  const notify = useNotify();
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);
  const enter = (change: number) => (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    depth.current += change;
    setIsOver(depth.current > 0);
  };
  const take = (event: Pick<Event, "defaultPrevented" | "preventDefault">, data: DataTransfer | null) => {
    // An editor of a text has taken it already.
    if (event.defaultPrevented || data === null || data.files.length === 0) return;
    event.preventDefault();
    if (target.add === undefined) {
      notify.warned(t("readOnly"), t("readOnlyHelp"));
      return;
    }
    void target.add([...data.files]);
    void navigate({ to: ".", search: (before) => ({ ...before, tab: "files" }), replace: true });
  };
  // What is pasted while nothing has the focus is meant for what is shown.
  useWindowEvent("paste", (event) => {
    if (event.target === document.body) take(event, event.clipboardData);
  });
  return (
    <FileTargetProvider value={target}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the files part has a button for the same */}
      <div
        className={classes.dropping}
        data-over={(isOver && canEdit) || undefined}
        onDragEnter={enter(1)}
        onDragLeave={enter(-1)}
        onDragOver={(event) => hasFiles(event.dataTransfer) && event.preventDefault()}
        onDrop={(event) => {
          depth.current = 0;
          setIsOver(false);
          if (hasFiles(event.dataTransfer)) take(event, event.dataTransfer);
        }}
        onPaste={(event) => !isText(event.target, event.clipboardData) && take(event, event.clipboardData)}
      >
        {children}
        {isOver && canEdit && (
          <div className={classes.over} aria-hidden>
            <Upload size={22} />
            {t("dropHere")}
          </div>
        )}
      </div>
    </FileTargetProvider>
  );
}

/** Whether what is pasted belongs to a field that takes text. */
function isText(target: EventTarget, data: DataTransfer): boolean {
  const isField = target instanceof HTMLElement && target.closest("input, textarea, [contenteditable=true]") !== null;
  return isField && data.types.includes("text/plain");
}

function useTarget(facet: string, element: Element, canEdit: boolean): FileTarget {
  const { t } = useTranslation("files");
  const refresh = useRefresh();
  const notify = useNotify();
  const version = element.versionId ?? element.id;
  const latest = useRef({ refresh, notify, t });
  latest.current = { refresh, notify, t };
  return useMemo(() => {
    const addOne = async (file: File) => {
      const added = await send(facet, version, file);
      // Also after it was cancelled: the service may have had all of it already.
      await latest.current.refresh();
      return added;
    };
    const add = async (files: readonly File[]) => {
      const added = await Promise.all(files.map(addOne));
      const count = added.filter((each) => each !== null).length;
      if (count > 0) latest.current.notify.done(latest.current.t("added", { count }));
      return added;
    };
    return { facet, element: element.id, version, add: canEdit ? add : undefined };
  }, [facet, element.id, version, canEdit]);
}
