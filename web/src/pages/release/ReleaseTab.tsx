// The release of a version: where it stands, what it waits for, what can be done next, and what stands against that.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, CircleCheck, Lock } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Element, RuleFinding, Transition } from "@/api/types.gen";
import { useHasRole } from "@/app/person";
import { useWords } from "@/app/preferences";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Section } from "@/parts/Section";
import { StateBadge } from "@/parts/StateBadge";
import type { TabProperties } from "../element/tab";
import { Findings } from "./Findings";
import { Flow, SentBack } from "./Flow";
import { journey, returned } from "./journey";
import { Against, errorsOf, NextStep, stepName } from "./NextStep";
import { Readers } from "./Readers";
import classes from "./Release.module.css";
import { ReviewDate } from "./ReviewDate";
import { TakeStep } from "./TakeStep";

export default function ReleaseTab({ facet, id, element }: TabProperties) {
  const { t } = useTranslation("release");
  const isEditor = useHasRole("editor");
  const types = useTypes();
  const known = types.get(element.type)?.states ?? [];
  const states = known.map((each) => each.key);
  const history = useQuery({ ...queries.history(facet, id), enabled: isEditor });
  const tasks = useQuery(queries.tasksAbout(element.versionId ?? element.id));
  const failed = history.error ?? tasks.error;
  const again = () => void Promise.all([history, tasks].map((each) => each.error && each.refetch()));
  if (failed) return <Failure error={failed} retry={again} />;
  if (tasks.data === undefined || (isEditor && history.data === undefined)) return <Loading lines={6} />;
  const own = tasks.data.filter((each) => each.versionId === element.versionId);
  const back = returned(states, element, history.data ?? []);
  return (
    <>
      <Section title={t("flow")}>
        <Flow stops={journey(known, types.roles, element, history.data ?? [], own)} />
        {back && <SentBack back={back} />}
      </Section>
      {isEditor && <Steps element={element} />}
      <ReviewDate element={element} />
      <Readers element={element} />
    </>
  );
}

function Steps({ element }: { element: Element }) {
  const { t } = useTranslation("release");
  const id = element.versionId ?? element.id;
  const found = useQuery(queries.transitions(id));
  const [taking, setTaking] = useState<Transition | null>(null);
  if (found.error) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={5} />;
  const open = found.data.filter(isOpen);
  const shut = found.data.filter((each) => !isOpen(each));
  const findings = distinct(found.data.flatMap((each) => each.findings ?? []));
  return (
    <>
      <Section title={t("steps")}>
        {open.length === 0 && (
          <EmptyState icon={CircleCheck} title={t("noSteps")}>
            {t("noStepsHelp")}
          </EmptyState>
        )}
        <NextStep steps={open} take={setTaking} />
      </Section>
      {findings.length > 0 && (
        <Section title={t("findings")}>
          <Text size="sm" c="dimmed">
            {t("findingsHelp")}
          </Text>
          <Findings findings={findings} facet={element.facetName} id={id} />
        </Section>
      )}
      {shut.length > 0 && (
        <Section title={t("otherSteps")}>
          <StepList steps={shut} />
        </Section>
      )}
      {taking && <TakeStep element={element} step={taking} close={() => setTaking(null)} />}
    </>
  );
}

const isOpen = (step: Transition) => step.allowed === true && errorsOf(step).length === 0;

function distinct(findings: RuleFinding[]): RuleFinding[] {
  const known = new Map(findings.map((each) => [`${each.code} ${each.path}`, each]));
  return [...known.values()].sort((one, other) => one.severity.localeCompare(other.severity));
}

function StepList({ steps }: { steps: Transition[] }) {
  const { t } = useTranslation("release");
  const words = useWords();
  return (
    <ul className={classes.steps}>
      {steps.map((each) => (
        <li key={each.transitionId}>
          <span className={classes.shut}>
            <Lock size={14} aria-hidden />
            {stepName(each, words)}
          </span>
          <span className={classes.leads}>
            <ArrowRight size={15} role="img" aria-label={t("goesTo")} />
            <StateBadge state={each.targetState} />
          </span>
          <Against step={each} />
        </li>
      ))}
    </ul>
  );
}
