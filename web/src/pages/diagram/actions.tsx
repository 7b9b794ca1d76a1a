// What can be done with the chosen shape, by buttons and by keys. What is not there cannot be done now.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { followed, inserted, without } from "./content";
import type { Copy } from "./copying";
import { ConnectForm, RemoveForm, StepForm, useDialog, usualOf } from "./dialogs";
import type { Editing } from "./editing";
import { useShapeTexts } from "./shape-texts";
import { inOrder } from "./walk";

const BRANCHING: DiagramNode["figure"] = "gateway";

export interface Actions {
  open?: () => void;
  /** Behind the chosen shape; into an empty diagram, as its first. */
  insert?: () => void;
  /** The same without a question: the name of the new shape is typed in the drawing. */
  append?: (type?: string) => void;
  branch?: () => void;
  connect?: () => void;
  rename?: () => void;
  remove?: () => void;
  /** Puts the script of what is chosen on the clipboard. */
  copy?: () => void;
  cut?: () => void;
}

interface Given {
  drawing: Drawing;
  node: DiagramNode | undefined;
  /** What is chosen together: none, or at least two. */
  together: ReadonlySet<string>;
  /** The types that may be added; none: nothing may be changed. */
  offered: readonly string[];
  editing: Editing;
  open: (node: DiagramNode) => void;
  startRename: (id: string) => void;
  /** Not there where there is no script. */
  copy?: Copy;
  /** Called with the shape to go to after a change; without one when a dialog was left. */
  goTo: (shape?: string) => void;
}

export function useActions({
  drawing,
  node,
  together,
  offered,
  editing,
  open,
  startRename,
  copy,
  goTo,
}: Given): Actions {
  const { t } = useTranslation("diagram");
  const culture = useCulture();
  const types = useTypes();
  const texts = useShapeTexts(drawing);
  const dialog = useDialog(() => goTo());
  const [lastType, setLastType] = useState<string>();

  const add = (at: DiagramNode | undefined, isBranch: boolean) => {
    const title = at ? t(isBranch ? "branchAfter" : "insertAfter", { name: texts.name(at) }) : t("firstStep");
    const done = async (type: string, name: string) => {
      if (at) setLastType(type);
      const step = { type, names: { [culture]: name } };
      const made = await editing.make((content) => inserted(content, step, at?.shapeId ?? null, isBranch));
      goTo(made);
      return made !== undefined;
    };
    const last = at ? lastType : offered[0];
    dialog(
      title,
      <StepForm after={at?.shapeId ?? drawing.id} offered={offered} last={last} culture={culture} done={done} />,
    );
  };
  const append = async (at: DiagramNode, wanted?: string) => {
    const type = wanted ?? lastType ?? usualOf(types, offered);
    const step = { type, names: { [culture]: t("newStep") } };
    // A decision that leads somewhere gets one more way.
    const isBranch = at.figure === BRANCHING && drawing.edges.some((each) => each.from === at.shapeId);
    const made = await editing.make((content) => inserted(content, step, at.shapeId, isBranch));
    if (made !== undefined) startRename(made);
  };
  const connect = (from: DiagramNode) => {
    const current = drawing.edges.filter((each) => each.from === from.shapeId).map((each) => each.to);
    const others = inOrder(drawing).filter((each) => each.shapeId !== from.shapeId);
    const done = (ids: string[]) => void editing.make((content) => followed(content, from.shapeId, ids));
    const title = t("connectOf", { name: texts.name(from) });
    dialog(title, <ConnectForm others={others} current={current} describe={texts.short} done={done} />);
  };
  const remove = (gone: DiagramNode) => {
    const before = drawing.edges.find((each) => each.to === gone.shapeId)?.from;
    const behind = drawing.edges.find((each) => each.from === gone.shapeId)?.to;
    const next = before ?? behind ?? drawing.nodes.find((each) => each.shapeId !== gone.shapeId)?.shapeId;
    const done = (reconnect: boolean) => void editing.remove(gone.shapeId, reconnect).then(() => goTo(next));
    const isBetween = before !== undefined && behind !== undefined;
    dialog(t("deleteAsk", { name: texts.name(gone) }), <RemoveForm isBetween={isBetween} done={done} />);
  };

  const removeAll = (gone: ReadonlySet<string>) => {
    const before = drawing.edges.find((each) => gone.has(each.to) && !gone.has(each.from))?.from;
    const behind = drawing.edges.find((each) => gone.has(each.from) && !gone.has(each.to))?.to;
    const done = (isJoined: boolean) =>
      void editing.make((content) => without(content, gone, isJoined)).then(() => goTo(before ?? behind));
    const isBetween = before !== undefined && behind !== undefined;
    dialog(t("deleteAll", { count: gone.size }), <RemoveForm isBetween={isBetween} done={done} />);
  };

  const isMany = together.size > 0;
  const shapes = isMany ? [...together] : node ? [node.shapeId] : [];
  const copying = copy && shapes.length > 0 && { copy: () => void copy(shapes) };
  const cutting = async () => {
    if (!(await copy?.(shapes))) return;
    if (isMany) removeAll(together);
    else if (node) remove(node);
  };
  const opening = node?.id !== undefined && { open: () => open(node) };
  if (offered.length === 0) return { ...opening, ...copying };
  const taking = copying && { ...copying, cut: () => void cutting() };
  if (isMany) return { ...opening, ...taking, remove: () => removeAll(together) };
  return {
    ...opening,
    ...taking,
    ...(drawing.nodes.length === 0 && { insert: () => add(undefined, false) }),
    ...(node && {
      insert: () => add(node, false),
      append: (type) => void append(node, type),
      branch: () => add(node, true),
      connect: () => connect(node),
      rename: () => startRename(node.shapeId),
      remove: () => remove(node),
    }),
  };
}

/** The action of a key. */
export function byKey({ key, ctrlKey, metaKey }: React.KeyboardEvent, actions: Actions): (() => void) | undefined {
  const letter = key.toLowerCase();
  if (ctrlKey || metaKey) return { c: actions.copy, x: actions.cut }[letter];
  const keys: Record<string, (() => void) | undefined> = {
    enter: actions.open,
    insert: actions.insert,
    "+": actions.insert,
    b: actions.branch,
    c: actions.connect,
    f2: actions.rename,
    delete: actions.remove,
  };
  return keys[letter];
}
