// What came of the deliveries of a webhook: each with what was sent and what was answered, and what can be sent again.
import { Button, Group, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Webhook, WebhookDelivery } from "@/api/types.gen";
import * as webhooks from "@/api/webhooks";
import { DataTable } from "@/parts/DataTable";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Section } from "@/parts/Section";
import classes from "./Administration.module.css";
import { useAct, useConfirm, useDialog, useMoment } from "./common";

const STATES: readonly webhooks.DeliveryState[] = ["delivered", "waiting", "dead", "test"];
const TONES: Partial<Record<webhooks.DeliveryState, string>> = { delivered: "done", waiting: "ending", dead: "ending" };

export function WebhookLog({ hook }: { hook: Webhook }) {
  const { t } = useTranslation("administration");
  const [state, setState] = useState<webhooks.DeliveryState>();
  const [before, setBefore] = useState<number>();
  const found = useQuery(webhooks.deliveries(hook.id, state, before));
  const act = useAct();
  const confirm = useConfirm();
  const { name } = hook;
  const sendDead = () => void act(() => webhooks.replay(hook.id, { dead: true }), t("webhooks.replayed", { name }));
  const sendAll = () =>
    confirm(
      t("webhooks.replayAllAsk", { name }),
      t("webhooks.replayAllHelp"),
      t("webhooks.replayAllDo"),
      () => void act(() => webhooks.replay(hook.id, { after: "0" }), t("webhooks.replayed", { name })),
    );
  const rows = found.data ?? [];
  const last = rows.at(-1);
  return (
    <Section title={t("webhooks.logOf", { name })}>
      <Group justify="space-between" align="end" mb="sm">
        <NativeSelect
          label={t("webhooks.outcome")}
          value={state ?? ""}
          onChange={(event) => {
            setBefore(undefined);
            setState(STATES.find((each) => each === event.currentTarget.value));
          }}
          data={[
            { value: "", label: t("webhooks.any") },
            ...STATES.map((value) => ({ value, label: t(`webhooks.outcomes.${value}`) })),
          ]}
        />
        <Group gap="xs">
          <Button variant="default" disabled={hook.counts.dead === 0} onClick={sendDead}>
            {t("webhooks.replayDead")}
          </Button>
          <Button variant="default" onClick={sendAll}>
            {t("webhooks.replayAll")}
          </Button>
        </Group>
      </Group>
      {found.error && found.data === undefined && <Failure error={found.error} retry={() => found.refetch()} />}
      {found.isPending && <Loading />}
      {found.data?.length === 0 && <Text size="sm">{t("webhooks.noDeliveries")}</Text>}
      {rows.length > 0 && <Deliveries hook={hook} rows={rows} />}
      <Group justify="end" mt="sm">
        <Button variant="default" disabled={before === undefined} onClick={() => setBefore(undefined)}>
          {t("audit.newer")}
        </Button>
        <Button variant="default" disabled={rows.length < webhooks.LOGGED} onClick={() => setBefore(last?.number)}>
          {t("audit.older")}
        </Button>
      </Group>
    </Section>
  );
}

function Deliveries({ hook, rows }: { hook: Webhook; rows: WebhookDelivery[] }) {
  const { t } = useTranslation("administration");
  const moment = useMoment();
  return (
    <DataTable
      label={t("webhooks.logOf", { name: hook.name })}
      rows={rows}
      rowKey={(each) => `${each.number}`}
      columns={[
        { label: t("audit.at"), cell: (each) => moment(each.at) },
        { label: t("audit.kind"), cell: (each) => each.kind },
        {
          label: t("webhooks.outcome"),
          cell: (each) => (
            <span className="fs-badge" data-tone={TONES[each.state]}>
              {t(`webhooks.outcomes.${each.state}`)}
            </span>
          ),
        },
        { label: t("webhooks.attempts"), isNumber: true, cell: (each) => each.attempts },
        { label: t("webhooks.answered"), isNumber: true, cell: (each) => each.status ?? "–" },
        { label: t("webhooks.next"), cell: (each) => moment(each.nextAttempt) },
        { label: t("actions"), isHidden: true, cell: (each) => <Open hook={hook} delivery={each} /> },
      ]}
    />
  );
}

function Open({ hook, delivery }: { hook: Webhook; delivery: WebhookDelivery }) {
  const { t } = useTranslation("administration");
  const dialog = useDialog();
  const label = t("webhooks.show", { number: delivery.number });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={label}
      onClick={() => dialog(label, <Exchanged hook={hook} delivery={delivery} />, "lg")}
    >
      {t("webhooks.details")}
    </Button>
  );
}

/** What was sent, and what was answered. */
function Exchanged({ hook, delivery }: { hook: Webhook; delivery: WebhookDelivery }) {
  const { t } = useTranslation("administration");
  const act = useAct();
  const again = () =>
    void act(
      () => webhooks.replay(hook.id, { after: placeBefore(delivery.event) }),
      t("webhooks.replayed", { name: hook.name }),
    );
  return (
    <>
      <Said label={t("webhooks.request")}>{delivery.request}</Said>
      <Said label={t("webhooks.answer", { milliseconds: delivery.milliseconds })}>{delivery.answer}</Said>
      {delivery.state !== "test" && (
        <Group justify="end" mt="md">
          <Button variant="default" onClick={again}>
            {t("webhooks.replayFrom")}
          </Button>
        </Group>
      )}
    </>
  );
}

function Said({ label, children }: { label: string; children: string }) {
  return (
    <>
      <Text size="sm" c="dimmed" mt="sm">
        {label}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre className={classes.exchanged} role="region" aria-label={label} tabIndex={0}>
        {children}
      </pre>
    </>
  );
}

/** The place in the feed before the revision of an event: with it, all of that revision is sent again. */
const placeBefore = (event: string): string => String(Math.max(0, Number.parseInt(event, 10) - 1));
