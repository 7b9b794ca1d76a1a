// A frame that is drawn with Shift and the mouse: what is in it is chosen together.
import { useReactFlow } from "@xyflow/react";
import { useEffect, useRef, useState } from "react";
import type { Diagram as Drawing } from "@/api/types.gen";
import classes from "./Diagram.module.css";
import { framed } from "./together";

interface Corners {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

interface Marquee {
  /** For the element around the drawing, before anything in it. */
  begin: (event: React.MouseEvent) => void;
  frame: React.ReactNode;
}

export function useMarquee(drawing: Drawing, take: (ids: string[]) => void): Marquee {
  const { screenToFlowPosition } = useReactFlow();
  const [drawn, setDrawn] = useState<Corners>();
  const latest = useRef({ drawing, take });
  latest.current = { drawing, take };
  const leave = useRef<() => void>(undefined);
  useEffect(() => () => leave.current?.(), []);
  const begin = (event: React.MouseEvent) => {
    const isOther = (event.target as Element).closest("button, a, textarea, .react-flow__minimap") !== null;
    if (!event.shiftKey || event.button !== 0 || isOther) return;
    event.preventDefault();
    event.stopPropagation();
    const from = { x: event.clientX, y: event.clientY };
    const move = ({ clientX: x, clientY: y }: MouseEvent) => setDrawn({ from, to: { x, y } });
    const end = ({ clientX: x, clientY: y }: MouseEvent) => {
      leave.current?.();
      setDrawn(undefined);
      const [one, other] = [from, { x, y }].map((each) => screenToFlowPosition(each, { snapToGrid: false }));
      if (one && other) latest.current.take(framed(latest.current.drawing.nodes, one, other));
    };
    leave.current = () => {
      window.removeEventListener("mousemove", move);
      window.removeEventListener("mouseup", end);
    };
    window.addEventListener("mousemove", move);
    window.addEventListener("mouseup", end);
  };
  return { begin, frame: drawn && <Frame {...drawn} /> };
}

function Frame({ from, to }: Corners) {
  const style = {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
  return <div className={classes.marquee} style={style} />;
}
