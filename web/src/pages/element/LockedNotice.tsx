// What a user typed before an element was locked or released: it cannot be saved there any more, but copied.
import { Alert, Button, Group, Text } from "@mantine/core";
import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMoment } from "@/drafts/moment";
import type { KeptDraft } from "@/drafts/useKept";
import { wordsOf } from "@/parts/words";
import { useNotify } from "../tree/actions";
import type { Value } from "./draft";
import type { KeptElement } from "./kept";
import { useFieldName } from "./names";

interface Properties {
  facet: string;
  type: string;
  kept: KeptDraft<KeptElement>;
}

export function LockedNotice({ facet, type, kept }: Properties) {
  const { t } = useTranslation("drafts");
  const shell = useTranslation().t;
  const moment = useMoment();
  const nameOf = useFieldName(facet, type);
  const notify = useNotify();
  const copy = async () => {
    const lines = Object.entries(kept.value?.draft.attributes ?? {}).flatMap(([key, cultures]) =>
      Object.entries(cultures).map(([culture, value]) => `${nameOf(key, culture)}: ${plain(value)}`),
    );
    await navigator.clipboard.writeText(lines.join("\n\n"));
    notify.done(shell("copied"));
  };
  return (
    <Alert variant="light" color="orange" icon={<Lock size={18} aria-hidden />} role="status" p="xs">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{t("locked", { at: moment(kept.at) })}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => void copy()}>
            {t("copy")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => kept.set(null)}>
            {t("discard")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

function plain(value: Value): string {
  if (typeof value === "string") return wordsOf(value);
  return value === null ? "" : JSON.stringify(value);
}
