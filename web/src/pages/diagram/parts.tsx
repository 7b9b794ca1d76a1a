// What stands in the canvas: shapes, lanes and connections, where the service put them.

import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Handle, type Node, type NodeProps, Position, useStore } from "@xyflow/react";
import { ArrowUpRight, ChevronDown, MessageSquare } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DiagramLane, DiagramNode } from "@/api/types.gen";
import { keepCulture } from "@/parts/ElementLink";
import { StateBadge } from "@/parts/StateBadge";
import { TypeName } from "@/parts/TypeDot";
import { useAround, useLookedAt } from "./around";
import classes from "./Diagram.module.css";
import { Figure, wholeOf } from "./Figure";
import { isMore } from "./together";

/** With its places in the shape, figure and name, so that a shape that moves stays the same. */
export type ShapeNode = Node<{ node: DiagramNode }, "shape">;
export type LaneNode = Node<{ lane: DiagramLane; isOther: boolean; isTurned: boolean }, "lane">;

function Shape({ data: { node } }: NodeProps<ShapeNode>) {
  const around = useAround();
  const { t } = useTranslation("diagram");
  const id = node.shapeId;
  const isChosen = useLookedAt(({ chosen }) => chosen === id);
  const isEntry = useLookedAt(({ entry }) => entry === id);
  const isTogether = useLookedAt(({ together }) => together.has(id));
  const isRenaming = useLookedAt(({ renaming }) => renaming === id);
  const said = useLookedAt(({ said }) => said.get(id));
  const canAppend = useLookedAt((now) => now.isEditable && now.chosen === id && !now.together.has(id));
  const whole = wholeOf(node);
  const figure = { left: node.x - whole.x, top: node.y - whole.y, width: node.width, height: node.height };
  const click = (event: React.MouseEvent) => {
    // Not a double click: the first click redraws the diagram, and the second may hit another shape.
    if (isMore(event)) around.toggle(id);
    else if (event.detail === 2) enter();
    else around.chooseAlone(id);
  };
  const enter = () =>
    node.link === undefined && around.lookedAt.get().isEditable ? around.startRename(id) : around.open(node);
  return (
    <div className={classes.shape} data-chosen={isChosen || undefined} data-together={isTogether || undefined}>
      <button
        type="button"
        className={`${classes.hit} nopan`}
        data-shape={id}
        tabIndex={isEntry ? 0 : -1}
        aria-label={said}
        aria-current={isChosen || undefined}
        aria-pressed={isTogether || undefined}
        // The click decides before the keyboard comes here. On its way down: dragging lets nothing up.
        onMouseDownCapture={(event) => isMore(event) && event.preventDefault()}
        onClick={click}
        onFocus={() => around.choose(id)}
      >
        <Figure node={node} />
      </button>
      <span className={classes.ring} style={figure} />
      <Marks node={node} style={{ left: figure.left, top: figure.top }} />
      {node.link !== undefined && node.id !== undefined && (
        <Link
          className={`${classes.open} nopan`}
          style={{ left: figure.left + figure.width - 46, top: figure.top + figure.height - 16 }}
          tabIndex={-1}
          aria-label={t("openDiagram", { name: node.name })}
          title={t("openDiagram", { name: node.name })}
          to="/elements/$facet/$id"
          params={{ facet: around.facetOf(node), id: node.id }}
          search={(before) => ({ ...keepCulture(before), tab: "diagram" })}
        >
          <ArrowUpRight size={13} aria-hidden />
        </Link>
      )}
      {isRenaming && <Rename node={node} />}
      {canAppend && <Append node={node} />}
      <Ends node={node} />
    </div>
  );
}

/** Where a shape stands says React Flow: one that only moves is not drawn again. */
const ShapeView = memo(Shape, (before, now) => before.data === now.data);

/** What is switched on to be seen at shapes. */
function Marks({ node, style }: { node: DiagramNode; style: React.CSSProperties }) {
  const { t } = useTranslation("diagram");
  const text = useLookedAt(({ missing }) => missing.get(node.shapeId));
  const hasStates = useLookedAt((now) => now.hasStates);
  const state = hasStates ? node.state : undefined;
  const open = useLookedAt((now) => now.open.get(node.shapeId));
  if (text === undefined && state === undefined && open === undefined) return null;
  return (
    <span className={classes.marks} style={style} aria-hidden>
      {state !== undefined && <StateBadge state={state} />}
      {open !== undefined && (
        <span className={classes.asked} title={t("openThreads", { count: open })}>
          <MessageSquare size={11} /> {open}
        </span>
      )}
      {text !== undefined && (
        <span className={classes.missing} title={text}>
          !
        </span>
      )}
    </span>
  );
}

