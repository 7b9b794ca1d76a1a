// A whole diagram as one still picture, where the service put everything: for paper, and beside another one.
import type { ReactNode } from "react";
import type { Diagram as Drawing } from "@/api/types.gen";
import classes from "./Diagram.module.css";
import { Figure, wholeOf } from "./Figure";
import { Flow } from "./Flow";

interface Properties {
  drawing: Drawing;
  label: string;
  className?: string;
  /** What lies over the diagram. */
  children?: ReactNode;
}

export function Sheet({ drawing, label, className, children }: Properties) {
  const { width, height, lanes, edges, nodes, direction } = drawing;
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} width={width} role="img" aria-label={label}>
      {lanes.map(({ x, y, width, height, head, name }) => {
        const [midX, midY] = [head.x + head.width / 2, head.y + head.height / 2];
        const turn = direction === "right" ? `rotate(-90 ${midX} ${midY})` : undefined;
        return (
          <g key={`${x} ${y}`}>
            <rect className={classes.box} x={x} y={y} width={width} height={height} />
            <rect className={classes.box} x={head.x} y={head.y} width={head.width} height={head.height} />
            <text className={classes.name} x={midX} y={midY + 4} textAnchor="middle" transform={turn}>
              {name}
            </text>
          </g>
        );
      })}
      {edges.map((edge) => (
        <Flow key={`${edge.from} ${edge.to}`} points={edge.points} />
      ))}
      {nodes.map((node) => {
        const { x, y } = wholeOf(node);
        return (
          <g key={node.shapeId} transform={`translate(${x} ${y})`}>
            <Figure node={node} />
          </g>
        );
      })}
      {children}
    </svg>
  );
}
