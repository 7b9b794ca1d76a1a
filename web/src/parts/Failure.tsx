import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ApiError, isTooCostly, Unreachable } from "@/api/client";
import { PartMissing } from "@/app/chunk";
import { useIsPast } from "@/time/moment";

type Words = ReturnType<typeof useTranslation<"errors">>["t"];

/** What went wrong as a heading and what to do about it. */
export function explain(error: unknown, t: Words): { title: string; help?: string } {
  if (error instanceof Unreachable) return { title: t("unreachable"), help: t("unreachableHelp") };
  if (error instanceof PartMissing) return { title: t("partMissing"), help: t("partMissingHelp") };
  if (!(error instanceof ApiError))
    return { title: t("title"), help: error instanceof Error ? error.message : undefined };
  const said = error.refusal?.message;
  if (error.status === 404) return { title: t("notFound"), help: t("notFoundHelp") };
  if (error.status === 403) return { title: t("forbidden"), help: said ?? t("forbiddenHelp") };
  if (error.status === 412) return { title: t("overtaken"), help: t("overtakenHelp") };
  if (error.status === 409) return { title: t("conflict"), help: said };
  if (error.status >= 500)
    return { title: t("broken"), help: t("brokenHelp", { id: error.refusal?.requestId ?? "–" }) };
  return { title: t("invalid"), help: said };
}

/** Why something cannot be shown as it was; undefined where that has nothing to do with the past. */
function explainPast(error: unknown, t: Words): { title: string; help: string } | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 404) return { title: t("past.notFound"), help: t("past.notFoundHelp") };
  if (isTooCostly(error)) return { title: t("past.tooLarge"), help: t("past.tooLargeHelp") };
  if (error.status === 503 || error.status === 429) return { title: t("past.busy"), help: t("past.busyHelp") };
  const isMoment = error.refusal?.data.some(({ path }) => path === "asOf") ?? false;
  return isMoment ? { title: t("past.noMoment"), help: t("past.noMomentHelp") } : undefined;
}

/** Shown in the place of what could not be shown. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation("errors");
  const isPast = useIsPast();
  const inPast = isPast ? explainPast(error, t) : undefined;
  const { title, help } = inPast ?? explain(error, t);
  const findings = error instanceof ApiError && inPast === undefined ? (error.refusal?.data ?? []) : [];
  const more = findings.filter((each) => each.error !== help);
  return (
    <Alert
      color={inPast ? "gray" : "red"}
      variant="outline"
      icon={<CircleAlert size={18} aria-hidden />}
      title={title}
      role="alert"
    >
      <Stack gap="xs" align="start">
        {help && <Text size="sm">{help}</Text>}
        {more.length > 0 && (
          <List size="sm">
            {more.map((each) => (
              <List.Item key={`${each.path}${each.error}`}>{each.error}</List.Item>
            ))}
          </List>
        )}
        {retry && (
          <Group>
            <Button size="xs" variant="default" onClick={retry}>
              {t(error instanceof PartMissing ? "reload" : "again")}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
