// The difference of two versions as the service returns it; equal parts are left out of it.
import type { ContentChange, Element, FlowChange, ValueChange } from "@/api/types.gen";

export type Kind = "added" | "removed" | "changed" | "moved" | "placed";

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

export function kindOf({ from, to }: ValueChange): Kind {
  if (isEmpty(from)) return "added";
  return isEmpty(to) ? "removed" : "changed";
}

export const KINDS: Kind[] = ["added", "removed", "changed", "moved", "placed"];

/** What differs on one side: shapes by their id, connections by the ids of both ends. */
export interface Marks {
  shapes: Map<string, Kind>;
  flows: Map<string, Kind>;
}

export const flowKey = ({ from, to }: FlowChange) => `${from} ${to}`;

export function marksOf({ shapes = {}, flows = {} }: ContentChange): { from: Marks; to: Marks } {
  const shapesOf = (side: "from" | "to") =>
    KINDS.filter((kind) => kind !== (side === "from" ? "added" : "removed")).flatMap((kind) =>
      (shapes[kind] ?? []).map(({ shapeId, shapeIdBefore }): [string, Kind] => [
        side === "from" ? (shapeIdBefore ?? shapeId) : shapeId,
        kind,
      ]),
    );
  const flowsOf = (kind: "added" | "removed") =>
    (flows[kind] ?? []).map((each): [string, Kind] => [flowKey(each), kind]);
  return {
    // What changed and moved is shown as changed.
    from: { shapes: new Map(shapesOf("from").reverse()), flows: new Map(flowsOf("removed")) },
    to: { shapes: new Map(shapesOf("to").reverse()), flows: new Map(flowsOf("added")) },
  };
}

export const numberOf = (version: Element) => String(version.attributes?.version?.[127] ?? "–");
