// What a password link opens: its user chooses a new password, and is signed in by that.
import { Alert, Anchor, Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { send } from "@/api/requests";
import { explain } from "@/parts/Failure";
import { Entrance, useEnter } from "./Entrance";
import { isComplete, NO_PASSWORD, PasswordFields } from "./PasswordFields";

export default function NewPassword({ link, leave }: { link: string; leave: () => void }) {
  const { t } = useTranslation("entrance");
  const errors = useTranslation("errors").t;
  const enter = useEnter();
  const [password, setPassword] = useState(NO_PASSWORD);
  const choosing = useMutation({
    mutationFn: () => send("post", "/rest/session", { body: { link, newPassword: password.first } }),
    onSuccess: ({ data }) => {
      enter(data);
      leave();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choosing.mutate();
  };
  const refused = choosing.error instanceof ApiError && choosing.error.status === 401;
  return (
    <Entrance title={t("choose")}>
      <Stack component="form" gap="md" onSubmit={submit}>
        {choosing.error && (
          <Alert color="red" variant="outline" role="alert">
            {refused ? t("linkGone") : (explain(choosing.error, errors).help ?? explain(choosing.error, errors).title)}
          </Alert>
        )}
        <PasswordFields value={password} set={setPassword} autoFocus />
        <Text size="xs" c="dimmed">
          {t("chooseHelp")}
        </Text>
        <Button type="submit" loading={choosing.isPending} disabled={!isComplete(password) || refused} fullWidth>
          {t("chooseDo")}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={leave}>
          {t("toSignIn")}
        </Anchor>
      </Stack>
    </Entrance>
  );
}
