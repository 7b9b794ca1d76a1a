// The form of a user, new or existing: name and role. Everything else is on the page of the element.

import { Select, Stack, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { useTypes } from "@/api/hooks";
import { ELEMENTS, listAt, write } from "@/api/requests";
import { seen } from "@/api/seen";
import { makeLink } from "@/api/sign-in-links";
import type { Element, GivenElement } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { usePerson } from "@/app/person";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { explain } from "@/parts/Failure";
import { useNotify } from "../tree/actions";
import { Submit, useDialog } from "./common";
import { flagsOf, ROLES, type Role, roleOf } from "./roles";
import { Secret } from "./Secret";

export function UserForm({ user }: { user?: Element }) {
  const { t } = useTranslation("administration");
  const shell = useTranslation().t;
  const isSelf = usePerson().id === user?.id;
  const { roles } = useTypes();
  const fields = [
    { name: roles.firstName, label: t("users.firstName"), isFirst: true },
    { name: roles.lastName, label: t("users.lastName"), isNeeded: true },
    {
      name: roles.login,
      label: t("users.accountName"),
      isNeeded: true,
      help: t("users.accountNameHelp"),
      isLogin: true,
    },
    { name: roles.mail, label: t("users.email") },
  ];
  const value = (name: string) => String(user?.attributes?.[name]?.[127] ?? "");
  const [given, set, form] = useKeptState(`user/${user?.id ?? "new"}`, {
    values: Object.fromEntries(fields.map(({ name }) => [name, value(name)])),
    role: (user && roleOf(roles, user)) ?? "viewer",
  });
  const { values, role } = given;
  const { save, busy, error } = useSave(user, form.discard);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const texts = Object.entries(values).map(([name, each]) => [name, { 127: each?.trim() || null }]);
    void save({ ...Object.fromEntries(texts), ...(isSelf ? {} : flagsOf(roles, role)) }, values[roles.login] ?? "");
  };
  const isComplete = fields.every((each) => !each.isNeeded || values[each.name]?.trim() !== "");
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <KeptNotice {...form} />
        {fields.map(({ name, label, help, isFirst, isNeeded, isLogin }) => (
          <TextInput
            key={name}
            label={label}
            description={help}
            required={isNeeded}
            data-autofocus={isFirst}
            autoComplete="off"
            value={values[name] ?? ""}
            onChange={(event) => set({ ...given, values: { ...values, [name]: event.currentTarget.value } })}
            error={isLogin && error}
          />
        ))}
        {!isSelf && (
          <Select
            label={t("role")}
            description={t(`roles.${role}`)}
            allowDeselect={false}
            value={role}
            onChange={(chosen) => set({ ...given, role: (chosen as Role | null) ?? role })}
            data={ROLES.map((each) => ({ value: each, label: shell(`roles.${each}`) }))}
            comboboxProps={{ withinPortal: true }}
          />
        )}
      </Stack>
      <Submit label={t(user ? "save" : "users.create")} busy={busy} disabled={!isComplete} />
    </form>
  );
}

/** Stores a user; for a new one, a sign-in link is created and shown. */
function useSave(user: Element | undefined, done: () => void) {
  const { t } = useTranslation("administration");
  const errors = useTranslation("errors").t;
  const { facetOf, roles } = useTypes();
  const [busy, setBusy] = useState(false);
  const [writeSeen] = useState(() => user && seen(user.facetName, user.id));
  const [error, setError] = useState<string>();
  const refresh = useRefresh();
  const notify = useNotify();
  const dialog = useDialog();
  const save = async (attributes: GivenElement["attributes"], login: string) => {
    setBusy(true);
    setError(undefined);
    try {
      const element = user ? { id: user.id, attributes } : { type: roles.user, attributes };
      const given = { path: listAt(facetOf(roles.user), "detail"), body: { elements: [element] } };
      const { data } = await (writeSeen
        ? writeSeen("post", ELEMENTS, given)
        : write("post", ELEMENTS, { ...given, match: null }));
      done();
      await refresh();
      modals.closeAll();
      if (user) return notify.done(t("saved"));
      const address = await makeLink(data.elements[0]?.id ?? "");
      dialog(t("users.made", { name: login }), <Secret secret={address} help={t("users.links.signIn.help")} />, "lg");
    } catch (failure) {
      const explained = explain(failure, errors);
      if (failure instanceof ApiError) setError(explained.help ?? explained.title);
      notify.failed(failure);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error };
}
