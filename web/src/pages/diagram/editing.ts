// Changes of a diagram, each one request; undone and done again by the difference to what was there before.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { type TypeCatalog, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { ELEMENT, elementAt, read, write } from "@/api/requests";
import type { ContentIds } from "@/api/types.gen";
import { showChange } from "@/app/freshness";
import { useNotify } from "../tree/actions";
import { type Content, contentOf, difference, type Item, isSameContent, type Shape, type Snapshot } from "./content";

interface Change {
  before: Content;
  after: Content;
}

interface History {
  done: readonly Change[];
  undone: readonly Change[];
}

type Items = Map<string, Item>;
/** The shapes that were made, by what they were called before they had an id. */
type Made = ReadonlyMap<string, Shape>;

interface Work {
  /** Of what is there by the time it is its turn. */
  items: (content: Content) => Items;
  note: (history: History, change: Change, made: Made) => History;
  /** It leads to a content, whatever is there; other changes fit whatever others have drawn. */
  isUndoing?: boolean;
}

export interface Editing {
  isBusy: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** Resolves to the shape that was added, if one was. */
  make(edit: (content: Content) => Content): Promise<string | undefined>;
  remove(id: string, reconnect: boolean): Promise<unknown>;
  undo(): void;
  redo(): void;
}

/** How often a change meets those of others before it gives up. */
const MOST_TRIES = 4;

const NOTHING: History = { done: [], undone: [] };

export function useEditing(facet: string, id: string): Editing {
  const { t } = useTranslation("diagram");
  const client = useQueryClient();
  const types = useTypes();
  const { name } = types.roles;
  const notify = useNotify();
  const [history, setHistory] = useState(NOTHING);
  const query = queries.content(facet, id);

  /** Makes a change of what is there now. Throws 412 if another user is faster each time, or if the change fits no more. */
  const sendOnce = async ({ items, note, isUndoing }: Work, first?: Content) => {
    // Not what is there if it is out of date: its ETag would be refused.
    const { elements, etag } = await client.fetchQuery(query);
    const there = contentOf(elements, name);
    // Undoing leads back to what was there before, so it must not take along what others have changed since.
    if (isUndoing && first && !isSameContent(first, there)) throw new ApiError(412, null);
    const wanted = items(there);
    if (wanted.size === 0) return { there };
    const before = await withSnapshots(facet, there, wanted, types);
    const body = { values: [...wanted.values()] };
    try {
      const path = elementAt(facet, "diagram", id);
      const { data } = await write("post", `${ELEMENT}/content`, { path, body, match: etag });
      const now = await client.fetchQuery({ ...query, staleTime: 0 });
      const made = madeOf(wanted, data, now.elements, there, name);
      setHistory((known) => note(known, { before, after: contentOf(now.elements, name) }, made));
      return { there, made: [...made.values()][0]?.id };
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return { there, isOld: true };
      throw error;
    }
  };

  const sending = useMutation({
    scope: { id: `diagram ${id}` },
    mutationFn: async (work: Work) => {
      let first: Content | undefined;
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const { there, made, isOld } = await sendOnce(work, first);
        if (!isOld) return made;
        first ??= there;
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
  const note: Work["note"] = ({ done }, change) => ({ done: [...done, change], undone: [] });
  const go = (change: Change | undefined, isBack: boolean) => {
    if (change === undefined || sending.isPending) return;
    const there = contentOf(client.getQueryData(query.queryKey)?.elements ?? [], name);
    if (isSameContent(there, isBack ? change.after : change.before)) {
      void send({
        items: (content) => difference(content, isBack ? change.before : change.after, name),
        note: noteOf(isBack),
        isUndoing: true,
      });
    } else {
      setHistory(NOTHING);
      notify.failed(new Error(t("cannotUndo")));
    }
  };

  return {
    isBusy: sending.isPending,
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    make: (edit) => send({ items: (content) => difference(content, edit(content), name), note }),
    remove: (shape, reconnect) => {
      const item: Item = { shapeInfo: { index: 0, id: shape }, delete: true, ...(reconnect && { reconnect }) };
      return send({ items: () => new Map([[shape, item]]), note });
    },
    undo: () => go(history.done.at(-1), true),
    redo: () => go(history.undone.at(-1), false),
  };
}

/** Moves the last change to the other stack (undo or redo). Objects that were created again have new ids, replaced everywhere. */
function noteOf(isBack: boolean): Work["note"] {
  return ({ done, undone }, { before, after }, made) => {
    const named = (changes: readonly Change[]) => changes.map((each) => withIds(each, made));
    return isBack
      ? { done: named(done.slice(0, -1)), undone: [...named(undone), { before: after, after: before }] }
      : { done: [...named(done), { before, after }], undone: named(undone.slice(0, -1)) };
  };
}

function withIds(change: Change, made: Made): Change {
  const replaced = (content: Content): Content =>
    content.map((each) => {
      const { id, element } = made.get(each.id) ?? each;
      return { ...each, id, element, before: each.before.map((other) => made.get(other)?.id ?? other) };
    });
  return { before: replaced(change.before), after: replaced(change.after) };
}

/** The answer names elements; the shapes are those that show them and were not there before. */
function madeOf(
  items: Items,
  { values }: ContentIds,
  elements: queries.ContentList,
  there: Content,
  naming: string,
): Made {
  const ids = new Map(values.map((each) => [each.index, each.id]));
  const known = new Set(there.map((each) => each.id));
  const made = new Map<string, Shape>();
  for (const [name, { shapeInfo }] of items) {
    if (shapeInfo.id !== undefined) continue;
    const id = ids.get(shapeInfo.index);
    const found = elements.find(
      (each) => (each.id === id || each.versionId === id) && !known.has(each.properties.shapeId),
    );
    const [shape] = contentOf(found ? [found] : [], naming);
    if (shape) made.set(name, shape);
  }
  return made;
}

/** The content with all that is needed to make the flow objects again that go with their shapes. */
async function withSnapshots(facet: string, content: Content, items: Items, types: TypeCatalog): Promise<Content> {
  const reading = content.map(async (each): Promise<Shape> => {
    const isGone = items.get(each.id)?.delete && types.get(each.type)?.isFlow;
    return isGone ? { ...each, snapshot: await takeSnapshot(facet, each, types) } : each;
  });
  return await Promise.all(reading);
}

async function takeSnapshot(facet: string, shape: Shape, types: TypeCatalog): Promise<Snapshot | undefined> {
  const path = elementAt(facet, "detail", shape.element);
  const { elements } = await read(ELEMENT, { path, query: { $resources: ["attributes", "related"] } });
  const [element] = elements;
  if (element === undefined) return undefined;
  const fixed = types.get(shape.type)?.readOnly ?? [];
  const free = <T>(values: Record<string, T> = {}) => Object.entries(values).filter(([name]) => !fixed.includes(name));
  const related = free(element.related).map(([name, targets]) => [name, targets.map(({ id, type }) => ({ id, type }))]);
  return {
    attributes: Object.fromEntries(free(element.attributes)),
    related: Object.fromEntries(related),
    ...(typeof element.stereotype === "string" && { stereotype: element.stereotype }),
  };
}
