// Shapes in words, for screen readers and dialogs.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import { useWords } from "@/app/preferences";

/** A shape in words: its name, in short for dialogs, and in full for screen readers. */
export function useShapeTexts(drawing: Drawing) {
  const { t } = useTranslation("diagram");
  const types = useTypes();
  const words = useWords();
  return useMemo(() => {
    const name = (node: DiagramNode) => node.name || t("unnamed");
    const named = new Map(drawing.nodes.map((each) => [each.shapeId, name(each)]));
    const short = (node: DiagramNode) =>
      node.type === undefined
        ? t("placeholder", { name: name(node) })
        : t("shape", { type: inCulture(types.get(node.type)?.displayNames, words) ?? node.type, name: name(node) });
    const following = new Map<string, string[]>();
    for (const { from, to } of drawing.edges) {
      following.set(from, [...(following.get(from) ?? []), named.get(to) ?? ""]);
    }
    const long = (node: DiagramNode) => {
      const behind = following.get(node.shapeId) ?? [];
      const parts = [
        `${short(node)}.`,
        behind.length > 0 ? t("leadsTo", { names: behind.join(", ") }) : t("leadsNowhere"),
        node.link === undefined ? "" : t("hasDiagram"),
        node.fallback === undefined ? "" : t("otherCulture"),
      ];
      return parts.filter(Boolean).join(" ");
    };
    return { name, short, long };
  }, [drawing, t, types, words]);
}
