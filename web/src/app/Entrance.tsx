// What stands before the page: a card with the name of the storage, in which people sign in or choose a password.
import { Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as queries from "@/api/queries";
import type { Session } from "@/api/types.gen";
import { Gem } from "./Gem";
import { LanguageSwitch } from "./LanguageSwitch";
import { collection, storage } from "./place";
import classes from "./SignIn.module.css";

export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle("Facetstore"); // the title must not show what the last user saw
  return (
    <main className={classes.ground}>
      <Stack gap="md" className={classes.card}>
        <div className={classes.brand}>
          <Gem />
          <span>Facetstore</span>
          <LanguageSwitch />
        </div>
        <div>
          <Title order={1}>{title}</Title>
          <Text size="sm" c="dimmed">
            {collection}/{storage}
          </Text>
        </div>
        {children}
      </Stack>
    </main>
  );
}

/** Begins with a new session. Its user must not see the cached data of the last one. */
export function useEnter(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => {
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
    client.setQueryData(queries.session.queryKey, session);
  };
}
