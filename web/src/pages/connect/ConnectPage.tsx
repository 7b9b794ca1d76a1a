// Agents that act for the user: one that asks to is allowed or refused, and those that were allowed are listed.
import { Alert, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Bot, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as queries from "@/api/queries";
import { send } from "@/api/requests";
import type { AgentGrant, AgentRequest } from "@/api/types.gen";
import { isEmbedded } from "@/app/framing";
import { useRefresh } from "@/app/freshness";
import { usePerson } from "@/app/person";
import { DataTable } from "@/parts/DataTable";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Moment } from "@/parts/Moment";
import { NoPage } from "@/parts/NoPage";
import { PageTitle } from "@/parts/PageTitle";
import { useNotify } from "../tree/actions";

type Asked = Record<string, string>;

export default function ConnectPage() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const asked = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  // Decisions are not made in a frame of another page, where what is clicked on may be hidden.
  if (isEmbedded || window.top !== window.self) return <NoPage />;
  return <div className="fs-page">{asked.client_id === undefined ? <Allowed /> : <Consent asked={asked} />}</div>;
}

function Consent({ asked }: { asked: Asked }) {
  const { t } = useTranslation("connect");
  const found = useQuery({
    queryKey: ["agent-request", asked],
    queryFn: async () => (await send("post", "/rest/agents/sign-in/request", { body: { request: asked } })).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (found.error) {
    return (
      <>
        <PageTitle>{t("title")}</PageTitle>
        <Alert color="red" variant="outline" icon={<TriangleAlert size={18} aria-hidden />} title={t("wrong")}>
          {t("wrongHelp")}
        </Alert>
        <Failure error={found.error} />
      </>
    );
  }
  if (found.data === undefined) return <Loading lines={5} />;
  return <Decision asked={asked} request={found.data} />;
}

function Decision({ asked, request }: { asked: Asked; request: AgentRequest }) {
  const { t } = useTranslation("connect");
  const person = usePerson();
  const notify = useNotify();
  const [mayPropose, setMayPropose] = useState(false);
  const agent = request.agent || t("unnamed");
  const decide = useMutation({
    mutationFn: async (allow: ("read" | "propose")[] | null) =>
      (await send("post", "/rest/agents/sign-in", { body: { request: asked, allow } })).data.location,
    onSuccess: (address) => location.assign(address),
    onError: (error) => notify.failed(error),
  });
  const isBusy = decide.isPending || decide.isSuccess;
  return (
    <>
      <PageTitle>{t("ask", { agent })}</PageTitle>
      <Stack className="fs-card" p="md" gap="md" maw={640}>
        <Text>{t("asks", { agent, person: person.name })}</Text>
        <Text fw={600}>{t("place", { place: request.place })}</Text>
        <Text size="sm" c="dimmed">
          {t("unchecked")}
        </Text>
        <ul>
          <li>{t("read")}</li>
          <li>{t("never")}</li>
        </ul>
        {request.scopes.includes("propose") && (
          <Checkbox
            label={t("propose")}
            description={t("proposeHelp")}
            checked={mayPropose}
            onChange={(event) => setMayPropose(event.currentTarget.checked)}
          />
        )}
        <Group>
          <Button loading={isBusy} onClick={() => decide.mutate(mayPropose ? ["read", "propose"] : ["read"])}>
            {t("allow")}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => decide.mutate(null)}>
            {t("refuse")}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

function Allowed() {
  const { t } = useTranslation("connect");
  const refresh = useRefresh();
  const notify = useNotify();
  const found = useQuery(queries.agents);
  const end = useMutation({
    mutationFn: (grant: AgentGrant) => send("delete", "/rest/agents/{grantId}", { path: { grantId: grant.id } }),
    onSuccess: async (_, grant) => {
      notify.done(t("ended", { agent: grant.agent || t("unnamed") }));
      await refresh();
    },
    onError: (error) => notify.failed(error),
  });
  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <Text c="dimmed">{t("about")}</Text>
      {found.error && <Failure error={found.error} retry={() => found.refetch()} />}
      {found.isPending && <Loading lines={4} />}
      {found.data?.length === 0 && (
        <div className="fs-card">
          <EmptyState icon={Bot} title={t("nothing")}>
            {t("nothingHelp")}
          </EmptyState>
        </div>
      )}
      {found.data !== undefined && found.data.length > 0 && (
        <div className="fs-card">
          <DataTable
            label={t("title")}
            rows={found.data}
            rowKey={(grant) => grant.id}
            columns={[
              { label: t("agent"), cell: (grant) => grant.agent || t("unnamed") },
              { label: t("may"), cell: (grant) => t(grant.scopes.includes("propose") ? "mayPropose" : "mayRead") },
              { label: t("since"), cell: (grant) => <Moment at={grant.since} /> },
              { label: t("until"), cell: (grant) => <Moment at={grant.until} /> },
              {
                label: t("actions"),
                isHidden: true,
                cell: (grant) => (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t("endOf", { agent: grant.agent || t("unnamed") })}
                    onClick={() => end.mutate(grant)}
                  >
                    {t("end")}
                  </Button>
                ),
              },
            ]}
          />
        </div>
      )}
    </>
  );
}
