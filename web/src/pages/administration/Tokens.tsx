// Tokens, with which other systems authenticate. A secret is shown once, when it is created.

import { Button, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus, RotateCcwKey, ShieldOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { useTypes } from "@/api/hooks";
import { write } from "@/api/requests";
import { seen } from "@/api/seen";
import type { Token, TokenBody, Tokens as TokenList } from "@/api/types.gen";
import { api } from "@/app/place";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { DataTable } from "@/parts/DataTable";
import { ElementLink } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import classes from "./Administration.module.css";
import { Submit, useAct, useConfirm, useDialog, useMoment } from "./common";
import { ROLES, type Role } from "./roles";
import { Secret } from "./Secret";
import { RowActions } from "./Users";

export default function Tokens() {
  const { t } = useTranslation("administration");
  const found = useQuery(administration.tokens);
  const dialog = useDialog();
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  return (
    <>
      <div className={classes.bar}>
        <span />
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => dialog(t("tokens.new"), <TokenForm />)}>
          {t("tokens.new")}
        </Button>
      </div>
      <div className="fs-card">
        {found.data === undefined && <Loading />}
        {found.data?.length === 0 && (
          <EmptyState icon={KeyRound} title={t("tokens.empty")}>
            {t("tokens.emptyHelp")}
          </EmptyState>
        )}
        {found.data !== undefined && found.data.length > 0 && <TokenTable tokens={found.data} />}
      </div>
    </>
  );
}

function TokenTable({ tokens }: { tokens: Token[] }) {
  const { t } = useTranslation("administration");
  const shell = useTranslation().t;
  const moment = useMoment();
  return (
    <DataTable
      label={t("tokens.title")}
      rows={tokens}
      rowKey={(token) => token.id}
      columns={[
        { label: t("name"), cell: (token) => <TokenLink token={token} /> },
        { label: t("role"), cell: (token) => (token.role ? shell(`roles.${token.role}`) : "–") },
        { label: t("status"), cell: (token) => <TokenStatus token={token} /> },
        { label: t("tokens.until"), cell: (token) => moment(token.validUntil) },
        { label: t("tokens.lastUsed"), cell: (token) => moment(token.lastUsedOn) },
        { label: t("tokens.uses"), isNumber: true, cell: (token) => token.uses },
        { label: t("tokens.where"), cell: (token) => <Hosts token={token} /> },
        { label: t("actions"), isHidden: true, cell: (token) => <Actions token={token} /> },
      ]}
    />
  );
}

function TokenLink({ token }: { token: Token }) {
  const { facetOf, roles } = useTypes();
  const named = { facetName: facetOf(roles.token), id: token.id, type: roles.token };
  return <ElementLink to={{ ...named, attributes: { [roles.name]: { 127: token.name } } }} />;
}

function TokenStatus({ token }: { token: Token }) {
  const { t } = useTranslation("administration");
  const [tone, key] = !token.isActive
    ? [undefined, "tokens.over"]
    : token.expiresSoon
      ? ["ending", "tokens.soon"]
      : ["done", "active"];
  return (
    <span className="fs-badge" data-tone={tone}>
      {t(key ?? "active")}
    </span>
  );
}

function Hosts({ token }: { token: Token }) {
  const { t } = useTranslation("administration");
  const moment = useMoment();
  if (token.hosts.length === 0) return t("tokens.nowhere");
  return token.hosts.map((host) => (
    <Text key={host.id} size="sm">
      {host.address}{" "}
      <span className="fs-count">{t("tokens.usedThere", { count: host.uses, at: moment(host.lastUsedOn) })}</span>
      {!host.isActive && <span className="fs-count"> · {t("tokens.shutOut")}</span>}
    </Text>
  ));
}

function Actions({ token }: { token: Token }) {
  const { t } = useTranslation("administration");
  const { facetOf, roles } = useTypes();
  const confirm = useConfirm();
  const act = useAct();
  const show = useShowSecret();
  const { name } = token;
  const rotate = () =>
    void act(async () => {
      show(await rotated(facetOf(roles.token), token.id), t("tokens.rotated", { name }));
    });
  const revoke = () =>
    void act(
      () =>
        seen(facetOf(roles.token), token.id)("post", "/rest/tokens/{tokenId}/revoke", { path: { tokenId: token.id } }),
      t("tokens.revoked", { name }),
    );
  if (token.role === undefined) return null;
  return (
    <RowActions
      entries={[
        {
          icon: RotateCcwKey,
          label: t("tokens.rotate", { name }),
          do: () => confirm(t("tokens.rotateAsk", { name }), t("tokens.rotateHelp"), t("tokens.rotateDo"), rotate),
        },
        {
          icon: ShieldOff,
          label: t("tokens.revoke", { name }),
          do: () => confirm(t("tokens.revokeAsk", { name }), t("tokens.revokeHelp"), t("tokens.revokeDo"), revoke),
        },
      ]}
    />
  );
}

/** A secret is never sent again: where its answer was lost, the token gets another one. */
async function rotated(facet: string, id: string): Promise<TokenList> {
  const rotate = async () =>
    (await seen(facet, id)("post", "/rest/tokens/{tokenId}/rotate", { path: { tokenId: id } })).data;
  const answer = await rotate();
  return answer.values[0]?.secret ? answer : await rotate();
}

/** Shows the secret of an answer, this once. */
function useShowSecret() {
  const { t } = useTranslation("administration");
  const dialog = useDialog();
  return ({ values }: TokenList, title: string) => {
    const secret = values[0]?.secret ?? "";
    const use = `curl -H 'symbio-auth-token: ${secret}' ${new URL(`${api}rest/me`, location.href).href}`;
    dialog(title, <Secret secret={secret} help={t("tokens.onceHelp")} use={use} />, "lg");
  };
}

const DAYS = 90;

function TokenForm() {
  const { t } = useTranslation("administration");
  const shell = useTranslation().t;
  const { facetOf, roles } = useTypes();
  const [body, setBody, form] = useKeptState<TokenBody>("token", { name: "", role: "viewer", days: DAYS });
  const [busy, setBusy] = useState(false);
  const act = useAct();
  const show = useShowSecret();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await act(async () => {
      const given = { ...body, name: body.name.trim() };
      const { data } = await write("post", "/rest/tokens", { body: given, match: null });
      const [made] = data.values;
      const shown = made && !made.secret ? await rotated(facetOf(roles.token), made.id) : data;
      form.discard();
      modals.closeAll();
      show(shown, t("tokens.made", { name: body.name.trim() }));
    });
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <KeptNotice {...form} />
        <TextInput
          data-autofocus
          required
          maxLength={100}
          label={t("name")}
          description={t("tokens.nameHelp")}
          value={body.name}
          onChange={(event) => setBody({ ...body, name: event.currentTarget.value })}
        />
        <Select
          label={t("role")}
          description={t(`roles.${body.role}`)}
          allowDeselect={false}
          value={body.role}
          onChange={(role) => setBody({ ...body, role: (role as Role | null) ?? body.role })}
          data={ROLES.map((each) => ({ value: each, label: shell(`roles.${each}`) }))}
          comboboxProps={{ withinPortal: true }}
        />
        <NumberInput
          label={t("tokens.days")}
          min={1}
          max={3650}
          allowDecimal={false}
          hideControls
          value={body.days ?? DAYS}
          onChange={(days) => setBody({ ...body, days: Number(days) || DAYS })}
        />
      </Stack>
      <Submit label={t("tokens.create")} busy={busy} disabled={body.name.trim() === ""} />
    </form>
  );
}
