// What agents propose: the list, and one proposal, which is accepted or declined as one.
import { Button, Group, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Bot } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import { write } from "@/api/requests";
import type { Proposal, ProposedDraft } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { useCulture } from "@/app/preferences";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { keepCulture } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Moment } from "@/parts/Moment";
import { PageTitle } from "@/parts/PageTitle";
import { PersonName } from "@/parts/PersonName";
import { StateBadge } from "@/parts/StateBadge";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import tasks from "../tasks/Tasks.module.css";
import { useNotify } from "../tree/actions";
import classes from "./Proposals.module.css";

export default function ProposalsPage() {
  const { part } = useParams({ strict: false }) as { part?: string };
  return <div className="fs-page">{part === undefined ? <All /> : <One key={part} id={part} />}</div>;
}

function All() {
  const { t } = useTranslation("proposals");
  const found = useQuery(queries.proposals);
  return (
    <>
      <div className="fs-title">
        <PageTitle>{t("title")}</PageTitle>
      </div>
      {found.error && <Failure error={found.error} retry={() => found.refetch()} />}
      {found.isPending && <Loading lines={5} />}
      {found.data?.length === 0 && (
        <div className="fs-card">
          <EmptyState icon={Bot} title={t("nothing")}>
            {t("nothingHelp")}
          </EmptyState>
        </div>
      )}
      {found.data !== undefined && found.data.length > 0 && (
        <ul className={`fs-card ${tasks.tasks}`}>
          {found.data.map((each) => (
            <li key={each.id}>
              <div className={tasks.about}>
                <h2>
                  <Link className="fs-link" to={`/proposals/${each.id}` as "/"} search={keepCulture}>
                    {each.title}
                  </Link>
                </h2>
                <Facts proposal={each} />
              </div>
              <span className="fs-count">{t("drafts", { count: each.drafts.length })}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Facts({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation("proposals");
  return (
    <div className={tasks.facts}>
      <span>{t(`states.${proposal.state}`)}</span>
      <span>{t("by", { agent: proposal.agent })}</span>
      <span>
        {t("for")} <PersonName id={proposal.principal} />
      </span>
      <Moment at={proposal.created} />
    </div>
  );
}

function One({ id }: { id: string }) {
  const { t } = useTranslation("proposals");
  const { data, error, refetch } = useQuery(queries.proposal(id));
  if (data === undefined && error) return <Failure error={error} retry={() => refetch()} />;
  if (data === undefined) return <Loading lines={5} />;
  return (
    <>
      <div className="fs-title">
        <PageTitle>{t("one")}</PageTitle>
      </div>
      <section className={`fs-card ${classes.said}`} aria-label={t("said")}>
        <h2>{data.title}</h2>
        <q className={tasks.message}>{data.reason}</q>
        <Facts proposal={data} />
      </section>
      <ul className={`fs-card ${tasks.tasks}`} aria-label={t("changes")}>
        {data.drafts.map((each) => (
          <Draft key={each.versionId} draft={each} />
        ))}
      </ul>
      {data.gone !== undefined && <p>{t("gone", { count: data.gone })}</p>}
      {data.state === "open" ? <Decide proposal={data} /> : <Decided proposal={data} />}
    </>
  );
}

function Draft({ draft }: { draft: ProposedDraft }) {
  const { t } = useTranslation("proposals");
  const culture = useCulture();
  const { facetName: facet, elementId, versionId, beforeId } = draft;
  return (
    <li>
      <div className={tasks.about}>
        <div className={tasks.kind}>
          <TypeDot type={draft.type} />
          <TypeName type={draft.type} />
          {draft.state !== undefined && <StateBadge state={draft.state} />}
        </div>
        <h2>
          <Link className="fs-link" to="/elements/$facet/$id" params={{ facet, id: versionId }} search={keepCulture}>
            {inCulture(draft.names, culture) ?? versionId}
          </Link>
        </h2>
      </div>
      {beforeId === undefined ? (
        <span className="fs-count">{t("new")}</span>
      ) : (
        <Link
          className="fs-link"
          to="/elements/$facet/$id"
          params={{ facet, id: elementId }}
          search={(before) => ({ ...keepCulture(before), tab: "versions", from: beforeId, to: versionId })}
        >
          {t("compare")}
        </Link>
      )}
    </li>
  );
}

function Decided({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation("proposals");
  return (
    <section className={`fs-card ${classes.said}`} aria-label={t("decision")}>
      <div className={tasks.facts}>
        <span>{t(`states.${proposal.state}`)}</span>
        {proposal.decidedBy && <PersonName id={proposal.decidedBy} />}
        {proposal.decided && <Moment at={proposal.decided} />}
      </div>
      {proposal.note && <q className={tasks.message}>{proposal.note}</q>}
    </section>
  );
}

function Decide({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation("proposals");
  const shell = useTranslation().t;
  const [isDeclining, setDeclining] = useState(false);
  const [reason, setReason, form] = useKeptState(`proposal/${proposal.id}`, "");
  const deciding = useDeciding(proposal.id, form.discard);
  if (!isDeclining) {
    return (
      <section className={classes.decide} aria-label={t("decision")}>
        <p>{t("help")}</p>
        {deciding.error && <Failure error={deciding.error} />}
        <Group>
          <Button loading={deciding.isPending} onClick={() => deciding.mutate(null)}>
            {t("accept")}
          </Button>
          <Button variant="default" onClick={() => setDeclining(true)}>
            {t("decline")}
          </Button>
        </Group>
      </section>
    );
  }
  return (
    <form
      className={classes.decide}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "") deciding.mutate(reason);
      }}
    >
      <KeptNotice {...form} />
      <Textarea
        autosize
        minRows={3}
        label={t("reason")}
        withAsterisk
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {deciding.error && <Failure error={deciding.error} />}
      <Group>
        <Button type="submit" disabled={reason.trim() === ""} loading={deciding.isPending}>
          {t("decline")}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            form.discard();
            setDeclining(false);
          }}
        >
          {shell("cancel")}
        </Button>
      </Group>
    </form>
  );
}

/** Accepts a proposal, or declines it where a reason is given. */
function useDeciding(proposalId: string, done: () => void) {
  const { t } = useTranslation("proposals");
  const refresh = useRefresh();
  const notify = useNotify();
  const path = { proposalId };
  return useMutation({
    mutationFn: (reason: string | null) =>
      reason === null
        ? write("post", "/rest/proposals/{proposalId}/accept", { path, match: null })
        : write("post", "/rest/proposals/{proposalId}/decline", { path, body: { reason }, match: null }),
    onSuccess: async (_, reason) => {
      done();
      notify.done(t(reason === null ? "acceptDone" : "declineDone"));
      await refresh();
    },
  });
}
