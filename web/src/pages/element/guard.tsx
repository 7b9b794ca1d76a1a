// Says what becomes of unsaved changes when the user leaves them, and asks where the browser cannot keep them.
import { Button, Group } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useBlocker, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

/** While `isDirty`: says that the changes are kept when the user goes elsewhere; if they are not, asks before that. */
export function useGuard(isDirty: boolean, isKept: boolean): void {
  const { t } = useTranslation("element");
  const shell = useTranslation().t;
  const say = useLeft();
  useBlocker({
    enableBeforeUnload: isDirty && !isKept,
    disabled: !isDirty,
    shouldBlockFn: ({ current, next }) => {
      const isElsewhere = current.pathname !== next.pathname || read(current.search) !== read(next.search);
      if (!isElsewhere) return false;
      if (isKept) {
        say();
        return false;
      }
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

/** A notice with the way back. */
function useLeft(): () => void {
  const { t } = useTranslation("drafts");
  const close = useTranslation().t("close");
  const router = useRouter();
  return () => {
    const back = router.state.location.publicHref;
    const id = `left ${back}`;
    const go = () => {
      notifications.hide(id);
      router.history.push(back);
    };
    notifications.show({
      id,
      color: "gem",
      autoClose: 10_000,
      closeButtonProps: { "aria-label": close },
      message: (
        <Group gap="xs">
          {t("left")}
          <Button size="compact-xs" variant="default" onClick={go}>
            {t("back")}
          </Button>
        </Group>
      ),
    });
  };
}

const read = (search: unknown) => (search as { selected?: string }).selected;
