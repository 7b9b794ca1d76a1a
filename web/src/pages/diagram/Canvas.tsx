// Panning, zooming and the mini map around what the service laid out.
import { replaceEqualDeep } from "@tanstack/react-query";
import {
  type Connection,
  MiniMap,
  type Node,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
  useStoreApi,
  type Viewport,
  type XYPosition,
} from "@xyflow/react";
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import { type Dropped, droppedOn } from "./drop";
import { type Area, wholeOf } from "./Figure";
import { Flows } from "./Flows";
import type { FlowEnds } from "./flow-ends";
import { type LaneNode, nodeTypes, type ShapeNode } from "./parts";
import { inOrder } from "./walk";

/** What a user does in the drawing. */
export interface CanvasActs {
  chooseFlow?: (flow: FlowEnds) => void;
  /** Missing while nothing can be changed. */
  edit?: Edits;
}

interface Edits {
  connect: (from: string, to: string) => void;
  drop: (node: DiagramNode, on: Dropped) => void;
  /** A shape stays where it is dropped. */
  moveTo?: (node: DiagramNode, x: number, y: number) => Promise<unknown>;
}

interface Properties {
  drawing: Drawing;
  describedBy: string;
  /** Also while a draft is shown: a change of it draws all shapes again. What is done then is left to `acts`. */
  isEditable: boolean;
  /** As they are by then, so that a change of them draws nothing. */
  acts: RefObject<CanvasActs | null>;
}

const MARGIN = 24;
/** Below this letters are too small. */
const READABLE = 0.62;
export const FIT = { padding: 0.06, maxZoom: 1 };
/** From how many shapes on an overview is of use. */
const MANY = 8;

