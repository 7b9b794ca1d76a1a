// Says that a form shows what was typed before and not saved, and what else was left behind.
import { Alert, Button, Group, Text } from "@mantine/core";
import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMoment } from "./moment";
import type { KeptDraft } from "./useKept";

interface Properties<T> {
  kept: KeptDraft<T>;
  discard: () => void;
}

export function KeptNotice<T>({ kept, discard }: Properties<T>) {
  const { t } = useTranslation("drafts");
  const moment = useMoment();
  const isRestored = kept.value !== null && kept.restoredAt !== null;
  const isLoose = kept.value !== null && !kept.isKept;
  if (!isRestored && !isLoose && kept.others.length === 0) return null;
  return (
    <Alert
      variant="light"
      color={isLoose ? "orange" : "gem"}
      icon={<History size={18} aria-hidden />}
      role="status"
      className="fs-no-print"
      p="xs"
    >
      {isLoose && <Text size="sm">{t("loose")}</Text>}
      {isRestored && kept.restoredAt !== null && (
        <Row text={t("restored", { at: moment(kept.restoredAt) })}>
          <Button size="compact-sm" variant="default" onClick={kept.acknowledge}>
            {t("keep")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={discard}>
            {t("discard")}
          </Button>
        </Row>
      )}
      {kept.others.map((other) => (
        <Row key={other.owner} text={t("other", { at: moment(other.at) })}>
          <Button size="compact-sm" variant="default" onClick={() => kept.adopt(other)}>
            {t("show")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => kept.dismiss(other)}>
            {t("discardOther")}
          </Button>
        </Row>
      ))}
    </Alert>
  );
}

function Row({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm">{text}</Text>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
