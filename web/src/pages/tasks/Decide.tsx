// Deciding a task: accepting it, declining it with a reason, or delegating it to another user.

import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import * as queries from "@/api/queries";
import { seen } from "@/api/seen";
import type { RuleFinding, Task } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { usePerson } from "@/app/person";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { useLabel } from "@/parts/ElementLink";
import { Failure } from "@/parts/Failure";
import { PersonPicker } from "@/parts/PersonPicker";
import { OpenThreads } from "../comments/OpenThreads";
import { Findings } from "../release/Findings";
import { warningsOf } from "../release/TakeStep";
import { useNotify } from "../tree/actions";
import { aboutOf, useKind } from "./TaskRow";

export type Decision = "accept" | "decline" | "delegate";

interface Properties {
  task: Task;
  decision: Decision;
  close: () => void;
}

export function Decide({ task, decision, close }: Properties) {
  const { t } = useTranslation("tasks");
  const shell = useTranslation().t;
  const person = usePerson();
  const kind = useKind(task);
  const name = useLabel(aboutOf(task));
  const [reason, setReason, form] = useKeptState(`task/${task.id}/${decision}`, "");
  const giveUp = () => {
    form.discard();
    close();
  };
  const [to, setTo] = useState<string | null>(null);
  const [ignores, setIgnores] = useState(false);
  const deciding = useDeciding(task, decision, giveUp);
  const warnings = warningsOf(deciding.error) ?? [];
  const isReady = {
    accept: warnings.length === 0 || ignores,
    decline: reason.trim() !== "",
    delegate: to !== null,
  }[decision];
  return (
    <Modal
      opened
      onClose={close}
      title={t(`${decision}Of`, { name })}
      size="lg"
      closeButtonProps={{ "aria-label": shell("close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) deciding.mutate({ reason, to: to ?? "", ignores });
        }}
      >
        <Stack gap="md">
          <KeptNotice {...form} />
          <Text size="sm">
            {kind}. {t(`${decision}Help`)}
          </Text>
          <OpenThreads facet={task.facetName} element={task.elementId} version={task.versionId} leave={close} />
          {task.message && (
            <Text size="sm" component="q" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
              {task.message}
            </Text>
          )}
          {decision === "decline" && (
            <Textarea
              data-autofocus
              autosize
              minRows={3}
              label={t("reason")}
              withAsterisk
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          {decision === "delegate" && <PersonPicker label={t("to")} value={to} change={setTo} without={person.id} />}
          <Against error={deciding.error} task={task} leave={close} />
          {warnings.length > 0 && (
            <Checkbox
              label={t("ignore", { count: warnings.length })}
              checked={ignores}
              onChange={(event) => setIgnores(event.currentTarget.checked)}
            />
          )}
          <Group justify="end">
            <Button variant="default" onClick={giveUp}>
              {shell("cancel")}
            </Button>
            <Button
              type="submit"
              data-autofocus={decision === "accept" || undefined}
              disabled={!isReady}
              loading={deciding.isPending}
            >
              {t(decision)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface Decided {
  /** Of who declines. */
  reason: string;
  /** Who is to decide instead. */
  to: string;
  ignores: boolean;
}

function useDeciding(task: Task, decision: Decision, close: () => void) {
  const { t } = useTranslation("tasks");
  const refresh = useRefresh();
  const notify = useNotify();
  const [write] = useState(() => seen(task.facetName, task.versionId));
  return useMutation({
    mutationFn: ({ reason, to, ignores }: Decided) => {
      const path = { taskId: task.id };
      if (decision === "decline") return write("post", "/rest/tasks/{taskId}/decline", { path, body: { reason } });
      if (decision === "delegate") return write("post", "/rest/tasks/{taskId}/delegate", { path, body: { to } });
      const query = { ignoreWarnings: ignores || undefined };
      return write("post", "/rest/tasks/{taskId}/accept", { path, query });
    },
    onSuccess: async () => {
      close();
      notify.done(t(`${decision}Done`));
      await refresh();
    },
  });
}

/** Why a task cannot be accepted: each finding links to its place; other errors are shown as they are. */
function Against({ error, task, leave }: { error: unknown; task: Task; leave: () => void }) {
  const findings = useFindings(error, task);
  if (!error) return null;
  return (
    <>
      {findings.length === 0 && <Failure error={error} />}
      <Findings findings={findings} facet={task.facetName} id={task.elementId} leave={leave} />
    </>
  );
}

/** The findings of the rules in every language; an error response has only one. */
function useFindings(error: unknown, task: Task): RuleFinding[] {
  const reported = error instanceof ApiError ? (error.refusal?.data ?? []) : [];
  const { data } = useQuery({ ...queries.transitions(task.versionId), enabled: reported.length > 0 });
  const known = (data ?? []).flatMap((each) => each.findings ?? []);
  return reported.flatMap(({ code, path }) => known.find((each) => each.code === code && each.path === path) ?? []);
}
