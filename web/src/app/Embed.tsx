// What surrounds an embedded element: a door without a form, and no shell.
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useMatch } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { onSignedOut } from "@/api/client";
import { forgetPast } from "@/api/past";
import * as queries from "@/api/queries";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { NoPage } from "@/parts/NoPage";
import { TimeFrame } from "@/time/TimeFrame";
import { useFreshness } from "./freshness";
import { type Person, PersonContext } from "./person";
import { basepath } from "./place";

/** Shows its content to signed-in users. A password is never asked for in a frame: users cannot see whose page that is. */
export function EmbedGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const session = useQuery({ ...queries.session, refetchOnWindowFocus: "always" });
  useEffect(() => {
    onSignedOut(async () => {
      // What this user saw is not for the next one.
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== queries.session.queryKey[0] });
      forgetPast();
      client.setQueryData(queries.session.queryKey, { signedIn: false });
    });
  }, [client]);
  if (session.data?.signedIn) {
    return <PersonContext.Provider value={session.data as Person}>{children}</PersonContext.Provider>;
  }
  if (session.error) return <Failure error={session.error} retry={() => session.refetch()} />;
  if (session.data === undefined) return <Loading lines={6} />;
  return (
    <main>
      <Stack align="center" gap={6} py={40} px="md" ta="center">
        <Lock size={30} strokeWidth={1.4} color="var(--fs-quiet)" aria-hidden />
        <Title order={1} size="h4">
          {t("embed.signIn")}
        </Title>
        <Text size="sm" c="dimmed">
          {t("embed.signInHelp")}
        </Text>
        <Group justify="center" mt="sm">
          <a className="fs-link" href={`${basepath}/`} target="_blank" rel="noopener">
            {t("embed.signInLink")}
          </a>
          <Button variant="default" onClick={() => void session.refetch()}>
            {t("embed.again")}
          </Button>
        </Group>
      </Stack>
    </main>
  );
}

/** Elements alone can be embedded: other pages have things to press. */
export function EmbedFrame() {
  const element = useMatch({ from: "/elements/$facet/$id", shouldThrow: false });
  useFreshness();
  return (
    <main id="content" className="fs-embed">
      <TimeFrame>
        <Suspense fallback={<Loading lines={8} />}>{element ? <Outlet /> : <NoPage />}</Suspense>
      </TimeFrame>
    </main>
  );
}
