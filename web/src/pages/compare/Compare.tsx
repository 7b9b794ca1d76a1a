// Two versions side by side: what was added, removed and changed, by colour and by sign.
import { Group, Select } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, Equal } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type {
  AttributeProperty,
  Element,
  ListChange,
  RelatedProperty,
  ValueChange,
  VersionDifference,
} from "@/api/types.gen";
import { cultureName, useWords } from "@/app/preferences";
import changes from "@/parts/Changes.module.css";
import { ElementLink } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Section } from "@/parts/Section";
import { StateBadge } from "@/parts/StateBadge";
import { TypeDot } from "@/parts/TypeDot";
import { Tick, Tickable } from "../revert/ticks";
import classes from "./Compare.module.css";
import { Content } from "./Content";
import { numberOf } from "./difference";
import { Legend, Sign } from "./Sign";
import { ValueRow } from "./ValueRow";

interface Properties {
  facet: string;
  versions: Element[];
  from: Element;
  to: Element;
}

export function Compare({ facet, versions, from, to }: Properties) {
  const { t } = useTranslation("compare");
  const found = useQuery(queries.difference(facet, from.id, from.versionId ?? "", to.versionId ?? ""));
  return (
    <>
      <Chosen versions={versions} from={from} to={to} />
      {found.error && <Failure error={found.error} retry={() => found.refetch()} />}
      {found.isPending && <Loading lines={6} />}
      {found.data && isNothing(found.data) && (
        <EmptyState icon={Equal} title={t("equal")}>
          {t("equalHelp")}
        </EmptyState>
      )}
      {found.data && !isNothing(found.data) && (
        <Tickable key={`${from.versionId}/${to.versionId}`} facet={facet} from={from} to={to}>
          <Parts facet={facet} from={from} to={to} difference={found.data} />
        </Tickable>
      )}
    </>
  );
}

const isNothing = ({ attributes, related, content }: VersionDifference) => !attributes && !related && !content;

/** The two versions to compare, from the address. */
function Chosen({ versions, from, to }: Omit<Properties, "facet">) {
  const { t } = useTranslation("compare");
  const navigate = useNavigate();
  const data = [...versions].reverse().map((each) => ({ value: each.versionId ?? "", label: numberOf(each) }));
  const choose = (side: "from" | "to") => (id: string | null) =>
    id && void navigate({ to: ".", replace: true, search: (before) => ({ ...before, [side]: id }) });
  const shared = { data, size: "xs" as const, w: 120, allowDeselect: false };
  return (
    <div className={classes.chosen}>
      <Link className="fs-link" to="." search={(before) => ({ ...before, from: undefined, to: undefined })}>
        <ArrowLeft size={14} aria-hidden /> {t("back")}
      </Link>
      <Group gap="md">
        <Select {...shared} label={t("older")} value={from.versionId ?? null} onChange={choose("from")} />
        <Select {...shared} label={t("newer")} value={to.versionId ?? null} onChange={choose("to")} />
      </Group>
      <Legend />
    </div>
  );
}

interface PartsProperties {
  facet: string;
  from: Element;
  to: Element;
  difference: VersionDifference;
}

function Parts({ facet, from, to, difference }: PartsProperties) {
  const { t } = useTranslation("compare");
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const readOnly = useTypes().get(to.type)?.readOnly ?? [];
  const properties = data.find((each) => each.key === to.type)?.properties ?? [];
  const known = new Map(properties.map((each) => [each.key, each]));
  const attributes = Object.entries(difference.attributes ?? {});
  const related = Object.entries(difference.related ?? {});
  const isFixed = ([name]: [string, unknown]) => readOnly.includes(name);
  const heads = { from, to, known };
  return (
    <>
      <Sides {...heads} title={t("attributes")} attributes={attributes.filter((each) => !isFixed(each))} />
      <Sides {...heads} title={t("related")} related={related.filter((each) => !isFixed(each))} />
      {difference.content && <Content facet={facet} from={from} to={to} content={difference.content} />}
      <Sides
        {...heads}
        title={t("byService")}
        isFixed
        attributes={attributes.filter(isFixed)}
        related={related.filter(isFixed)}
      />
    </>
  );
}

