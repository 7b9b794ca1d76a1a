// The diagrams of two versions side by side: what is on one side alone, and what differs, is marked by colour and sign.
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { ContentChange, DiagramEdge, DiagramNode, Diagram as Drawing, Element } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { StateBadge } from "@/parts/StateBadge";
import diagram from "../diagram/Diagram.module.css";
import { Flow } from "../diagram/Flow";
import { Sheet } from "../diagram/Sheet";
import classes from "./Compare.module.css";
import { flowKey, KINDS, type Kind, type Marks, marksOf, numberOf } from "./difference";
import { SIGNS } from "./Sign";

/** Room above the first mark. */
const ABOVE = 70;

export function Drawings({ from, to, content }: { from: Element; to: Element; content: ContentChange }) {
  const culture = useCulture();
  const layout = useTypes().get(to.type)?.layouts[0]?.key;
  const asked = (version: Element) => queries.drawing(version.versionId ?? version.id, culture, layout ?? "");
  const old = useQuery({ ...asked(from), enabled: layout !== undefined });
  const now = useQuery({ ...asked(to), enabled: layout !== undefined });
  const [left, right] = [useRef<HTMLElement>(null), useRef<HTMLElement>(null)];
  const marks = marksOf(content);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pair that is shown; then people scroll
  useEffect(() => {
    const first = Math.min(topOf(left.current, old.data, marks.from), topOf(right.current, now.data, marks.to));
    if (left.current && Number.isFinite(first)) left.current.scrollTop = first - ABOVE;
  }, [old.data?.versionId, now.data?.versionId]);
  const failed = [old, now].find((each) => each.error && each.data === undefined);
  if (layout === undefined) return null;
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />;
  if (!old.data || !now.data) return <Loading lines={8} height={34} />;
  return (
    <div className={classes.drawings}>
      <Side version={from} drawing={old.data} marks={marks.from} own={left} other={right} />
      <Side version={to} drawing={now.data} marks={marks.to} own={right} other={left} />
    </div>
  );
}

/** How far down the first mark is. */
function topOf(frame: HTMLElement | null, drawing: Drawing | null | undefined, { shapes }: Marks): number {
  if (!frame || !drawing) return Number.POSITIVE_INFINITY;
  const scale = (frame.querySelector("svg")?.clientWidth ?? 0) / drawing.width;
  const marked = drawing.nodes.filter((each) => shapes.has(each.shapeId));
  return Math.min(...marked.map((each) => each.y * scale));
}

interface SideProperties {
  version: Element;
  drawing: Drawing;
  marks: Marks;
  own: RefObject<HTMLElement | null>;
  other: RefObject<HTMLElement | null>;
}

/** One version. Scrolling it scrolls the other one, too. */
function Side({ version, drawing, marks, own, other }: SideProperties) {
  const { t } = useTranslation("compare");
  const element = useTranslation("element").t;
  const number = numberOf(version);
  const follow = () => {
    if (own.current && other.current) {
      other.current.scrollTop = own.current.scrollTop;
      other.current.scrollLeft = own.current.scrollLeft;
    }
  };
  const names = (kind: Kind) =>
    drawing.nodes.filter((each) => marks.shapes.get(each.shapeId) === kind).map((each) => each.name);
  const changes = KINDS.filter((kind) => names(kind).length > 0).map(
    (kind) => `${t(`change.${kind}`)}: ${names(kind).join(", ")}.`,
  );
  return (
    <figure className={classes.drawing}>
      <figcaption>
        {element("version", { version: number })} {version.state && <StateBadge state={version.state} />}
      </figcaption>
      <section
        ref={own}
        className={diagram.colors}
        aria-label={t("drawing", { version: number })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of keys
        tabIndex={0}
        onScroll={follow}
      >
        <Sheet drawing={drawing} label={[t("drawing", { version: number }), ...changes].join(" ")}>
          {drawing.edges.map((each) => {
            const kind = marks.flows.get(flowKey(each));
            return kind && <FlowMark key={flowKey(each)} edge={each} kind={kind} />;
          })}
          {drawing.nodes.map((each) => {
            const kind = marks.shapes.get(each.shapeId);
            return kind && <ShapeMark key={each.shapeId} node={each} kind={kind} />;
          })}
        </Sheet>
      </section>
    </figure>
  );
}

function ShapeMark({ node: { x, y, width, height, name }, kind }: { node: DiagramNode; kind: Kind }) {
  return (
    <g className={classes.mark} data-change={kind} data-marked={name}>
      <rect x={x - 5} y={y - 5} width={width + 10} height={height + 10} rx={11} />
      <Badge x={x - 5} y={y - 5} radius={11} kind={kind} />
    </g>
  );
}

function FlowMark({ edge: { points }, kind }: { edge: DiagramEdge; kind: Kind }) {
  const [x, y] = middleOf(points);
  return (
    <g className={classes.mark} data-change={kind}>
      <Flow points={points} />
      <Badge x={x} y={y} radius={7} kind={kind} />
    </g>
  );
}

function Badge({ x, y, radius, kind }: { x: number; y: number; radius: number; kind: Kind }) {
  return (
    <>
      <circle cx={x} cy={y} r={radius} />
      <text x={x} y={y} fontSize={radius * 1.7}>
        {SIGNS[kind]}
      </text>
    </>
  );
}

/** In the middle of the longest line. */
function middleOf(points: DiagramEdge["points"]): [number, number] {
  const lines = points.slice(1).map((end, place) => [points[place] ?? end, end] as const);
  const length = ([start, end]: (typeof lines)[number]) => Math.abs(start[0] - end[0]) + Math.abs(start[1] - end[1]);
  const longest = lines.reduce((best, each) => (length(each) > length(best) ? each : best));
  return [(longest[0][0] + longest[1][0]) / 2, (longest[0][1] + longest[1][1]) / 2];
}
