// Shapes that are moved by hand: their places belong to the diagram, which stores them, and no other diagram shows them (decision 0139).
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import * as queries from "@/api/queries";
import { ELEMENTS, listAt, write } from "@/api/requests";
import type { DiagramNode, Diagram as Drawing, Element } from "@/api/types.gen";
import { showChange } from "@/app/freshness";
import { bodyOf } from "../element/draft";
import { useNotify } from "../tree/notify";
import type { Corners } from "./arrange";

type Area = [number, number, number, number];
type Moved = Readonly<Record<string, Area>>;

export interface Arranging {
  /** Resolves when the drawing shows it, or when it was refused. */
  move: (corners: Corners) => Promise<unknown>;
  /** All shapes are laid out by the service again, or stand where a file has put them. */
  tidyUp: () => Promise<unknown>;
}

const MOST_TRIES = 4;
const INVARIANT = 127;

/** `attribute` has the places; undefined: nothing can be moved by hand. */
export function useArranging(
  element: Element,
  drawing: Drawing,
  attribute: string | undefined,
  noted?: (revision: number) => void,
): Arranging | undefined {
  const { t } = useTranslation("diagram");
  const client = useQueryClient();
  const notify = useNotify();
  const { facetName, id } = element;

  const changeOnce = async (key: string, change: (moved: Moved) => Moved) => {
    const { element: now, etag } = await client.fetchQuery({ ...queries.element(facetName, id), staleTime: 0 });
    const place = placeOf(now, key);
    const text = JSON.stringify({ ...place, moved: change(place.moved ?? {}) });
    const draft = { attributes: { [key]: { [INVARIANT]: text } }, related: {} };
    const path = listAt(facetName, "detail");
    const { revision } = await write("post", ELEMENTS, { path, body: bodyOf(now, draft), match: etag });
    if (revision !== null) noted?.(revision);
  };
  const changing = useMutation({
    scope: { id: `diagram ${id}` },
    mutationFn: async ([key, change]: [string, (moved: Moved) => Moved]) => {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        try {
          return await changeOnce(key, change);
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 412)) throw error;
        }
      }
      throw new Error(t("changedMeanwhile"));
    },
    onError: notify.failed,
    onSettled: () => showChange(id),
  });
  if (attribute === undefined) return undefined;
  const send = (change: (moved: Moved) => Moved) => changing.mutateAsync([attribute, change]).catch(() => undefined);
  return {
    move: (corners) => send((moved) => withCorners(moved, drawing, corners)),
    tidyUp: () => send(() => ({})),
  };
}

function placeOf({ attributes }: Element, key: string): { moved?: Moved } {
  try {
    const found: unknown = JSON.parse(String(attributes?.[key]?.[INVARIANT] ?? "{}"));
    return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
  } catch {
    return {}; // no place that a drawing could use
  }
}

/** The places with others. What was laid out until now stays where it is seen. */
function withCorners(moved: Moved, { nodes, origin }: Drawing, corners: Corners): Moved {
  const [left, top] = origin ?? [0, 0];
  const there = nodes.filter((each) => each.id !== undefined);
  const round = (value: number) => Math.round(value * 10) / 10;
  const areaOf = (node: DiagramNode): Area => {
    const [x, y] = corners.get(node.shapeId) ?? [node.x, node.y];
    return [round(x - (left ?? 0)), round(y - (top ?? 0)), node.width, node.height];
  };
  const known = there.filter((each) => moved[each.shapeId] !== undefined);
  const kept = Object.fromEntries(known.map((each) => [each.shapeId, moved[each.shapeId] as Area]));
  const changed = there.filter((each) => corners.has(each.shapeId) || origin === undefined);
  return { ...kept, ...Object.fromEntries(changed.map((each) => [each.shapeId, areaOf(each)])) };
}