interface SidesProperties {
  title: string;
  from: Element;
  to: Element;
  known: Map<string, AttributeProperty | RelatedProperty>;
  attributes?: [string, Record<string, ValueChange>][];
  related?: [string, ListChange][];
  /** What the service sets cannot be brought back. */
  isFixed?: boolean;
}

function Sides({ title, from, to, known, attributes = [], related = [], isFixed = false }: SidesProperties) {
  const { t, i18n } = useTranslation("compare");
  const words = useWords();
  if (attributes.length + related.length === 0) return null;
  const nameOf = (key: string) => inCulture(known.get(key)?.displayNames, words) ?? key;
  const fieldName = (key: string, culture: string) =>
    culture === "127" ? nameOf(key) : `${nameOf(key)} (${cultureName(Number(culture), i18n.language)})`;
  return (
    <Section title={title}>
      <div className={classes.wide}>
        <table className={classes.table}>
          <thead>
            <tr>
              {isFixed || <td />}
              <th scope="col">{t("property")}</th>
              <SideHead version={from} />
              <SideHead version={to} />
            </tr>
          </thead>
          <tbody>
            {attributes.flatMap(([key, cultures]) =>
              Object.entries(cultures).map(([culture, change]) => (
                <ValueRow
                  key={`${key}/${culture}`}
                  name={nameOf(key)}
                  property={known.get(key)}
                  culture={Number(culture)}
                  change={change}
                  tick={
                    isFixed ? undefined : <Tick place={`attributes.${key}.${culture}`} name={fieldName(key, culture)} />
                  }
                />
              )),
            )}
            {related.map(([key, change]) => (
              <ListRow
                key={key}
                name={nameOf(key)}
                context={key}
                from={from}
                to={to}
                change={change}
                tick={isFixed ? undefined : <Tick place={`related.${key}`} name={nameOf(key)} />}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

export function SideHead({ version }: { version: Element }) {
  const { t } = useTranslation("element");
  return (
    <th scope="col">
      {t("version", { version: numberOf(version) })} {version.state && <StateBadge state={version.state} />}
    </th>
  );
}

interface ListRowProperties {
  name: string;
  context: string;
  from: Element;
  to: Element;
  change: ListChange;
  /** Ticks the change. */
  tick?: ReactNode;
}

function ListRow({ name, context, from, to, change, tick }: ListRowProperties) {
  const { t } = useTranslation("compare");
  const isBoth = (change.added.length > 0 && change.removed.length > 0) || change.reordered;
  const kind = isBoth ? "changed" : change.added.length > 0 ? "added" : "removed";
  return (
    <tr data-change={kind}>
      {tick && <td>{tick}</td>}
      <th scope="row">
        <Sign kind={kind} /> {name}
        {change.reordered && <small>{t("reordered")}</small>}
      </th>
      <Targets version={from} context={context} marked={change.removed} kind="removed" />
      <Targets version={to} context={context} marked={change.added} kind="added" />
    </tr>
  );
}

interface TargetsProperties {
  version: Element;
  context: string;
  marked: string[];
  kind: "added" | "removed";
}

/** All that a side refers to; what is on this side alone is marked. */
function Targets({ version, context, marked, kind }: TargetsProperties) {
  const targets = version.related?.[context] ?? [];
  return (
    <td data-side={kind === "added" ? "to" : "from"}>
      {targets.length === 0 && <span className={changes.none}>–</span>}
      <ul className={classes.targets}>
        {targets.map((each) => (
          <li key={each.id}>
            {marked.includes(each.id) && <Sign kind={kind} />}
            <TypeDot type={each.type} />
            <ElementLink to={each} />
          </li>
        ))}
      </ul>
    </td>
  );
}
