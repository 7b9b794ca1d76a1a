// What differs in one element: texts with marked words, relations, place, diagram and permissions.
import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { AttributeProperty, ListChange, RelatedProperty, ValueChange } from "@/api/types.gen";
import { useCulture, useWords } from "@/app/preferences";
import { Loading } from "@/parts/Loading";
import compare from "../compare/Compare.module.css";
import { KINDS, type Kind } from "../compare/difference";
import { Sign } from "../compare/Sign";
import { ValueRow } from "../compare/ValueRow";
import classes from "./Changes.module.css";
import type { Changed } from "./found";

type Known = Map<string, AttributeProperty | RelatedProperty>;

export function Differences({ changed }: { changed: Changed }) {
  return (
    <Suspense fallback={<Loading lines={3} />}>
      <Values changed={changed} />
      <Lists changed={changed} />
      <Steps changed={changed} />
    </Suspense>
  );
}

function useKnown({ facetName, type }: Changed): Known {
  const { data } = useSuspenseQuery(queries.config(facetName, "detail"));
  const properties = data.find((each) => each.key === type)?.properties ?? [];
  return new Map(properties.map((each) => [each.key, each]));
}

function Values({ changed }: { changed: Changed }) {
  const { t } = useTranslation("compare");
  const words = useWords();
  const known = useKnown(changed);
  const attributes = Object.entries(changed.difference.attributes ?? {});
  if (attributes.length === 0) return null;
  return (
    <div className={compare.wide}>
      <table className={compare.table}>
        <thead>
          <tr>
            <th scope="col">{t("property")}</th>
            <th scope="col">{t("before")}</th>
            <th scope="col">{t("after")}</th>
          </tr>
        </thead>
        <tbody>
          {attributes.flatMap(([name, cultures]) =>
            Object.entries(cultures).map(([culture, change]) => (
              <ValueRow
                key={name + culture}
                name={inCulture(known.get(name)?.displayNames, words) ?? name}
                property={known.get(name)}
                culture={Number(culture)}
                change={change as ValueChange}
              />
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}

function Lists({ changed }: { changed: Changed }) {
  const { t } = useTranslation("changes");
  const words = useWords();
  const known = useKnown(changed);
  const { related = {}, children, parent, state, version: number } = changed.difference;
  const nameOf = useNameOf(changed);
  const texts = [
    ["number", number],
    ["state", state],
    ["parent", parent && { from: parent.from && nameOf(parent.from), to: parent.to && nameOf(parent.to) }],
  ] as const;
  return (
    <dl className={classes.lists}>
      {texts.map(
        ([name, change]) =>
          change && (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>
                {change.from || "–"} → {change.to || "–"}
              </dd>
            </div>
          ),
      )}
      {Object.entries(related).map(([name, change]) => (
        <List key={name} name={inCulture(known.get(name)?.displayNames, words) ?? name} change={change} of={changed} />
      ))}
      {children && <List name={t("children")} change={children} of={changed} />}
      {changed.permissions && (
        <List
          name={t("permissions")}
          of={changed}
          change={{ added: changed.permissions.to ?? [], removed: changed.permissions.from ?? [], reordered: false }}
        />
      )}
    </dl>
  );
}

/** The name of something that a difference names. */
function useNameOf({ names = {} }: Changed): (id: string) => string {
  const { t } = useTranslation("changes");
  const culture = useCulture();
  return (id) => inCulture(names[id], culture) ?? t("unnamed");
}

function List({ name, change, of }: { name: string; change: ListChange; of: Changed }) {
  const { t } = useTranslation("compare");
  const nameOf = useNameOf(of);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <ul className={compare.targets}>
          {(["added", "removed"] as const).flatMap((kind) =>
            change[kind].map((id) => (
              <li key={kind + id}>
                <Sign kind={kind} /> {nameOf(id)}
              </li>
            )),
          )}
          {change.reordered && <li>{t("reordered")}</li>}
        </ul>
      </dd>
    </div>
  );
}

function Steps({ changed }: { changed: Changed }) {
  const { t } = useTranslation("compare");
  const nameOf = useNameOf(changed);
  const { shapes, flows } = changed.difference.content ?? {};
  const shown = (id: string) => nameOf(changed.shapes?.[id] ?? "");
  if (!shapes && !flows) return null;
  return (
    <>
      <ul className={compare.changes} aria-label={t("shapes")}>
        {KINDS.flatMap((kind: Kind) =>
          (shapes?.[kind] ?? []).map((each) => (
            <li key={kind + each.shapeId} data-change={kind}>
              <Sign kind={kind} /> {nameOf(each.id)}
              <StepTexts attributes={each.difference?.attributes} />
            </li>
          )),
        )}
      </ul>
      <ul className={compare.changes} aria-label={t("flows")}>
        {(["added", "removed"] as const).flatMap((kind) =>
          (flows?.[kind] ?? []).map((each) => (
            <li key={kind + each.from + each.to} data-change={kind}>
              <Sign kind={kind} /> {shown(each.from)} <span aria-hidden>→</span> {shown(each.to)}
            </li>
          )),
        )}
      </ul>
    </>
  );
}

/** The texts of a step that changed, in short. */
function StepTexts({ attributes = {} }: { attributes?: Changed["difference"]["attributes"] }) {
  const texts = Object.values(attributes).flatMap((cultures) => Object.values(cultures)) as ValueChange[];
  return texts
    .filter(({ from, to }) => typeof (from ?? "") === "string" && typeof (to ?? "") === "string")
    .map(({ from, to }) => (
      <span key={`${from}${to}`} className={classes.step}>
        {String(from ?? "–")} → {String(to ?? "–")}
      </span>
    ));
}
