// What a drawing shows beside its shapes: each user switches it on and off, for every diagram.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { preferences, useRemember } from "@/api/preferences";
import type { DiagramNode, Diagram as Drawing, Preference } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { useNotify } from "../tree/notify";

/** Roles, systems and documents at their steps; the states of what has one; what stands against a release; open questions. */
export const OVERLAYS = ["neighbours", "states", "missing", "comments"] as const;

export type Overlay = (typeof OVERLAYS)[number];

const KEPT = { kind: "overlays", key: "drawing" } as const;

export function useOverlays(): [ReadonlySet<Overlay>, (overlays: readonly Overlay[]) => void] {
  const { set } = useRemember();
  const client = useQueryClient();
  const notify = useNotify();
  const { data } = useQuery(preferences);
  const kept = data?.find((each) => each.kind === KEPT.kind && each.key === KEPT.key && !each.shared)?.value.shown;
  const shown = useMemo(() => {
    const names = typeof kept === "string" ? kept.split(",") : [];
    return new Set(OVERLAYS.filter((each) => names.includes(each)));
  }, [kept]);
  // Shown at once: who switches on two of them does not wait in between.
  const change = (overlays: readonly Overlay[]) => {
    const value = { shown: overlays.join(",") };
    const isOther = ({ kind, key, shared }: Preference) => shared || kind !== KEPT.kind || key !== KEPT.key;
    client.setQueryData(
      preferences.queryKey,
      (before) => before && [{ ...KEPT, shared: false, mayChange: true, value }, ...before.filter(isOther)],
    );
    set(KEPT, value).catch((error) => {
      notify.failed(error);
      void client.invalidateQueries({ queryKey: preferences.queryKey });
    });
  };
  return [shown, change];
}

export interface Marks {
  /** What stands against a release, by shape; none unless it is shown. */
  missing: ReadonlyMap<string, string>;
  hasStates: boolean;
  /** How many threads of comments are open at a shape; none unless it is shown. */
  open: ReadonlyMap<string, number>;
  /** The shapes in words, with what is shown at them. */
  said: ReadonlyMap<string, string>;
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** What is shown at the shapes of a drawing. `all` is what stands against a release, `threads` are the open ones, and `say` says a shape in words. */
export function useMarks(
  { nodes }: Drawing,
  shown: ReadonlySet<Overlay>,
  all: ReadonlyMap<string, string> | undefined,
  threads: ReadonlyMap<string, number> | undefined,
  say: (node: DiagramNode) => string,
): Marks {
  const { t } = useTranslation("diagram");
  const types = useTypes();
  const words = useWords();
  return useMemo(() => {
    const missing = (shown.has("missing") ? all : undefined) ?? NOTHING;
    const hasStates = shown.has("states");
    const open = (shown.has("comments") ? threads : undefined) ?? NOTHING;
    const describe = (node: DiagramNode) => {
      const state = hasStates && node.state !== undefined ? `${types.stateName(node.state, words)}.` : "";
      const count = open.get(node.shapeId);
      const asked = count === undefined ? "" : t("openThreads", { count });
      return [say(node), state, missing.get(node.shapeId), asked].filter(Boolean).join(" ");
    };
    return { missing, hasStates, open, said: new Map(nodes.map((each) => [each.shapeId, describe(each)])) };
  }, [nodes, shown, all, threads, say, t, types, words]);
}
