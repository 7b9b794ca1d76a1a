// Erasing a person for ever: what happens, and the login to be typed, so that it is never done by mistake.

import { Alert, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { erasePerson } from "@/api/personal-data";
import { useRefresh } from "@/app/freshness";
import { useNotify } from "../tree/actions";
import { Submit } from "./common";

interface Person {
  id: string;
  /** What has to be typed. */
  login: string;
}

export function EraseForm({ id, login }: Person) {
  const { t } = useTranslation("administration");
  const [typed, setTyped] = useState("");
  const [also, setAlso] = useState("");
  const { erase, busy } = useErase(id);
  const isConfirmed = typed.trim().toLowerCase() === login.toLowerCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = also.split("\n").map((each) => each.trim());
    void erase(typed.trim(), words.filter(Boolean));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Alert color="red" title={t("users.erase.forever")}>
          {t("users.erase.what")}
        </Alert>
        <Text size="sm">{t("users.erase.stays")}</Text>
        <Textarea
          label={t("users.erase.also")}
          description={t("users.erase.alsoHelp")}
          autosize
          minRows={2}
          value={also}
          onChange={(event) => setAlso(event.currentTarget.value)}
        />
        <TextInput
          label={t("users.erase.confirm", { login })}
          required
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Stack>
      <Submit label={t("users.erase.do")} busy={busy} disabled={!isConfirmed} />
    </form>
  );
}

function useErase(id: string) {
  const { t } = useTranslation("administration");
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const notify = useNotify();
  const erase = async (login: string, also: string[]) => {
    setBusy(true);
    try {
      const erased = await erasePerson(id, login, also);
      modals.closeAll();
      const name = erased?.pseudonym ?? "";
      notify.done(t(erased?.wasErased ? "users.erase.before" : "users.erase.done", { name }));
      await refresh();
    } catch (failure) {
      notify.failed(failure);
    } finally {
      setBusy(false);
    }
  };
  return { erase, busy };
}
