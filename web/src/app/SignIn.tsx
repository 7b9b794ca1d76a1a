import { Alert, Button, Divider, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
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
import { collection, storage } from "./place";
import classes from "./SignIn.module.css";

export function SignIn({ entrance, notice }: { entrance: Session; notice: "ended" | "linkUsed" | null }) {
  const { t } = useTranslation("entrance");
  useDocumentTitle("Facetstore"); // the title must not show what the last user saw
  const errors = useTranslation("errors").t;
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const entering = useMutation({
    mutationFn: () => ask<Session>("rest/session", { body: { name, password } }),
    onSuccess: ({ data }) => {
      // This person must not see the cached data of the last user.
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
      client.setQueryData(queries.session.queryKey, data);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entering.mutate();
  };
  const refused = entering.error instanceof ApiError && entering.error.status === 401;
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
            <Title order={1}>{t("title")}</Title>
            <Text size="sm" c="dimmed">
              {collection}/{storage}
            </Text>
          </div>
          {notice && !entering.error && (
            <Alert color="gem" variant="outline">
              {t(notice)}
            </Alert>
          )}
          {entering.error && (
            <Alert color="red" variant="outline" role="alert">
              {refused ? t("wrong") : (explain(entering.error, errors).help ?? explain(entering.error, errors).title)}
            </Alert>
          )}
          <TextInput
            label={t("name")}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            required
            withAsterisk={false}
          />
          <PasswordInput
            label={t("password")}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          <Button type="submit" loading={entering.isPending} fullWidth>
            {t("signIn")}
          </Button>
          {entrance.openId && (
            <>
              <Divider label={t("or")} />
              <Button
                component="a"
                href={`${entrance.openId.signInUrl}?return=${encodeURIComponent(location.pathname + location.search)}`}
                variant="default"
                fullWidth
              >
                {t("openId", { name: entrance.openId.title })}
              </Button>
            </>
          )}
          <Text size="xs" c="dimmed">
            {t("forgot")}
          </Text>
          <Text size="xs" c="dimmed">
            {t("about")}
          </Text>
        </Stack>
      </form>
    </main>
  );
}
