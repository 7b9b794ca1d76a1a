// Undo and redo of a workspace, by buttons and by keys.
import { ActionIcon, Tooltip } from "@mantine/core";
import { Redo2, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Undo } from "./useUndo";

export function UndoButtons({ undo }: { undo: Undo }) {
  const { t } = useTranslation("diagram");
  return (
    <>
      <Tooltip label={`${t("undo")} (${t("keys.undo")})`}>
        <ActionIcon aria-label={t("undo")} disabled={!undo.canUndo || undo.isBusy} onClick={undo.undo}>
          <Undo2 size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${t("redo")} (${t("keys.redo")})`}>
        <ActionIcon aria-label={t("redo")} disabled={!undo.canRedo || undo.isBusy} onClick={undo.redo}>
          <Redo2 size={17} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** Fields with a text of their own undo that text; the script and everything else, the last step. */
export function undoByKey(event: React.KeyboardEvent, { undo, redo }: Undo): void {
  const letter = event.key.toLowerCase();
  if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || !["z", "y"].includes(letter)) return;
  if ((event.target as Element).matches("input, textarea:not([data-script]), [contenteditable=true]")) return;
  event.preventDefault();
  if (letter === "y" || event.shiftKey) redo();
  else undo();
}
