// The tasks that wait for a decision of this person, and those already decided.
import { Button, Group } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import * as queries from "@/api/queries";
import type { Task } from "@/api/types.gen";
import { ElementLink, keepCulture, useLabel } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Moment } from "@/parts/Moment";
import { More } from "@/parts/More";
import { moment } from "@/parts/moment";
import { PageTitle } from "@/parts/PageTitle";
import { TypeDot } from "@/parts/TypeDot";
import { Decider } from "../release/Flow";
import { Decide, type Decision } from "./Decide";
import { aboutOf, useKind } from "./TaskRow";
import classes from "./Tasks.module.css";
import { ToRead } from "./ToRead";
import { ToReview } from "./ToReview";

const DECIDED = "decided";

export default function TasksPage() {
  const { t } = useTranslation("tasks");
  const { show } = useSearch({ strict: false }) as { show?: string };
  const isDecided = show === DECIDED;
  return (
    <div className="fs-page">
      <div className="fs-title">
        <PageTitle>{t("title")}</PageTitle>
      </div>
      <nav className="fs-tabs" aria-label={t("title")}>
        <Shelf isCurrent={!isDecided}>{t("open")}</Shelf>
        <Shelf show={DECIDED} isCurrent={isDecided}>
          {t("decided")}
        </Shelf>
      </nav>
      {!isDecided && <ToRead />}
      {!isDecided && <ToReview />}
      {isDecided ? <Decided /> : <Open />}
    </div>
  );
}

function Shelf({ show, isCurrent, children }: { show?: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      to="."
      search={(before) => ({ ...keepCulture(before), show }) as object}
      activeOptions={{ exact: true, explicitUndefined: true }}
      aria-current={isCurrent ? "page" : undefined}
    >
      {children}
    </Link>
  );
}

function Open() {
  const [deciding, setDeciding] = useState<{ task: Task; decision: Decision } | null>(null);
  const found = useInfiniteQuery(queries.openTasks);
  const data = found.data && distinct(found.data.pages.flat());
  return (
    <>
      <Listed found={{ data, error: data === undefined ? found.error : null, refetch: found.refetch }} word="nothing">
        {(task) => <Buttons task={task} decide={(decision) => setDeciding({ task, decision })} />}
      </Listed>
      {data !== undefined && data.length > 0 && <More pages={found} shown={data.length} />}
      {deciding && <Decide {...deciding} close={() => setDeciding(null)} />}
    </>
  );
}

/** A task that was decided meanwhile moves the others on: each is shown once. */
const distinct = (tasks: Task[]): Task[] => [...new Map(tasks.map((each) => [each.id, each])).values()];

function Decided() {
  const { t } = useTranslation("tasks");
  const found = useInfiniteQuery(queries.decidedTasks);
  const data = found.data && distinct(found.data.pages.flat());
  const error = data === undefined ? found.error : null;
  return (
    <>
      <Listed found={{ data, error, refetch: found.refetch }} word="nothingDecided">
        {(task) => (
          <span className="fs-count">
            {t(`states.${task.state}`)} {task.closedOn && <Moment at={task.closedOn} />}
          </span>
        )}
      </Listed>
      {data !== undefined && data.length > 0 && <More pages={found} shown={data.length} />}
    </>
  );
}

interface Found {
  data?: Task[];
  error: unknown;
  refetch: () => unknown;
}

function Listed({
  found,
  word,
  children,
}: {
  found: Found;
  word: "nothing" | "nothingDecided";
  children: (task: Task) => ReactNode;
}) {
  const { t } = useTranslation("tasks");
  if (found.error) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={5} />;
  if (found.data.length === 0) {
    return (
      <div className="fs-card">
        <EmptyState icon={Inbox} title={t(word)}>
          {t(`${word}Help`)}
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className={`fs-card ${classes.tasks}`}>
      {found.data.map((task) => (
        <li key={task.id}>
          <About task={task} />
          {children(task)}
        </li>
      ))}
    </ul>
  );
}

function About({ task }: { task: Task }) {
  const { t } = useTranslation("tasks");
  return (
    <div className={classes.about}>
      <div className={classes.kind}>
        <TypeDot type={task.type} />
        {useKind(task)}
      </div>
      <h2>
        <ElementLink to={aboutOf(task)} />
      </h2>
      {task.message && <q className={classes.message}>{task.message}</q>}
      <div className={classes.facts}>
        <span>{t("since", { day: moment(task.openedOn) })}</span>
        <span>
          {t("for")} <Decider task={task} />
        </span>
        <Link
          className="fs-link"
          to="/elements/$facet/$id"
          params={{ facet: task.facetName, id: task.elementId }}
          search={(before) => ({ ...keepCulture(before), tab: "release" })}
        >
          {t("look")}
        </Link>
      </div>
      {task.reason && <div className={classes.reason}>“{task.reason}”</div>}
    </div>
  );
}

function Buttons({ task, decide }: { task: Task; decide: (decision: Decision) => void }) {
  const { t } = useTranslation("tasks");
  const name = useLabel(aboutOf(task));
  const button = (decision: Decision) => ({
    onClick: () => decide(decision),
    "aria-label": t(`${decision}Of`, { name }),
    children: t(decision),
  });
  return (
    <Group gap="xs">
      <Button {...button("accept")} />
      <Button variant="default" {...button("decline")} />
      <Button variant="subtle" {...button("delegate")} />
    </Group>
  );
}
