// From step to step along the flow. An answer is no step of its own: it stands on the way to the next one.
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";

export interface Way {
  /** What has to hold for this way to be taken. */
  answer?: string;
  to: DiagramNode;
}

const isAnswer = ({ figure }: DiagramNode): boolean => figure === "condition";

/** The ways on from a shape, or back from it. */
export function waysFrom(drawing: Drawing, shape: string, isBack = false): Way[] {
  const beside = (id: string) =>
    drawing.edges
      .filter((each) => (isBack ? each.to : each.from) === id)
      .flatMap((each) => drawing.nodes.find(({ shapeId }) => shapeId === (isBack ? each.from : each.to)) ?? []);
  return beside(shape).flatMap((node): Way[] => {
    if (!isAnswer(node)) return [{ to: node }];
    const [next, ...others] = beside(node.shapeId);
    const isStep = next !== undefined && others.length === 0 && !isAnswer(next);
    return [isStep ? { answer: node.name, to: next } : { to: node }];
  });
}

/** Where a walk begins: in the order of the script, the first step that nothing leads to. */
export function startOf(drawing: Drawing): DiagramNode | undefined {
  const entered = new Set(drawing.edges.map((each) => each.to));
  const ordered = (drawing.script ?? []).flatMap(
    ({ shapeId }) => drawing.nodes.find((each) => each.shapeId === shapeId) ?? [],
  );
  const nodes = ordered.length > 0 ? ordered : drawing.nodes;
  return nodes.find(({ shapeId }) => !entered.has(shapeId)) ?? nodes[0];
}

/** The steps in the order of the script, without answers. */
export function stepsOf(drawing: Drawing): string[] {
  const answers = new Set(drawing.nodes.filter(isAnswer).map((each) => each.shapeId));
  return (drawing.script ?? []).flatMap(({ shapeId }) =>
    shapeId === undefined || answers.has(shapeId) ? [] : [shapeId],
  );
}
