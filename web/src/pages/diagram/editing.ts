// Changes of a diagram, each one request.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { ELEMENT, elementAt, write } from "@/api/requests";
import type { ContentIds } from "@/api/types.gen";
import { showChange } from "@/app/freshness";
import { useNotify } from "../tree/actions";
import { type Content, contentOf, difference, type Item } from "./content";

/** The items of a change, of what is there by the time it is its turn: it fits whatever others have drawn. */
type Work = (content: Content) => Map<string, Item>;

export interface Editing {
  isBusy: boolean;
  /** Resolves to the shape that was added, if one was. */
  make(edit: (content: Content) => Content): Promise<string | undefined>;
  remove(id: string, reconnect: boolean): Promise<unknown>;
  /** Puts shapes where they are to stand; null: where the service or a file puts them. */
  place(places: ReadonlyMap<string, [number, number] | null>): Promise<unknown>;
  /** Gives the element of a shape these targets in a context. */
  relate(id: string, context: string, targets: readonly Target[]): Promise<unknown>;
}

interface Target {
  id: string;
  type?: string;
}

/** How often a change meets those of others before it gives up. */
const MOST_TRIES = 4;

/** `noted` is called with the revision of each change. */
export function useEditing(facet: string, id: string, noted?: (revision: number) => void): Editing {
  const { t } = useTranslation("diagram");
  const client = useQueryClient();
  const { name } = useTypes().roles;
  const notify = useNotify();
  const query = queries.content(facet, id);

  /** Makes a change of what is there now. False if another user was faster. */
  const sendOnce = async (work: Work): Promise<{ made?: string } | false> => {
    // Not what is there if it is out of date: its ETag would be refused.
    const { elements, etag } = await client.fetchQuery(query);
    const there = contentOf(elements, name);
    const items = work(there);
    if (items.size === 0) return {};
    try {
      const path = elementAt(facet, "diagram", id);
      const body = { values: [...items.values()] };
      const { data, revision } = await write("post", `${ELEMENT}/content`, { path, body, match: etag });
      if (revision !== null) noted?.(revision);
      const now = await client.fetchQuery({ ...query, staleTime: 0 });
      return { made: madeOf(items, data, now.elements, there) };
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return false;
      throw error;
    }
  };

  const sending = useMutation({
    scope: { id: `diagram ${id}` },
    mutationFn: async (work: Work) => {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const done = await sendOnce(work);
        if (done) return done.made;
      }
      throw new ApiError(412, null);
    },
    onError: (error) => {
      const isOld = error instanceof ApiError && error.status === 412;
      notify.failed(isOld ? new Error(t("changedMeanwhile")) : error);
    },
    onSettled: () => void showChange(id),
  });

  const send = (work: Work) => sending.mutateAsync(work).catch(() => undefined);
  return {
    isBusy: sending.isPending,
    make: (edit) => send((content) => difference(content, edit(content), name)),
    remove: (shape, reconnect) => {
      const item: Item = { shapeInfo: { index: 0, id: shape }, delete: true, ...(reconnect && { reconnect }) };
      return send(() => new Map([[shape, item]]));
    },
    place: (places) =>
      send((content) => {
        const there = content.filter((each) => places.has(each.id));
        const items = there.map(({ id: shape }, index): [string, Item] => [
          shape,
          { shapeInfo: { index, id: shape, place: places.get(shape) ?? null } },
        ]);
        return new Map(items);
      }),
    relate: (shape, context, targets) => {
      const element = { related: { [context]: targets.map((each) => ({ id: each.id })) } };
      return send(() => new Map([[shape, { shapeInfo: { index: 0, id: shape }, element }]]));
    },
  };
}

/** The first shape that was made: the answer names elements, and their shapes are those that were not there before. */
function madeOf(
  items: ReadonlyMap<string, Item>,
  { values }: ContentIds,
  elements: queries.ContentList,
  there: Content,
): string | undefined {
  const ids = new Map(values.map((each) => [each.index, each.id]));
  const known = new Set(there.map((each) => each.id));
  const added = [...items.values()].find(({ shapeInfo }) => shapeInfo.id === undefined);
  const id = added && ids.get(added.shapeInfo.index);
  const isMade = (each: queries.ContentList[number]) => each.id === id || each.versionId === id;
  return elements.find((each) => isMade(each) && !known.has(each.properties.shapeId))?.properties.shapeId;
}
