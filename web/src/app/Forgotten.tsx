// For who has forgotten the password: a link to choose a new one comes by mail, or from an administrator.
import { Alert, Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { send } from "@/api/requests";
import { explain } from "@/parts/Failure";

export function Forgotten({ byMail }: { byMail: boolean }) {
  const { t } = useTranslation("entrance");
  const [open, setOpen] = useState(false);
  if (!byMail)
    return (
      <Text size="xs" c="dimmed">
        {t("forgot")}
      </Text>
    );
  if (open) return <AskForLink />;
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
      {t("forgotten")}
    </Anchor>
  );
}

function AskForLink() {
  const { t } = useTranslation("entrance");
  const errors = useTranslation("errors").t;
  const [name, setName] = useState("");
  const asking = useMutation({ mutationFn: () => send("post", "/rest/session/recovery", { body: { name } }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.mutate();
  };
  if (asking.isSuccess)
    return (
      <Alert color="gem" variant="outline" role="status">
        {t("byMailSent")}
      </Alert>
    );
  const wrong = asking.error && explain(asking.error, errors);
  return (
    <Stack component="form" gap="xs" onSubmit={submit} aria-label={t("forgotten")}>
      {wrong && (
        <Alert color="red" variant="outline" role="alert">
          {wrong.help ?? wrong.title}
        </Alert>
      )}
      <TextInput
        label={t("name")}
        description={t("byMailHelp")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        required
        withAsterisk={false}
      />
      <Button type="submit" variant="default" loading={asking.isPending} fullWidth>
        {t("byMail")}
      </Button>
    </Stack>
  );
}
