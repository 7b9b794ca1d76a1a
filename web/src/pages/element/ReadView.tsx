// An element to read: texts first, then facts and relations; nothing that is empty, and nothing to fill in.
import { useSuspenseQuery } from "@tanstack/react-query";
import { BookOpenText } from "lucide-react";
import { lazy, type ReactNode, Suspense, useContext, useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, useStorageInfo, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Element } from "@/api/types.gen";
import { chunk } from "@/app/chunk";
import { cultureName, cultureTag, useCulture, useWords } from "@/app/preferences";
import { ElementLink } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { CleanProse } from "@/parts/Prose";
import { SectionLevelContext } from "@/parts/Section";
import { safeHtml } from "@/parts/safeHtml";
import { TypeDot } from "@/parts/TypeDot";
import { useFileTarget } from "../files/context";
import { Contents, type Entry } from "./Contents";
import { Field } from "./Field";
import { outlined } from "./outline";
import classes from "./Read.module.css";
import { type Read, type Related, readingOf } from "./reading";

const Picture = lazy(() => chunk(() => import("../diagram/Picture")));

interface Properties {
  facet: string;
  element: Element;
}

export function ReadView({ facet, element }: Properties) {
  const { t } = useTranslation("element");
  const culture = useCulture();
  const words = useWords();
  const cultures = useStorageInfo();
  const type = useTypes().get(element.type);
  const level = useContext(SectionLevelContext);
  const prefix = useId();
  const pictures = useFileTarget() ?? undefined;
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const reading = useMemo(() => {
    const all = data.find((each) => each.key === element.type)?.properties ?? [];
    const properties = all.filter((each) => !type?.forPrograms.includes(each.key));
    const parts = { label: type?.label ?? [], fixed: type?.readOnly ?? [] };
    return readingOf(element, properties, parts, culture, cultures);
  }, [data, element, type, culture, cultures]);
  const texts = useMemo(
    () =>
      reading.texts.map((each) => {
        const id = `${prefix}${each.property.key}`;
        const isHtml = each.property.attribute.dataType === "Html";
        return { ...each, id, ...(isHtml && outlined(safeHtml(String(each.value), pictures), level, id)) };
      }),
    [reading, prefix, pictures, level],
  );
  const Heading = level === 2 ? "h2" : "h3";
  const hasDiagram = type?.hasDiagram === true;
  const nameOf = ({ property }: Read | Related) => inCulture(property.displayNames, words) ?? property.key;
  const parts = [
    { id: `${prefix}facts`, title: t("group.facts"), rows: reading.facts.map(factRow) },
    { id: `${prefix}related`, title: t("group.related"), rows: reading.related.map(relatedRow) },
  ].filter((each) => each.rows.length > 0);
  const entries: Entry[] = [
    ...texts.flatMap((each) => [{ id: each.id, text: nameOf(each), depth: 0 }, ...(each.headings ?? [])]),
    ...parts.map(({ id, title }) => ({ id, text: title, depth: 0 })),
  ];
  const isEmpty = entries.length === 0 && !hasDiagram;

  function factRow(read: Read): Row {
    return { key: read.property.key, name: nameOf(read), value: <Value read={read} wanted={culture} /> };
  }
  function relatedRow(related: Related): Row {
    return { key: related.property.key, name: nameOf(related), value: <Targets related={related} /> };
  }

  return (
    <div className={classes.read}>
      {isEmpty && (
        <EmptyState icon={BookOpenText} title={t("read.nothing")}>
          {t("read.nothingHelp")}
        </EmptyState>
      )}
      <Contents entries={entries} />
      {hasDiagram && (
        <Suspense fallback={<div className={classes.drawing} aria-busy />}>
          <Picture element={element} className={classes.drawing} />
        </Suspense>
      )}
      {texts.map((each) => (
        <section key={each.id} className={classes.text} aria-labelledby={each.id}>
          <Heading id={each.id} tabIndex={-1}>
            {nameOf(each)} <Language of={each} wanted={culture} />
          </Heading>
          {each.html === undefined ? (
            <p className={classes.plain} lang={cultureTag(each.culture)}>
              {String(each.value)}
            </p>
          ) : (
            <CleanProse html={each.html} lang={cultureTag(each.culture)} className={classes.prose} />
          )}
        </section>
      ))}
      {parts.map(({ id, title, rows }) => (
        <section key={id} aria-labelledby={id}>
          <Heading id={id} tabIndex={-1}>
            {title}
          </Heading>
          <Rows rows={rows} />
        </section>
      ))}
      {reading.others.length > 0 && (
        <details className={classes.others}>
          <summary>{t("moreProperties")}</summary>
          <Rows rows={reading.others.map((each) => ("targets" in each ? relatedRow(each) : factRow(each)))} />
        </details>
      )}
    </div>
  );
}

interface Row {
  key: string;
  name: string;
  value: ReactNode;
}

function Rows({ rows }: { rows: Row[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(({ key, name, value }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ read, wanted }: { read: Read; wanted: number }) {
  const { property, value, culture } = read;
  const words = useWords();
  return (
    <>
      <Field name={property.key} rule={property.attribute} culture={culture} value={value} words={words} />
      <Language of={read} wanted={wanted} />
    </>
  );
}

/** Says that a text is in another language than the one that is read. */
function Language({ of, wanted }: { of: Read; wanted: number }) {
  const { t, i18n } = useTranslation("element");
  if (of.property.attribute.isInvariantCulture || of.culture === wanted || of.culture === 127) return null;
  return (
    <small className={classes.language}>{t("read.only", { language: cultureName(of.culture, i18n.language) })}</small>
  );
}

function Targets({ related }: { related: Related }) {
  return (
    <ul className={classes.targets}>
      {related.targets.map((each) => (
        <li key={each.id}>
          <TypeDot type={each.type} /> <ElementLink to={each} />
        </li>
      ))}
    </ul>
  );
}
