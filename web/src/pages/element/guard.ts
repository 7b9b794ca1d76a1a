// Asks before unsaved changes are lost.
import { modals } from "@mantine/modals";
import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** While `isDirty`: asks before the user leaves by a click, a reload or by closing the window. */
export function useGuard(isDirty: boolean): void {
  const { t } = useTranslation("element");
  const shell = useTranslation().t;
  useBlocker({
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    shouldBlockFn: ({ current, next }) => {
      const isElsewhere = current.pathname !== next.pathname || read(current.search) !== read(next.search);
      if (!isElsewhere) return false;
      return new Promise<boolean>((resolve) =>
        modals.openConfirmModal({
          title: t("leaveTitle"),
          children: t("leaveHelp"),
          labels: { confirm: t("leave"), cancel: t("stay") },
          closeButtonProps: { "aria-label": shell("close") },
          onConfirm: () => resolve(false),
          onCancel: () => resolve(true),
          onClose: () => resolve(true),
        }),
      );
    },
  });
}

const read = (search: unknown) => (search as { selected?: string }).selected;
