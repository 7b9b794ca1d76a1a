// What a release would find, at the shapes that it is about: by the rules of the release, and by what the drawing shows.
import type { TypeCatalog } from "@/api/hooks";
import type { Diagram as Drawing, RuleFinding } from "@/api/types.gen";

export interface Check {
  shape: string;
  /** What is missing in the drawing, or else what a rule says. */
  kind: "role" | "name" | "rule";
  text?: string;
}

/** In the order of the shapes. `say` is the sentence of a rule. */
export function checksOf(
  drawing: Drawing,
  findings: readonly RuleFinding[],
  types: TypeCatalog,
  say: (finding: RuleFinding) => string,
): Check[] {
  const ruled = new Map<string, Check[]>();
  for (const each of new Map(findings.map((each) => [`${each.code} ${each.path}`, each])).values()) {
    const [part, shape = ""] = each.path.split("/");
    if (part !== "content") continue;
    ruled.set(shape, [...(ruled.get(shape) ?? []), { shape, kind: "rule", text: say(each) }]);
  }
  return drawing.nodes.flatMap(({ shapeId: shape, type, figure, lane, fallback }): Check[] => {
    const isStep = types.get(type ?? "")?.isFlow === true && figure === "box";
    const stands = lane === undefined ? undefined : drawing.lanes[lane];
    const isLoose = isStep && stands !== undefined && stands.id === undefined;
    return [
      ...(ruled.get(shape) ?? []),
      ...(isLoose ? [{ shape, kind: "role" as const }] : []),
      ...(fallback === undefined ? [] : [{ shape, kind: "name" as const }]),
    ];
  });
}
