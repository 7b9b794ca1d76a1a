// Changing one's own password. Other sessions end; this one goes on with a new cookie.
import { Alert, Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import * as queries from "@/api/queries";
import { send } from "@/api/requests";
import { useNotify } from "@/pages/tree/actions";
import { explain } from "@/parts/Failure";
import { isComplete, NO_PASSWORD, PasswordFields } from "./PasswordFields";

export default function PasswordForm({ login, hasPassword }: { login?: string; hasPassword: boolean }) {
  const { t } = useTranslation("entrance");
  const shell = useTranslation().t;
  const errors = useTranslation("errors").t;
  const client = useQueryClient();
  const notify = useNotify();
  const [old, setOld] = useState("");
  const [password, setPassword] = useState(NO_PASSWORD);
  const changing = useMutation({
    mutationFn: () => send("post", "/rest/session/password", { body: { old, new: password.first } }),
    onSuccess: ({ data }) => {
      client.setQueryData(queries.session.queryKey, data);
      modals.closeAll();
      notify.done(t("changed"));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changing.mutate();
  };
  const isWrong = codeOf(changing.error) === "wrong-password";
  const explained = changing.error && explain(changing.error, errors);
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {/* Password managers file the password under this name. */}
        <input type="hidden" autoComplete="username" value={login ?? ""} readOnly />
        {explained && !isWrong && (
          <Alert color="red" variant="outline" role="alert">
            {explained.help ?? explained.title}
          </Alert>
        )}
        {hasPassword && (
          <PasswordInput
            label={t("old")}
            value={old}
            onChange={(event) => setOld(event.currentTarget.value)}
            error={isWrong && t("oldWrong")}
            autoComplete="current-password"
            data-autofocus
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ "aria-label": t("showOld") }}
          />
        )}
        <PasswordFields value={password} set={setPassword} autoFocus={!hasPassword} />
        <Text size="xs" c="dimmed">
          {t("changeHelp")}
        </Text>
        <Group justify="end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {shell("cancel")}
          </Button>
          <Button type="submit" loading={changing.isPending} disabled={!isComplete(password) || (hasPassword && !old)}>
            {t(hasPassword ? "changeDo" : "setDo")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.refusal?.data?.[0]?.code : undefined;
}