/** Adds the next shape; keys have another way. */
function Append({ node }: { node: DiagramNode }) {
  const { isDown, append, kinds } = useAround();
  const { t } = useTranslation("diagram");
  const whole = wholeOf(node);
  const [left, top] = [node.x - whole.x, node.y - whole.y];
  const end = isDown
    ? { left: left + node.width / 2 + 14, top: top + node.height + 4 }
    : { left: left + node.width + 4, top: top + node.height / 2 + 14 };
  return (
    <span className={`${classes.append} nopan nodrag`} style={end}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("append", { name: node.name })}
        title={t("append", { name: node.name })}
        onClick={() => append()}
      >
        +
      </button>
      <Menu position="bottom-start" width={230}>
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            aria-label={t("appendKind", { name: node.name })}
            title={t("appendKind", { name: node.name })}
          >
            <ChevronDown size={12} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown className="nowheel" mah="50dvh" style={{ overflowY: "auto" }}>
          {kinds().map((kind) => (
            <Menu.Item key={kind} onClick={() => append(kind)}>
              <TypeName type={kind} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

/**
 * Where connections begin and end; drawn from the one, they are dropped on a shape. They are there only while they can be used: two at
 * each of 500 shapes would be looked at whenever the drawing moves.
 */
function Ends({ node }: { node: DiagramNode }) {
  const { isDown } = useAround();
  const id = node.shapeId;
  const isOpen = useLookedAt((now) => now.isEditable && (now.hovered === id || now.chosen === id));
  const drawnFrom = useStore(({ connection }) => connection.fromNode?.id);
  const middle = { left: node.x + node.width / 2, top: node.y + node.height / 2 };
  const start = isDown
    ? { left: middle.left, top: node.y + node.height, bottom: "auto" }
    : { left: node.x + node.width, right: "auto", top: middle.top };
  return (
    <>
      {drawnFrom !== undefined && (
        <Handle
          type="target"
          position={isDown ? Position.Top : Position.Left}
          className={classes.target}
          style={middle}
          isConnectableStart={false}
        />
      )}
      {(isOpen || drawnFrom === id) && (
        <Handle
          type="source"
          position={isDown ? Position.Bottom : Position.Right}
          className={classes.handle}
          style={start}
        />
      )}
    </>
  );
}

function Rename({ node }: { node: DiagramNode }) {
  const { rename } = useAround();
  const { t } = useTranslation("diagram");
  const [name, setName] = useState(node.fallback === undefined ? node.name : "");
  const field = useRef<HTMLTextAreaElement>(null);
  const isSettled = useRef(false);
  const whole = wholeOf(node);
  // Leaving the field stores the name, by a key too; only Escape discards it.
  const settle = (given: string) => {
    if (isSettled.current) return;
    isSettled.current = true;
    rename(node.shapeId, given === "" || given === node.name ? null : given);
  };
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const { label } = node;
  const isNamed = label.lines.length > 0;
  const place = isNamed ? { x: label.x - 8, y: label.y - 6, width: label.width + 16 } : { ...node, x: node.x - 50 };
  return (
    <div
      data-renaming
      className={`${classes.rename} nopan nodrag nowheel`}
      style={{ left: place.x - whole.x, top: place.y - whole.y, width: Math.max(place.width, 150) }}
    >
      <textarea
        ref={field}
        aria-label={t("newName", { name: node.name })}
        rows={Math.max(2, node.label.lines.length)}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => settle(name.trim())}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") settle("");
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            settle(name.trim());
          }
        }}
      />
    </div>
  );
}

const LaneView = memo(function LaneView({ data: { lane, isOther, isTurned } }: NodeProps<LaneNode>) {
  const { x, y, width, height } = lane.head;
  return (
    <div className={classes.lane} data-other={isOther}>
      <div data-turned={isTurned} style={{ left: x - lane.x, top: y - lane.y, width, height }}>
        {lane.name}
      </div>
    </div>
  );
});

export const nodeTypes = { shape: ShapeView, lane: LaneView };
