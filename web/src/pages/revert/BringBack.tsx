// Brings back a whole version, or the element as it was, once the user has confirmed it.
import { Button } from "@mantine/core";
import { modals } from "@mantine/modals";
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Element } from "@/api/types.gen";
import { useIsPast } from "@/time/moment";
import { useReverting } from "./useReverting";

interface Properties {
  facet: string;
  element: Element;
  /** The version or the revision. */
  from: string;
  /** What people call it. */
  name: string;
  label: string;
  text: string;
}

export function BringBack({ facet, element, from, name, label, text }: Properties) {
  const { t } = useTranslation("revert");
  const shell = useTranslation().t;
  const { bringBack, isPending, dialog } = useReverting(facet, element);
  const isPast = useIsPast();
  const confirm = () =>
    modals.openConfirmModal({
      title: t("ask.title", { version: name }),
      children: t("ask.help"),
      labels: { confirm: t("ask.confirm"), cancel: t("ask.cancel") },
      closeButtonProps: { "aria-label": shell("close") },
      onConfirm: () => bringBack({ from }),
    });
  if (isPast) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<Undo2 size={13} aria-hidden />}
        aria-label={label}
        loading={isPending}
        onClick={confirm}
      >
        {text}
      </Button>
      {dialog}
    </>
  );
}
