// What happened to an element: what kind of change, which properties, by whom, and why.
import { Text } from "@mantine/core";
import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight, History as HistoryIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { groupBy, inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Actor, HistoryEntry } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { keepCulture } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Face } from "@/parts/Face";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { More } from "@/parts/More";
import { dayOf, moment, timeOf } from "@/parts/moment";
import { usePersonName } from "@/parts/PersonName";
import { Section } from "@/parts/Section";
import { StateBadge } from "@/parts/StateBadge";
import { BringBack } from "../revert/BringBack";
import { UndoMine } from "../revert/UndoMine";
import classes from "./Element.module.css";
import type { TabProperties } from "./tab";

const STATE = "state";

export function History({ facet, id, element }: TabProperties) {
  const { t } = useTranslation("element");
  const revert = useTranslation("revert").t;
  const found = useInfiniteQuery(queries.wholeHistory(facet, id));
  const nameOf = usePropertyName(facet, element.type);
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={6} />;
  const entries = [...new Map(found.data.pages.flat().map((each) => [keyOf(each), each])).values()];
  if (entries.length === 0) return <EmptyState icon={HistoryIcon} title={t("noHistory")} />;
  const latest = entries.find((each) => each.changed !== undefined);
  const days = groupBy(entries, (each) => each.at.slice(0, 10));
  const sections = [...days].map(([day, entries]) => (
    <Section key={day} title={dayOf(day)}>
      <ul className={classes.rows}>
        {entries.map((each) => (
          <li key={keyOf(each)}>
            <Entry entry={each} nameOf={nameOf} />
            {each.changed !== undefined && each !== latest && (
              <BringBack
                facet={facet}
                element={element}
                from={String(each.revision)}
                name={`${dayOf(each.at)}, ${timeOf(each.at)}`}
                label={revert("momentOf", { time: timeOf(each.at) })}
                text={revert("moment")}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  ));
  return (
    <>
      <UndoMine facet={facet} element={element} entries={entries} />
      <p>
        <Link
          className="fs-link"
          to="/changes"
          search={(before: object) => ({ ...keepCulture(before), facet, id: element.id }) as never}
        >
          {t("changesBelow")}
        </Link>
      </p>
      {sections}
      <More pages={found} shown={entries.length} />
    </>
  );
}

const keyOf = (entry: HistoryEntry) => `${entry.revision}${entry.versionId}${entry.kind}`;

function Entry({ entry, nameOf }: { entry: HistoryEntry; nameOf: (key: string) => string }) {
  const { t } = useTranslation("element");
  const state = movedTo(entry);
  const changed = (entry.changed ?? []).filter((each) => state === undefined || each !== STATE);
  // Dots mean something else among texts; steps of a lifecycle are shown by the states they lead to.
  const kind = entry.kind.replace(".", "-");
  return (
    <>
      <span className="fs-count">{timeOf(entry.at)}</span>
      <span>{state ? t("historyKinds.state") : t(`historyKinds.${kind}`, { defaultValue: entry.kind })}</span>
      {state && (
        <>
          <StateBadge state={state.from} />
          <ArrowRight size={13} aria-hidden />
          <StateBadge state={state.to} />
        </>
      )}
      {changed.length > 0 && (
        <Text size="sm" c="dimmed">
          {changed.map(nameOf).join(", ")}
        </Text>
      )}
      {entry.reason && <em>“{entry.reason}”</em>}
      {entry.by && (
        <span className="fs-count">
          <Person id={entry.by} actor={entry.actor} />
        </span>
      )}
      <Link
        className="fs-link fs-no-print"
        to="."
        search={(before) => ({ ...before, tab: undefined, asOf: String(entry.revision) })}
        aria-label={t("asThenOf", { moment: moment(entry.at) })}
      >
        {t("asThen")}
      </Link>
    </>
  );
}

function movedTo({ difference }: HistoryEntry): { from: string; to: string } | undefined {
  const { state } = (difference ?? {}) as { state?: { from?: string; to?: string } };
  return state?.from && state.to ? { from: state.from, to: state.to } : undefined;
}

/** What a property is called; what is none has a word of its own. */
function usePropertyName(facet: string, type: string): (key: string) => string {
  const { t } = useTranslation("element");
  const words = useWords();
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const properties = data.find((each) => each.key === type)?.properties ?? [];
  return (key) =>
    inCulture(properties.find((each) => each.key === key)?.displayNames, words) ??
    t(`historyFields.${key}`, { defaultValue: key });
}

/** Who it was: a person, or a token, or the clock. */
function Person({ id, actor }: { id: string; actor?: Actor }) {
  const { t } = useTranslation("element");
  return (
    <>
      <Face id={id} />
      {t("by", { name: usePersonName(id, actor) })}
    </>
  );
}
