// Undoes the last change of this user, where there is one.
import { Button, Group, Text } from "@mantine/core";
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Element, HistoryEntry } from "@/api/types.gen";
import { usePerson } from "@/app/person";
import { useIsPast } from "@/time/moment";
import { useReverting } from "./useReverting";

interface Properties {
  facet: string;
  element: Element;
  /** The last changes. */
  entries: HistoryEntry[];
}

export function UndoMine({ facet, element, entries }: Properties) {
  const { t } = useTranslation("revert");
  const own = usePerson()?.id;
  const { undo, isPending, dialog } = useReverting(facet, element);
  const isPast = useIsPast();
  if (isPast || !entries.some((each) => each.by === own && each.changed !== undefined)) return null;
  return (
    <Group mb="sm">
      <Button
        variant="default"
        size="xs"
        leftSection={<Undo2 size={14} aria-hidden />}
        loading={isPending}
        onClick={undo}
      >
        {t("undo")}
      </Button>
      <Text size="sm" c="dimmed">
        {t("undoHelp")}
      </Text>
      {dialog}
    </Group>
  );
}
