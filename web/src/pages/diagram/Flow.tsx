// A connection as the service routed it: lines with round corners and an arrow head.
import classes from "./Diagram.module.css";

const RADIUS = 7;
const ARROW = 8;
type Point = readonly [number, number];

function towards(start: Point, end: Point, far: number): Point {
  const whole = distance(start, end) || 1;
  return [start[0] + ((end[0] - start[0]) * far) / whole, start[1] + ((end[1] - start[1]) * far) / whole];
}

function distance(one: Point, other: Point): number {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]);
}

interface Properties {
  points: readonly Point[];
  /** It touches what is chosen. */
  isChosen?: boolean;
  /** It is what is chosen. */
  isOne?: boolean;
}

export function Flow({ points, isChosen, isOne }: Properties) {
  return (
    <>
      <path className={classes.edge} d={pathOf(points)} data-chosen={isChosen || isOne} data-one={isOne} />
      <path className={classes.arrow} d={arrowOf(points)} data-chosen={isChosen || isOne} />
    </>
  );
}

/** Lines with round corners, ending inside the arrow head. */
function pathOf(points: readonly Point[]): string {
  const first = points[0] ?? [0, 0];
  const last = points.at(-1) ?? first;
  const near = points.at(-2) ?? first;
  const corners = points.slice(1, -1).map((here, n) => {
    const before = points[n] ?? here;
    const ahead = points[n + 2] ?? here;
    const radius = Math.min(RADIUS, distance(before, here) / 2, distance(here, ahead) / 2);
    return `L${towards(here, before, radius)}Q${here} ${towards(here, ahead, radius)}`;
  });
  return `M${first}${corners.join("")}L${towards(last, near, Math.min(ARROW - 2, distance(near, last) / 2))}`;
}

function arrowOf(points: readonly Point[]): string {
  const tip = points.at(-1) ?? [0, 0];
  const back = towards(tip, points.at(-2) ?? tip, ARROW);
  const [x, y] = [(back[1] - tip[1]) / 2, (tip[0] - back[0]) / 2];
  return `M${tip}L${[back[0] + x, back[1] + y]}L${[back[0] - x, back[1] - y]}Z`;
}
