// How shapes look: the same figures that the service draws into pictures.
import type { DiagramNode } from "@/api/types.gen";
import classes from "./Diagram.module.css";
import SIGNS from "./signs.json";

const ROUND = 7;
const STRIPE = 30;
const DECK = 4;
const TIP = 14;
const FOLD = 12;
const RISE = 7;
const WITH_STRIPE = 150;
const LINE = 17;
const SMALL_LINE = 15;
const CIRCLES: Partial<Record<DiagramNode["figure"], [radius: number, line: number][]>> = {
  start: [[17, 1.8]],
  event: [
    [17, 1.5],
    [13.5, 1.5],
  ],
  end: [[16, 4]],
};

const OUTLINES: Partial<Record<DiagramNode["figure"], (area: Area) => string>> = {
  note: ({ x, y, height }) => `M${x + 12} ${y}h-12v${height}h12`,
  message: ({ x, y, width, height }) => {
    const high = (height * 2) / 3;
    const flap = `l${width / 2} ${high * 0.6}l${width / 2} ${-high * 0.6}`;
    return `M${x} ${y + height / 6}h${width}v${high}h${-width}z${flap}`;
  },
  data: ({ x, y, width, height }) =>
    `M${x} ${y}h${width - FOLD}l${FOLD} ${FOLD}v${height - FOLD}h${-width}zM${x + width - FOLD} ${y}v${FOLD}h${FOLD}`,
  store: ({ x, y, width, height }) => {
    const arc = `a${width / 2} ${RISE} 0 0`;
    return `M${x} ${y + RISE}${arc} 1 ${width} 0v${height - 2 * RISE}${arc} 1 ${-width} 0z${arc} 0 ${width} 0`;
  },
};
const CENTERED: ReadonlySet<DiagramNode["figure"]> = new Set([
  "condition",
  "gap",
  "pool",
  "note",
  "frame",
  "data",
  "store",
  "label",
]);

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The figure and its name. */
export function wholeOf({ label, ...node }: DiagramNode): Area {
  if (label.lines.length === 0) return node;
  const x = Math.min(node.x, label.x);
  const y = Math.min(node.y, label.y);
  const right = Math.max(node.x + node.width, label.x + label.width);
  const bottom = Math.max(node.y + node.height, label.y + label.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Drawn from the upper left corner of figure and name. */
export function Figure({ node }: { node: DiagramNode }) {
  const { x, y, width, height } = wholeOf(node);
  return (
    <svg className={classes.figure} width={width} height={height} aria-hidden>
      <g transform={`translate(${-x} ${-y})`}>
        <Body node={node} />
        <Label node={node} />
      </g>
    </svg>
  );
}

function Body({ node }: { node: DiagramNode }) {
  const { figure, color, icon, x, y, width, height } = node;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const circles = CIRCLES[figure];
  if (circles) return <Circles node={node} circles={circles} />;
  if (figure === "gateway") {
    const half = width / 2;
    const path = `M${middle.x} ${y}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
    return (
      <>
        <path className={classes.paper} d={path} stroke={color} strokeWidth={2} strokeLinejoin="round" />
        <path d={path} fill={color} fillOpacity={0.18} />
        <Sign name={icon} {...middle} scale={1.15} className={classes.ink} />
      </>
    );
  }
  if (figure === "condition") {
    const half = height / 2;
    const flat = width - 2 * TIP;
    const path = `M${x} ${middle.y}l${TIP} ${-half}h${flat}l${TIP} ${half}l${-TIP} ${half}h${-flat}z`;
    return (
      <>
        <path className={classes.paper} d={path} stroke={color} strokeWidth={1.5} strokeLinejoin="round" />
        <path d={path} fill={color} fillOpacity={0.14} />
      </>
    );
  }
  if (figure === "label") return null;
  if (figure === "pool" || figure === "frame") {
    const dashes = figure === "frame" ? "8 3 2 3" : undefined;
    const rim = figure === "frame" ? color : undefined;
    return (
      <rect className={classes.rim} {...{ x, y, width, height }} style={{ stroke: rim }} strokeDasharray={dashes} />
    );
  }
  const outline = OUTLINES[figure]?.(node);
  if (outline !== undefined) {
    const paper = figure === "note" ? classes.bare : classes.paper;
    return <path className={paper} d={outline} stroke={color} strokeWidth={1.5} strokeLinejoin="round" />;
  }
  if (figure === "gap") {
    return <rect className={classes.gap} x={x} y={y} width={width} height={height} rx={ROUND} />;
  }
  return <Box node={node} />;
}

function Box({ node }: { node: DiagramNode }) {
  const { figure, color, icon, x, y, width, height, link } = node;
  const box = { className: classes.box, width, height, rx: ROUND };
  const edge = STRIPE - ROUND;
  const corner = `a${ROUND} ${ROUND} 0 0 1`;
  const right = x + width;
  const stripe = `M${right - STRIPE} ${y}h${edge}${corner} ${ROUND} ${ROUND}v${height - 2 * ROUND}${corner} ${-ROUND} ${ROUND}h${-edge}z`;
  return (
    <>
      {link !== undefined && <rect {...box} x={x + DECK} y={y + DECK} />}
      <rect {...box} x={x} y={y} strokeDasharray={figure === "interface" ? "5 3" : undefined} />
      {width < WITH_STRIPE ? (
        <rect fill={color} x={right - 5} y={y + 4} width={3} height={height - 8} rx={1.5} />
      ) : (
        <>
          <path d={stripe} fill={color} />
          <Sign name={icon} x={right - STRIPE / 2} y={y + height / 2} scale={1.1} color={inkOn(color)} />
        </>
      )}
    </>
  );
}

function Circles({ node, circles }: { node: DiagramNode; circles: [number, number][] }) {
  const { color, icon } = node;
  const [x, y] = [node.x + node.width / 2, node.y + node.height / 2];
  const widest = circles[0]?.[0];
  return (
    <>
      <circle className={classes.paper} cx={x} cy={y} r={widest} />
      <circle fill={color} fillOpacity={0.16} cx={x} cy={y} r={widest} />
      {circles.map(([radius, line]) => (
        <circle key={radius} fill="none" stroke={color} strokeWidth={line} cx={x} cy={y} r={radius} />
      ))}
      <Sign name={icon} x={x} y={y} scale={1} color={color} />
    </>
  );
}

interface SignProperties {
  name: DiagramNode["icon"];
  x: number;
  y: number;
  scale: number;
  color?: string;
  className?: string;
}

function Sign({ name, x, y, scale, color, className }: SignProperties) {
  return (
    <path
      d={SIGNS[name]}
      className={className}
      stroke={color}
      fill="none"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      transform={`translate(${x - 8 * scale} ${y - 8 * scale}) scale(${scale})`}
    />
  );
}

function Label({ node }: { node: DiagramNode }) {
  const { label, figure } = node;
  const isMiddle = CENTERED.has(figure) || label.y >= node.y + node.height;
  const x = isMiddle ? label.x + label.width / 2 : label.x;
  const top = label.y + label.lines.length * LINE + 9;
  const row = (start: number, step: number, size: number) => (line: string, n: number) => (
    <text key={n} x={x} y={start + n * step + step / 2 + size * 0.36}>
      {line}
    </text>
  );
  return (
    <>
      <g className={figure === "gap" ? classes.quiet : classes.name} textAnchor={isMiddle ? "middle" : undefined}>
        {label.lines.map(row(label.y, LINE, 13))}
      </g>
      {label.details.length > 0 && (
        <>
          <line className={classes.grid} x1={label.x} x2={label.x + label.width} y1={top - 4.5} y2={top - 4.5} />
          <g className={classes.details}>{label.details.map(row(top, SMALL_LINE, 11))}</g>
        </>
      )}
    </>
  );
}

/** White, or nearly black where white could not be seen well. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= 3 ? "#ffffff" : "#10151a";
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