export const Canvas = memo(function Canvas({ drawing, describedBy, isEditable, acts }: Properties) {
  const { t } = useTranslation("diagram");
  const shapes = useRef(new Map<string, ShapeNode>());
  const placed = useMemo(() => {
    const next = shapesOf(drawing, isEditable, shapes.current);
    shapes.current = new Map(next.map((each) => [each.id, each]));
    return [...lanesOf(drawing), ...next];
  }, [drawing, isEditable]);
  // The service says where a shape stands: one that is dropped goes back, unless that changes the flow.
  const [dragged, setDragged] = useState<{ id: string; position: XYPosition }>();
  const nodes = useMemo(
    () => placed.map((each) => (each.id === dragged?.id ? { ...each, position: dragged.position } : each)),
    [placed, dragged],
  );
  const onDrag = useCallback(
    (_: unknown, { id, position }: Node) => acts.current?.edit && setDragged({ id, position }),
    [acts],
  );
  const onDrop = useCallback(
    (_: unknown, { id, position }: Node) => {
      const node = drawing.nodes.find((each) => each.shapeId === id);
      const whole = node && wholeOf(node);
      const by = whole && ([position.x - whole.x, position.y - whole.y] as const);
      const moving = by && acts.current?.edit?.moveTo?.(node, node.x + by[0], node.y + by[1]);
      if (moving) {
        void moving.finally(() => setDragged(undefined));
        return;
      }
      setDragged(undefined);
      const on = by && droppedOn(drawing, node, by);
      if (on) acts.current?.edit?.drop(node, on);
    },
    [drawing, acts],
  );
  const onConnect = useCallback(
    ({ source, target }: Connection) => source !== target && acts.current?.edit?.connect(source, target),
    [acts],
  );
  const chooseFlow = useCallback((flow: FlowEnds) => acts.current?.chooseFlow?.(flow), [acts]);
  useFitting(drawing);
  return (
    <ReactFlow
      nodes={nodes}
      nodeTypes={nodeTypes}
      minZoom={0.1}
      maxZoom={3}
      nodesDraggable={false}
      nodeDragThreshold={6}
      onNodeDrag={onDrag}
      onNodeDragStop={onDrop}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      nodesConnectable={isEditable}
      connectionRadius={60}
      onConnect={onConnect}
      zoomOnDoubleClick={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      aria-label={t("of", { name: drawing.name })}
      aria-describedby={describedBy}
    >
      <Flows drawing={drawing} choose={chooseFlow} />
      {drawing.nodes.length >= MANY && (
        <MiniMap ariaLabel={t("map")} pannable zoomable nodeColor={colorOf} nodeBorderRadius={4} />
      )}
    </ReactFlow>
  );
});

const colorOf = (node: Node) => (node.type === "shape" ? (node as ShapeNode).data.node.color : "transparent");

function standing({ x, y, width, height }: Area) {
  return { position: { x, y }, width, height, measured: { width, height } };
}

/** The shapes of a drawing. What is as it was before stays the same object, also where it only moved. */
function shapesOf(
  { nodes, direction }: Drawing,
  draggable: boolean,
  before: ReadonlyMap<string, ShapeNode>,
): ShapeNode[] {
  const isDown = direction === "down";
  return nodes.map((node) => {
    const whole = wholeOf(node);
    const own = movedBy(node, -whole.x, -whole.y);
    const at = { x: own.x + own.width / 2, y: own.y, width: 1, height: 1 };
    const shape: ShapeNode = {
      id: node.shapeId,
      type: "shape",
      data: { node: own },
      draggable,
      ...standing(whole),
      handles: [
        { type: "target", position: isDown ? Position.Top : Position.Left, ...at },
        { type: "source", position: isDown ? Position.Bottom : Position.Right, ...at },
      ],
    };
    return replaceEqualDeep(before.get(node.shapeId), shape);
  });
}

function movedBy(node: DiagramNode, x: number, y: number): DiagramNode {
  return {
    ...node,
    x: node.x + x,
    y: node.y + y,
    label: { ...node.label, x: node.label.x + x, y: node.label.y + y },
  };
}

function lanesOf({ lanes, direction }: Drawing): LaneNode[] {
  return lanes.map((lane, place) => ({
    id: `lane ${place}`,
    type: "lane",
    zIndex: -1,
    data: { lane, isOther: place % 2 === 1, isTurned: direction === "right" },
    ...standing(lane),
  }));
}

/**
 * A diagram is shown as a whole, or from its beginning where it could not be read then; after an edit it stays where the eye is. A frame
 * of another size shows it again, unless it was moved.
 */
function useFitting(drawing: Drawing): void {
  const { fitView, setViewport } = useReactFlow();
  const store = useStoreApi();
  const width = useStore((state) => state.width);
  const shown = useRef({ what: "", width: 0, transform: "" });
  useEffect(() => {
    const what = `${drawing.layout} ${drawing.cultureId}`;
    const { what: before, width: wide, transform } = shown.current;
    const isResized = width !== wide && store.getState().transform.join() === transform;
    if (width === 0 || (before === what && !isResized)) return;
    shown.current = { what, width, transform: "" };
    const { height } = store.getState();
    const zoom = Math.min(width / drawing.width, height / drawing.height);
    const showing = zoom >= READABLE ? fitView(FIT) : setViewport(beginning(drawing, width, height));
    void showing.then(() => {
      shown.current.transform = store.getState().transform.join();
    });
  }, [drawing, width, fitView, setViewport, store]);
}

function beginning(drawing: Drawing, width: number, height: number): Viewport {
  const first = inOrder(drawing)[0];
  const isDown = drawing.direction === "down";
  const across = isDown ? width / drawing.width : height / drawing.height;
  const zoom = Math.min(1, Math.max(READABLE, across));
  if (across >= READABLE || first === undefined) {
    return isDown
      ? { x: (width - drawing.width * zoom) / 2, y: 0, zoom }
      : { x: 0, y: (height - drawing.height * zoom) / 2, zoom };
  }
  // Not so far that there is nothing beside it.
  const middle = (size: number, at: number, extent: number) => Math.min(MARGIN, size / 2 - (at + extent / 2) * zoom);
  return isDown
    ? { x: middle(width, first.x, first.width), y: 0, zoom }
    : { x: 0, y: middle(height, first.y, first.height), zoom };
}

/** Moves the diagram as far as is needed to see a shape. */
export function useReveal(): (node: DiagramNode) => void {
  const { getViewport, setCenter } = useReactFlow();
  const store = useStoreApi();
  return useCallback(
    (node) => {
      const { x, y, zoom } = getViewport();
      const { width, height } = store.getState();
      const area = wholeOf(node);
      const [left, top] = [area.x * zoom + x, area.y * zoom + y];
      const [right, bottom] = [left + area.width * zoom, top + area.height * zoom];
      if (left >= MARGIN && top >= MARGIN && right <= width - MARGIN && bottom <= height - MARGIN) return;
      void setCenter(area.x + area.width / 2, area.y + area.height / 2, { zoom });
    },
    [getViewport, setCenter, store],
  );
}
