// Webhooks, by which other systems learn of changes: making them, what they wait for, and the log of one of them.
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { List, Pause, Play, Plus, RotateCcwKey, Send, Trash2, Webhook as WebhookIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Webhook } from "@/api/types.gen";
import * as webhooks from "@/api/webhooks";
import { DataTable } from "@/parts/DataTable";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { useNotify } from "../tree/actions";
import classes from "./Administration.module.css";
import { useAct, useAddress, useConfirm, useDialog, useMoment } from "./common";
import { Secret } from "./Secret";
import { RowActions } from "./Users";
import { WebhookForm } from "./WebhookForm";
import { WebhookLog } from "./WebhookLog";

export default function Webhooks() {
  const { t } = useTranslation("administration");
  const [{ webhook }] = useAddress();
  const found = useQuery(webhooks.webhooks);
  const dialog = useDialog();
  const show = useShowSecret();
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  const shown = found.data?.find((each) => each.id === webhook);
  const create = () => dialog(t("webhooks.new"), <WebhookForm done={show} />, "lg");
  return (
    <>
      <div className={classes.bar}>
        <span />
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={create}>
          {t("webhooks.new")}
        </Button>
      </div>
      <div className="fs-card">
        {found.data === undefined && <Loading />}
        {found.data?.length === 0 && (
          <EmptyState icon={WebhookIcon} title={t("webhooks.empty")}>
            {t("webhooks.emptyHelp")}
          </EmptyState>
        )}
        {found.data !== undefined && found.data.length > 0 && <WebhookTable hooks={found.data} />}
      </div>
      {shown && <WebhookLog key={shown.id} hook={shown} />}
    </>
  );
}

function WebhookTable({ hooks }: { hooks: Webhook[] }) {
  const { t } = useTranslation("administration");
  return (
    <DataTable
      label={t("webhooks.title")}
      rows={hooks}
      rowKey={(hook) => hook.id}
      columns={[
        { label: t("name"), cell: (hook) => hook.name },
        { label: t("webhooks.receiver"), cell: (hook) => <span className={classes.names}>{hook.url}</span> },
        { label: t("status"), cell: (hook) => <Status hook={hook} /> },
        { label: t("webhooks.waiting"), isNumber: true, cell: (hook) => hook.counts.waiting },
        { label: t("webhooks.dead"), isNumber: true, cell: (hook) => hook.counts.dead },
        { label: t("actions"), isHidden: true, cell: (hook) => <Actions hook={hook} /> },
      ]}
    />
  );
}

function Status({ hook }: { hook: Webhook }) {
  const { t } = useTranslation("administration");
  const moment = useMoment();
  const isFailing = hook.failingSince !== undefined;
  const [tone, text] =
    hook.state === "paused"
      ? [undefined, t("webhooks.paused")]
      : isFailing
        ? ["ending", t("webhooks.failing", { at: moment(hook.failingSince) })]
        : ["done", t("active")];
  return (
    <>
      <span className="fs-badge" data-tone={tone}>
        {text}
      </span>
      {hook.trouble !== undefined && (
        <Text size="sm" c="dimmed">
          {hook.trouble}
        </Text>
      )}
    </>
  );
}

function Actions({ hook }: { hook: Webhook }) {
  const { t } = useTranslation("administration");
  const [{ webhook: logged }, change] = useAddress();
  const confirm = useConfirm();
  const act = useAct();
  const notify = useNotify();
  const show = useShowSecret();
  const { id, name } = hook;
  const isActive = hook.state === "active";
  const test = async () => {
    const answer = await webhooks.test(id);
    const status = answer?.status;
    change({ webhook: id });
    if (status !== undefined && status < 300) notify.done(t("webhooks.tested", { name, status }));
    else notify.failed(new Error(t("webhooks.testFailed", { name, answer: answer?.answer ?? "" })));
  };
  const remove = () => {
    // The log of what is deleted is asked for no more.
    if (logged === id) change({ webhook: undefined });
    void act(() => webhooks.remove(id), t("webhooks.deleted", { name }));
  };
  return (
    <RowActions
      entries={[
        { icon: List, label: t("webhooks.log", { name }), do: () => change({ webhook: id }) },
        { icon: Send, label: t("webhooks.test", { name }), do: () => void act(test) },
        {
          icon: isActive ? Pause : Play,
          label: t(isActive ? "webhooks.pause" : "webhooks.resume", { name }),
          do: () => void act(() => webhooks.pause(hook)),
        },
        {
          icon: RotateCcwKey,
          label: t("webhooks.rotate", { name }),
          do: () =>
            confirm(
              t("webhooks.rotateAsk", { name }),
              t("webhooks.rotateHelp"),
              t("webhooks.rotateDo"),
              () => void act(async () => show(await webhooks.rotate(id), t("webhooks.rotated", { name }))),
            ),
        },
        {
          icon: Trash2,
          label: t("webhooks.delete", { name }),
          do: () =>
            confirm(
              t("webhooks.deleteAsk", { name }),
              t("webhooks.deleteHelp"),
              t("webhooks.deleteDo"),
              () => void remove(),
            ),
        },
      ]}
    />
  );
}

/** Shows a secret, this once. */
function useShowSecret() {
  const { t } = useTranslation("administration");
  const dialog = useDialog();
  return (secret: string, title: string) =>
    dialog(title, <Secret secret={secret} help={t("webhooks.onceHelp")} />, "lg");
}
