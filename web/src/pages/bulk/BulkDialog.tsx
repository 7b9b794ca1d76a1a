// The dialog that does something with all chosen elements: how far it is, what failed and why, and the failed ones again.
import { Button, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { labelOf, useTypes } from "@/api/hooks";
import { useRefresh } from "@/app/freshness";
import { useCulture } from "@/app/preferences";
import { explain } from "@/parts/Failure";
import type { Chosen, Selection } from "../list/selection";
import { useNotify } from "../tree/notify";
import classes from "./Bulk.module.css";
import { type Keys, runAll, type Send, type Status } from "./runner";

/** What each of these dialogs is opened with. */
export interface BulkProperties {
  facet: string;
  selection: Selection;
  close: () => void;
}

interface Properties {
  title: string;
  /** What the button that starts it says. */
  action: string;
  /** Undefined while something is still to be chosen. */
  send: Send<Chosen> | undefined;
  isDangerous?: boolean;
  selection: Selection;
  close: () => void;
  children?: ReactNode;
}

export function BulkDialog({ title, action, send, isDangerous, selection, close, children }: Properties) {
  const { t } = useTranslation("bulk");
  const shell = useTranslation().t;
  const run = useRun(selection, send);
  const { items, statuses, isRunning } = run;
  const failed = items.filter((each) => isFailed(statuses.get(each.id)));
  const done = items.filter((each) => statuses.get(each.id) === "done");
  const left = items.length - done.length;
  const isBegun = statuses.size > 0;
  const leave = () => {
    run.stop();
    close();
  };
  return (
    <Modal opened onClose={leave} title={title} size="lg" closeButtonProps={{ "aria-label": shell("close") }}>
      <Stack gap="md">
        {!isBegun && children}
        {isBegun && (
          <div>
            <Progress.Root size="lg">
              <Progress.Section value={(100 * done.length) / items.length} aria-label={t("progress")} />
            </Progress.Root>
            <Text size="sm" mt={6} aria-live="polite">
              {t("done", { done: done.length, count: items.length })}
              {failed.length > 0 && ` ${t("failed", { count: failed.length })}`}
            </Text>
          </div>
        )}
        <Failures failed={failed} statuses={statuses} />
        <Group justify="end">
          <Button variant="default" onClick={isRunning ? run.stop : leave}>
            {isRunning ? t("stop") : shell(isBegun ? "close" : "cancel")}
          </Button>
          {left > 0 && (
            <Button
              data-autofocus={children === undefined || undefined}
              color={isDangerous ? "red.9" : undefined}
              disabled={send === undefined}
              loading={isRunning}
              onClick={() => void run.start()}
            >
              {isBegun ? t("again", { count: left }) : action}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const isFailed = (status: Status | undefined): status is { failed: unknown } =>
  status !== undefined && status !== "done";

function useRun(selection: Selection, send: Send<Chosen> | undefined) {
  const { t } = useTranslation("bulk");
  const refresh = useRefresh();
  const notify = useNotify();
  // As they were chosen when the dialog was opened: what is done is no longer chosen in the list.
  const [items] = useState(() => [...selection.chosen.values()]);
  const [statuses, setStatuses] = useState<ReadonlyMap<string, Status>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const keys = useRef<Keys>(new Map());
  const isStopped = useRef(false);
  const start = async () => {
    if (send === undefined || isRunning) return;
    const now = new Map(statuses);
    isStopped.current = false;
    setIsRunning(true);
    await runAll({
      items: items.filter((each) => now.get(each.id) !== "done"),
      send,
      keys: keys.current,
      isStopped: () => isStopped.current,
      report: (item, status) => {
        now.set(item.id, status);
        setStatuses(new Map(now));
      },
    });
    setIsRunning(false);
    const left = items.filter((each) => now.get(each.id) !== "done");
    // With nothing left to choose from the dialog goes.
    if (left.length === 0) notify.done(t("done", { done: items.length, count: items.length }));
    selection.set(left);
    await refresh();
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { items, statuses, isRunning, start, stop };
}

interface FailuresProperties {
  failed: Chosen[];
  statuses: ReadonlyMap<string, Status>;
}

function Failures({ failed, statuses }: FailuresProperties) {
  const { t } = useTranslation("bulk");
  const errors = useTranslation("errors").t;
  const types = useTypes();
  const culture = useCulture();
  if (failed.length === 0) return null;
  const why = (id: string) => {
    const status = statuses.get(id);
    const { title, help } = explain(isFailed(status) ? status.failed : undefined, errors);
    return help ?? title;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys
    <ul className={classes.failures} aria-label={t("failures")} tabIndex={0}>
      {failed.map((each) => (
        <li key={each.id}>
          <b>{labelOf(types, { facetName: "", ...each }, culture)}</b>
          <span>{why(each.id)}</span>
        </li>
      ))}
    </ul>
  );
}
