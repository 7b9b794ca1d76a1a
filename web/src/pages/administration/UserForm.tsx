// The form of a user, new or existing: name and role. Everything else is on the page of the element.
import { Select, Stack, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, ask, elementPath } from "@/api/client";
import type { Element, Elements, SignInLinks } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { usePerson } from "@/app/person";
import { explain } from "@/parts/Failure";
import { useTell } from "../tree/actions";
import { Submit, useDialog } from "./common";
import { flagsOf, ROLES, type Role, roleOf } from "./roles";
import { Secret } from "./Secret";

const FIELDS = ["firstName", "lastName", "accountName", "email"] as const;
type Field = (typeof FIELDS)[number];

export function UserForm({ user }: { user?: Element }) {
  const { t } = useTranslation("administration");
  const shell = useTranslation().t;
  const isSelf = usePerson().id === user?.id;
  const value = (name: Field) => String(user?.attributes?.[name]?.[127] ?? "");
  const [values, setValues] = useState(() => Object.fromEntries(FIELDS.map((each) => [each, value(each)])));
  const [role, setRole] = useState<Role>((user && roleOf(user)) ?? "viewer");
  const { save, busy, error } = useSave(user);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const texts = Object.entries(values).map(([name, each]) => [name, { 127: each?.trim() || null }]);
    void save({ ...Object.fromEntries(texts), ...(isSelf ? {} : flagsOf(role)) }, values.accountName ?? "");
  };
  const isComplete = values.lastName?.trim() !== "" && values.accountName?.trim() !== "";
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {FIELDS.map((name) => (
          <TextInput
            key={name}
            label={t(`users.${name}`)}
            description={name === "accountName" ? t("users.accountNameHelp") : undefined}
            required={name === "lastName" || name === "accountName"}
            data-autofocus={name === "firstName" || undefined}
            autoComplete="off"
            value={values[name] ?? ""}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            error={name === "accountName" ? error : undefined}
          />
        ))}
        {!isSelf && (
          <Select
            label={t("role")}
            description={t(`roles.${role}`)}
            allowDeselect={false}
            value={role}
            onChange={(chosen) => setRole((chosen as Role | null) ?? role)}
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
function useSave(user?: Element) {
  const { t } = useTranslation("administration");
  const errors = useTranslation("errors").t;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const refresh = useRefresh();
  const tell = useTell();
  const dialog = useDialog();
  const save = async (attributes: object, login: string) => {
    setBusy(true);
    setError(undefined);
    try {
      const element = user ? { id: user.id, attributes } : { type: "user", attributes };
      const { data } = await ask<Elements>(elementPath("users", "detail"), { body: { elements: [element] } });
      await refresh();
      modals.closeAll();
      if (user) return tell.done(t("saved"));
      const made = await ask<SignInLinks>(`rest/users/${data.elements[0]?.id}/link`, { method: "POST" });
      const address = made.data.values[0]?.address ?? "";
      dialog(t("users.made", { name: login }), <Secret secret={address} help={t("users.linkHelp")} />, "lg");
    } catch (failure) {
      const told = explain(failure, errors);
      if (failure instanceof ApiError) setError(told.help ?? told.title);
      tell.failed(failure);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error };
}
