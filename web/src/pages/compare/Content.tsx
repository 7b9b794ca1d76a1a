// What differs in the diagrams of two versions: drawn, and as lists of steps and of the connections between them.
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { inCulture, labelOf, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type {
  ContentChange,
  ContentElement,
  Element,
  FlowChange,
  ShapeChange,
  VersionDifference,
} from "@/api/types.gen";
import { useCulture, useWords } from "@/app/preferences";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Section } from "@/parts/Section";
import { TypeDot } from "@/parts/TypeDot";
import { Tick } from "../revert/ticks";
import classes from "./Compare.module.css";
import { Drawings } from "./Drawings";
import { KINDS, type Kind } from "./difference";
import { Sign } from "./Sign";
import { ValueRow } from "./ValueRow";

type Shapes = Map<string, ContentElement>;

interface Properties {
  facet: string;
  from: Element;
  to: Element;
  content: ContentChange;
}

export function Content({ facet, from, to, content }: Properties) {
  const { t } = useTranslation("compare");
  const old = useQuery(queries.content(facet, from.versionId ?? from.id));
  const now = useQuery(queries.content(facet, to.versionId ?? to.id));
  const failed = [old, now].find((each) => each.error && each.data === undefined);
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />;
  if (old.data === undefined || now.data === undefined) return <Loading lines={4} />;
  const [before, after] = [byShape(old.data.elements), byShape(now.data.elements)];
  const flows = content.flows ?? {};
  return (
    <Section title={t("content")}>
      <Drawings from={from} to={to} content={content} />
      <ul className={classes.changes} aria-label={t("shapes")}>
        {KINDS.flatMap((kind) =>
          (content.shapes?.[kind] ?? []).map((each) => (
            <ShapeRow
              key={kind + each.shapeId}
              kind={kind}
              change={each}
              shapes={kind === "removed" ? before : after}
            />
          )),
        )}
      </ul>
      {(flows.added || flows.removed) && (
        <ul className={classes.changes} aria-label={t("flows")}>
          {(flows.added ?? []).map((each) => (
            <FlowRow key={`+${each.from}${each.to}`} kind="added" flow={each} shapes={after} />
          ))}
          {(flows.removed ?? []).map((each) => (
            <FlowRow key={`-${each.from}${each.to}`} kind="removed" flow={each} shapes={before} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const byShape = (content: ContentElement[]): Shapes =>
  new Map(content.map((each) => [String(each.properties?.shapeId), each]));

function useShapeName(shape?: ContentElement): string {
  const types = useTypes();
  const culture = useCulture();
  return (shape && labelOf(types, shape, culture)) || "–";
}

function ShapeName({ shape }: { shape?: ContentElement }) {
  const name = useShapeName(shape);
  if (shape === undefined) return <span>…</span>;
  return (
    <>
      <TypeDot type={shape.type} />
      <span>{name}</span>
    </>
  );
}

function ShapeRow({ kind, change, shapes }: { kind: Kind; change: ShapeChange; shapes: Shapes }) {
  const { t } = useTranslation("compare");
  const shape = shapes.get(change.shapeId);
  const name = useShapeName(shape);
  return (
    <li data-change={kind}>
      <Tick place={`content.shapes.${change.shapeId}`} name={name} />
      <Sign kind={kind} />
      <ShapeName shape={shape} />
      {kind === "moved" && (
        <span className="fs-count">{t("moved", { from: (change.from ?? 0) + 1, to: (change.to ?? 0) + 1 })}</span>
      )}
      {shape && change.difference?.attributes && <Inner shape={shape} attributes={change.difference.attributes} />}
    </li>
  );
}

/** What changed in a step. */
function Inner({
  shape,
  attributes,
}: {
  shape: ContentElement;
  attributes: NonNullable<VersionDifference["attributes"]>;
}) {
  const { t } = useTranslation("compare");
  const words = useWords();
  const { data } = useSuspenseQuery(queries.config(shape.facetName, "detail"));
  const properties = data.find((each) => each.key === shape.type)?.properties ?? [];
  const known = new Map(properties.map((each) => [each.key, each]));
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("property")}</th>
          <th scope="col">{t("before")}</th>
          <th scope="col">{t("after")}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(attributes).flatMap(([name, cultures]) =>
          Object.entries(cultures).map(([culture, each]) => (
            <ValueRow
              key={name + culture}
              name={inCulture(known.get(name)?.displayNames, words) ?? name}
              property={known.get(name)}
              culture={Number(culture)}
              change={each}
            />
          )),
        )}
      </tbody>
    </table>
  );
}

function FlowRow({ kind, flow, shapes }: { kind: Kind; flow: FlowChange; shapes: Shapes }) {
  const [source, target] = [useShapeName(shapes.get(flow.from)), useShapeName(shapes.get(flow.to))];
  return (
    <li data-change={kind}>
      <Tick place={`content.flows.${flow.from}.${flow.to}`} name={`${source} → ${target}`} />
      <Sign kind={kind} />
      <ShapeName shape={shapes.get(flow.from)} />
      <span aria-hidden>→</span>
      <ShapeName shape={shapes.get(flow.to)} />
    </li>
  );
}
