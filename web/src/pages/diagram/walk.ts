// From shape to shape by keys: along the flow, and across it to what stands beside.
import type { Diagram, DiagramNode } from "@/api/types.gen";

type Way = "next" | "previous" | "left" | "right" | "first" | "last";

const KEYS: Record<Diagram["direction"], Record<string, Way>> = {
  down: { ArrowDown: "next", ArrowUp: "previous", ArrowLeft: "left", ArrowRight: "right" },
  right: { ArrowRight: "next", ArrowLeft: "previous", ArrowUp: "left", ArrowDown: "right" },
};

/** The shape that a key leads to from another one. */
export function walk(diagram: Diagram, from: string, key: string): DiagramNode | undefined {
  if (key === "Home") return inOrder(diagram)[0];
  if (key === "End") return inOrder(diagram).at(-1);
  const way = KEYS[diagram.direction][key];
  const here = diagram.nodes.find((each) => each.shapeId === from);
  if (way === undefined || here === undefined) return undefined;
  const isDown = diagram.direction === "down";
  const along = (node: DiagramNode) => (isDown ? node.y + node.height / 2 : node.x + node.width / 2);
  const across = (node: DiagramNode) => (isDown ? node.x + node.width / 2 : node.y + node.height / 2);
  if (way === "left" || way === "right") {
    const side = way === "left" ? -1 : 1;
    const beside = diagram.nodes.filter((each) => (across(each) - across(here)) * side > 1);
    return nearest(beside, (each) => Math.abs(across(each) - across(here)) + 4 * Math.abs(along(each) - along(here)));
  }
  if (diagram.edges.length === 0) {
    const side = way === "next" ? 1 : -1;
    const beyond = diagram.nodes.filter((each) => (along(each) - along(here)) * side > 1);
    return nearest(beyond, (each) => Math.abs(along(each) - along(here)) + Math.abs(across(each) - across(here)) / 4);
  }
  const ends = diagram.edges
    .filter((each) => (way === "next" ? each.from : each.to) === from)
    .map((each) => (way === "next" ? each.to : each.from));
  const joined = diagram.nodes.filter((each) => ends.includes(each.shapeId));
  return nearest(joined, (each) => Math.abs(across(each) - across(here)));
}

/** As people read it. */
export function inOrder(diagram: Diagram): DiagramNode[] {
  const isDown = diagram.direction === "down";
  return [...diagram.nodes].sort((a, b) => (isDown ? a.y - b.y || a.x - b.x : a.x - b.x || a.y - b.y));
}

function nearest(nodes: DiagramNode[], far: (node: DiagramNode) => number): DiagramNode | undefined {
  return nodes.reduce<DiagramNode | undefined>(
    (best, each) => (!best || far(each) < far(best) ? each : best),
    undefined,
  );
}
