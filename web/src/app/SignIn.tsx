import { Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import * as queries from "@/api/queries";
import type { Session } from "@/api/types.gen";
import { Gem } from "./Gem";
import { LanguageSwitch } from "./LanguageSwitch";
import { collection, storage } from "./place";
import classes from "./SignIn.module.css";
import { SignInForm } from "./SignInForm";

export function SignIn({ entrance, notice }: { entrance: Session; notice: "linkUsed" | null }) {
  const { t } = useTranslation("entrance");
  useDocumentTitle("Facetstore"); // the title must not show what the last user saw
  const client = useQueryClient();
  const done = (session: Session) => {
    // This person must not see the cached data of the last user.
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
    client.setQueryData(queries.session.queryKey, session);
  };
  return (
    <main className={classes.ground}>
      <div className={classes.card}>
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
          <SignInForm
            entrance={entrance}
            notice={notice && t(notice)}
            back={location.pathname + location.search}
            done={done}
          />
          <Text size="xs" c="dimmed">
            {t("forgot")}
          </Text>
          <Text size="xs" c="dimmed">
            {t("about")}
          </Text>
        </Stack>
      </div>
    </main>
  );
}
