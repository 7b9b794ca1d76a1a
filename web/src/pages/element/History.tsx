// What happened to an element: what kind of change, which properties, by whom, and why.
import { Text } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ArrowRight, History as HistoryIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { groupBy, inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Actor, HistoryEntry } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { usePersonName } from "@/parts/PersonName";
import { Section } from "@/parts/Section";
import { StateBadge } from "@/parts/StateBadge";
import classes from "./Element.module.css";
import type { TabProperties } from "./tab";

const STATE = "state";

export function History({ facet, id, element }: TabProperties) {
  const { t } = useTranslation("element");
  const found = useQuery(queries.history(facet, id));
  const nameOf = usePropertyName(facet, element.type);
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={6} />;
  if (found.data.length === 0) return <EmptyState icon={HistoryIcon} title={t("noHistory")} />;
  const days = groupBy(found.data, (each) => each.at.slice(0, 10));
  return [...days].map(([day, entries]) => (
    <Section key={day} title={day}>
      <ul className={classes.rows}>
        {entries.map((each) => (
          <li key={`${each.revision}${each.versionId}${each.kind}`}>
            <Entry entry={each} nameOf={nameOf} />
          </li>
        ))}
      </ul>
    </Section>
  ));
}

function Entry({ entry, nameOf }: { entry: HistoryEntry; nameOf: (key: string) => string }) {
  const { t } = useTranslation("element");
  const state = movedTo(entry);
  const changed = (entry.changed ?? []).filter((each) => state === undefined || each !== STATE);
  // Dots mean something else among texts; steps of a lifecycle are shown by the states they lead to.
  const kind = entry.kind.replace(".", "-");
  return (
    <>
      <span className="fs-count">{entry.at.slice(11, 16)}</span>
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
  return t("by", { name: usePersonName(id, actor) });
}
