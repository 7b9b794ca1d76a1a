// A connection by the shapes at its ends: chosen by a click, by a key, or by its arrow in the script.
import type { Diagram as Drawing } from "@/api/types.gen";

export interface FlowEnds {
  from: string;
  to: string;
}

export const keyOf = ({ from, to }: FlowEnds): string => `${from} ${to}`;

/** The next of the connections that leave a shape; the first, if none of them is chosen. */
export function nextFlow({ edges }: Drawing, shape: string, chosen: FlowEnds | undefined): FlowEnds | undefined {
  const leaving = edges.filter((each) => each.from === shape);
  const place = leaving.findIndex((each) => each.to === chosen?.to && chosen.from === shape);
  const next = leaving[(place + 1) % leaving.length];
  return next && { from: next.from, to: next.to };
}

const ARROW = /^->[ \t]*(.*)$/;

/** The connection that the arrow of a line means: from the step above it, to the step that it names, or else back. */
export function flowOfArrow({ edges, nodes }: Drawing, line: string, above: string | undefined): FlowEnds | undefined {
  const name = ARROW.exec(line.trim())?.[1];
  if (name === undefined) return undefined;
  const leaving = edges.filter((each) => each.from === above);
  const named = leaving.filter((each) => nodes.some((node) => node.shapeId === each.to && node.name === name));
  const found = named.length > 0 ? named : leaving.filter((each) => each.isLoop);
  return found.length === 1 && found[0] ? { from: found[0].from, to: found[0].to } : undefined;
}
