// All connections of a drawing, below its shapes: each is a part of one picture, and is drawn again when it changes.
import { ViewportPortal } from "@xyflow/react";
import { memo } from "react";
import type { DiagramEdge, Diagram as Drawing } from "@/api/types.gen";
import { useLookedAt } from "./around";
import classes from "./Diagram.module.css";
import { Flow } from "./Flow";
import { type FlowEnds, keyOf } from "./flow-ends";

interface Properties {
  drawing: Drawing;
  choose: (flow: FlowEnds) => void;
}

/** The shapes say in words where they lead. */
export const Flows = memo(function Flows({ drawing: { edges, width, height }, choose }: Properties) {
  return (
    <ViewportPortal>
      <svg className={classes.flows} width={width} height={height} aria-hidden>
        {edges.map((edge) => (
          <FlowView key={keyOf(edge)} edge={edge} choose={choose} />
        ))}
      </svg>
    </ViewportPortal>
  );
});

interface FlowProperties {
  edge: DiagramEdge;
  choose: (flow: FlowEnds) => void;
}

const FlowView = memo(function FlowView({ edge, choose }: FlowProperties) {
  const { from, to, points } = edge;
  const own = keyOf(edge);
  const isOne = useLookedAt(({ flow }) => flow === own);
  const isChosen = useLookedAt(({ chosen }) => chosen === from || chosen === to);
  return (
    <g>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key L leads from connection to connection */}
      <path
        className={classes.touch}
        d={points.map(([x, y], n) => `${n ? "L" : "M"}${x} ${y}`).join("")}
        onClick={() => choose({ from, to })}
      />
      <Flow points={points} isChosen={isChosen} isOne={isOne} />
    </g>
  );
});
