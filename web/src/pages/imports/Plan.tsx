// One plan: what becomes of the rows, what the columns stand for, what is wrong, what changes; and what to do with it.
import { Alert, Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Check, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { applyImport, undoImport } from "@/api/imports";
import type { Import } from "@/api/types.gen";
import { Failure } from "@/parts/Failure";
import { Section } from "@/parts/Section";
import { Differences, Findings } from "./Differences";
import { Mapping } from "./Mapping";
import { usePlanned } from "./usePlanned";

export function Plan({ plan }: { plan: Import }) {
  const { t } = useTranslation("imports");
  const { counts } = plan;
  return (
    // The page gives its parts the height of the window: this one scrolls with it.
    <div style={{ flex: "none" }}>
      <Alert
        color={plan.state === "planned" && counts.faulty > 0 ? "red" : "gray"}
        title={t(`state.${plan.state}`)}
        mb="sm"
      >
        {t("counts", { ...counts })}
        <Actions plan={plan} />
      </Alert>
      {plan.state === "planned" && (
        <Section title={t("columns")}>
          <Mapping key={JSON.stringify(plan.settings)} plan={plan} />
        </Section>
      )}
      {(plan.findings ?? []).length > 0 && (
        <Section title={t("findings")}>
          <Findings findings={plan.findings ?? []} />
        </Section>
      )}
      {(plan.changes ?? []).length > 0 && (
        <Section title={t("changes")}>
          <Differences changes={plan.changes ?? []} />
        </Section>
      )}
    </div>
  );
}

function Actions({ plan }: { plan: Import }) {
  const { t } = useTranslation("imports");
  const planned = usePlanned();
  const apply = useMutation({ mutationFn: () => applyImport(plan.id), onSuccess: planned });
  const undo = useMutation({
    mutationFn: (others: "keep" | "refuse") => undoImport(plan.id, others),
    onSuccess: planned,
  });
  const isOthers = undo.error instanceof ApiError && undo.error.status === 409;
  return (
    <>
      <Group mt="sm" gap="sm">
        {plan.state === "planned" && (
          <Button
            loading={apply.isPending}
            disabled={!plan.applicable}
            leftSection={<Check size={16} aria-hidden />}
            onClick={() => apply.mutate()}
          >
            {t("apply")}
          </Button>
        )}
        {plan.state === "applied" && (
          <Button
            variant="default"
            loading={undo.isPending}
            leftSection={<Undo2 size={16} aria-hidden />}
            onClick={() => undo.mutate("refuse")}
          >
            {t("undo")}
          </Button>
        )}
        {isOthers && (
          <Button variant="default" onClick={() => undo.mutate("keep")}>
            {t("undoRest")}
          </Button>
        )}
      </Group>
      {plan.state === "planned" && !plan.applicable && (
        <Text size="sm" mt={6}>
          {t(plan.counts.faulty > 0 ? "blocked" : "nothing")}
        </Text>
      )}
      {apply.error && <Failure error={apply.error} />}
      {undo.error && <Failure error={undo.error} />}
    </>
  );
}
