// Which shapes are chosen together: by clicks and keys with Shift, by a frame drawn around them, or all.
import { useMemo, useState } from "react";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";

export interface Together {
  /** None, or at least two. */
  ids: ReadonlySet<string>;
  choose(ids: Iterable<string>): void;
  add(id: string): void;
  toggle(id: string): void;
}

const NONE: ReadonlySet<string> = new Set();

export function useTogether(drawing: Drawing, chosen: string | undefined): Together {
  const [kept, keep] = useState(NONE);
  const there = useMemo(
    () => new Set(drawing.nodes.map((each) => each.shapeId).filter((id) => kept.has(id))),
    [drawing, kept],
  );
  const ids = there.size > 1 ? there : NONE;
  return {
    ids,
    choose: (wanted) => keep(new Set(wanted)),
    add: (id) => keep(new Set([...(ids.size > 0 || chosen === undefined ? ids : [chosen]), id])),
    toggle: (id) => {
      // With nothing but this one chosen, it is the first of several.
      const others = there.size === 0 && chosen !== undefined && chosen !== id ? [chosen] : there;
      const next = new Set(others);
      if (!next.delete(id)) next.add(id);
      keep(next);
    },
  };
}

interface Modified {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Whether a click adds to what is chosen. */
export const isMore = ({ shiftKey, ctrlKey, metaKey }: Modified): boolean => shiftKey || ctrlKey || metaKey;

interface Point {
  x: number;
  y: number;
}

/** The shapes whose middle is in a frame with these corners. */
export function framed(nodes: readonly DiagramNode[], one: Point, other: Point): string[] {
  const isIn = (at: number, from: number, to: number) => at >= Math.min(from, to) && at <= Math.max(from, to);
  const found = nodes.filter(
    ({ x, y, width, height }) => isIn(x + width / 2, one.x, other.x) && isIn(y + height / 2, one.y, other.y),
  );
  return found.map((each) => each.shapeId);
}
