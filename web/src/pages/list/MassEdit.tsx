// Changing many elements in two steps: say what, see what would come of it, and only then write.
import { Button, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/app/freshness";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { Failure } from "@/parts/Failure";
import { useWarnings } from "../element/useWarnings";
import { useNotify } from "../tree/actions";
import { Changes, keyOf, useOffered } from "./MassChanges";
import { apply, type Change, type Outcome, Overtaken, preview, type Written } from "./mass";
import { Meanwhile, Preview, Unwritten } from "./Preview";
import type { Selection } from "./selection";

interface Properties {
  facet: string;
  selection: Selection;
  close: () => void;
}

export default function MassEdit({ facet, selection, close }: Properties) {
  const { t } = useTranslation("list");
  const shell = useTranslation().t;
  const refresh = useRefresh();
  const notify = useNotify();
  const [kept, setChanges, form] = useKeptState<Change[]>(`mass/${facet}`, []);
  const chosen = [...selection.chosen.values()];
  const offered = useOffered(facet, chosen);
  // What was typed for other elements before may not fit these.
  const changes = kept.filter((each) => offered.some(({ key }) => key === keyOf(each)));
  const warn = useWarnings(facet, chosen[0]?.type ?? "");
  const [overtaken, setOvertaken] = useState<readonly string[]>([]);
  const trial = useMutation({ mutationFn: (meant: typeof chosen) => preview(facet, meant, changes) });
  const [done, setDone] = useState(0);
  const [failed, setFailed] = useState<Written["failed"]>(new Map());
  const writing = useMutation({
    mutationFn: async (outcome: Outcome) => {
      setDone(0);
      setFailed(new Map());
      return await apply(facet, outcome, changes, setDone);
    },
    onSuccess: async ({ changed, failed: left, warnings }) => {
      warn(warnings);
      if (changed.length > 0) notify.done(t("changed", { count: changed.length }));
      await refresh();
      if (left.size === 0) {
        form.discard();
        selection.set([]);
        close();
        return;
      }
      // What is left stays chosen, with the change that is meant for it.
      const meant = chosen.filter((each) => left.has(each.id));
      setFailed(left);
      selection.set(meant);
      trial.mutate(meant);
    },
    // Show the changes of other users before this user decides to overwrite them.
    onError: (error) => {
      if (!(error instanceof Overtaken)) return;
      setOvertaken(error.ids);
      trial.mutate(chosen);
    },
  });
  const leaveOut = (ids: readonly string[]) => {
    const left = chosen.filter((each) => !ids.includes(each.id));
    setOvertaken([]);
    setFailed(new Map());
    selection.set(left);
    if (left.length === 0) close();
    else trial.mutate(left);
  };
  const set = (next: Change[]) => {
    setChanges(next);
    setOvertaken([]);
    setFailed(new Map());
    trial.reset();
    writing.reset();
  };
  // Closed in another way, by a key or beside the dialog, what was typed is there when it opens again.
  const giveUp = () => {
    form.discard();
    close();
  };
  const outcome = trial.data;
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title={t("editTitle", { count: chosen.length })}
      closeButtonProps={{ "aria-label": shell("close") }}
    >
      <Stack gap="sm">
        <KeptNotice {...form} />
        <Changes offered={offered} changes={changes} set={set} />
        {trial.error && <Failure error={trial.error} />}
        {writing.error && !(writing.error instanceof Overtaken) && <Failure error={writing.error} />}
        {overtaken.length > 0 && (
          <Meanwhile ids={overtaken} chosen={selection.chosen} leaveOut={() => leaveOut(overtaken)} />
        )}
        {failed.size > 0 && (
          <Unwritten failed={failed} chosen={selection.chosen} leaveOut={() => leaveOut([...failed.keys()])} />
        )}
        {writing.isPending && outcome && <Advance done={done} total={outcome.changed.length} />}
        {outcome && <Preview outcome={outcome} changes={changes} chosen={selection.chosen} leaveOut={leaveOut} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={giveUp}>
            {shell("cancel")}
          </Button>
          {outcome && outcome.findings.size === 0 ? (
            <Button
              data-autofocus
              disabled={outcome.changed.length === 0}
              loading={writing.isPending}
              onClick={() => writing.mutate(outcome)}
            >
              {t("write", { count: outcome.changed.length })}
            </Button>
          ) : (
            <Button disabled={changes.length === 0} loading={trial.isPending} onClick={() => trial.mutate(chosen)}>
              {t("preview")}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Advance({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation("list");
  return (
    <div role="status">
      <Text size="sm">{t("writing", { done, total })}</Text>
      <Progress value={(100 * done) / Math.max(total, 1)} aria-label={t("writing", { done, total })} />
    </div>
  );
}
