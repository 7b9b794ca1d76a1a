// What a password link opens: its user chooses a new password, and is signed in by that.
import { Alert, Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, ask } from "@/api/client";
import * as queries from "@/api/queries";
import type { Session } from "@/api/types.gen";
import { explain } from "@/parts/Failure";
import { Gem } from "./Gem";
import { LanguageSwitch } from "./LanguageSwitch";
import { isComplete, NO_PASSWORD, PasswordFields } from "./PasswordFields";
import { collection, storage } from "./place";
import classes from "./SignIn.module.css";

export function NewPassword({ link, leave }: { link: string; leave: () => void }) {
  const { t } = useTranslation("entrance");
  const errors = useTranslation("errors").t;
  const client = useQueryClient();
  const [password, setPassword] = useState(NO_PASSWORD);
  useDocumentTitle("Facetstore");
  const choosing = useMutation({
    mutationFn: () => ask<Session>("rest/session", { body: { link, newPassword: password.first } }),
    onSuccess: ({ data }) => {
      // This person must not see the cached data of the last user.
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
      client.setQueryData(queries.session.queryKey, data);
      leave();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choosing.mutate();
  };
  const refused = choosing.error instanceof ApiError && choosing.error.status === 401;
  return (
    <main className={classes.ground}>
      <form className={classes.card} onSubmit={submit}>
        <Stack gap="md">
          <div className={classes.brand}>
            <Gem />
            <span>Facetstore</span>
            <LanguageSwitch />
          </div>
          <div>
            <Title order={1}>{t("choose")}</Title>
            <Text size="sm" c="dimmed">
              {collection}/{storage}
            </Text>
          </div>
          {choosing.error && (
            <Alert color="red" variant="outline" role="alert">
              {refused
                ? t("linkGone")
                : (explain(choosing.error, errors).help ?? explain(choosing.error, errors).title)}
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
      </form>
    </main>
  );
}
