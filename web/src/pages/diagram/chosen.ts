// Which shape is chosen, and where it leads.
import { useNavigate, useRouter, useRouterState, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTypes } from "@/api/hooks";
import type { DiagramNode, Diagram as Drawing } from "@/api/types.gen";
import { keepCulture } from "@/parts/ElementLink";

/** The selection is in the address, so that a link can hold it. */
export function useChosen(drawing: Drawing | undefined): [string | undefined, (id: string) => void] {
  const { shape } = useSearch({ strict: false }) as { shape?: string };
  const navigate = useNavigate();
  const router = useRouter();
  const here = useRef(router.latestLocation.pathname);
  const [chosen, setChosen] = useState(shape);
  useEffect(() => {
    // A navigation to another diagram must not be undone.
    const isLeaving = router.latestLocation.pathname !== here.current;
    if (chosen !== undefined && chosen !== shape && !isLeaving) {
      void navigate({
        to: ".",
        search: (before) => ({ ...before, shape: chosen }),
        replace: true,
        resetScroll: false,
        state: true,
      });
    }
  }, [chosen, shape, navigate, router]);
  const isChosen = (each: DiagramNode) => each.shapeId === chosen || each.id === chosen;
  const known = chosen === undefined ? undefined : drawing?.nodes.find(isChosen);
  return [known?.shapeId, setChosen];
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The user came here from a shape of another diagram. */
    isFollowed?: boolean;
    /** The user came here by the address of a step, to see all about it. */
    isStep?: boolean;
  }
}

/** Whether the user came from a shape of another diagram: then the focus moves to the shapes of this one. */
export function useIsFollowed(): boolean {
  return useRouterState({ select: ({ location }) => location.state.isFollowed ?? false });
}

export function useIsStep(): boolean {
  return useRouterState({ select: ({ location }) => location.state.isStep ?? false });
}

/** Backspace leads back to the shape that the user came from. */
export function useComeOut(): (event: React.KeyboardEvent) => void {
  const isFollowed = useIsFollowed();
  const router = useRouter();
  return (event) => {
    const isWriting = (event.target as Element).matches("input, textarea, select, [contenteditable=true]");
    if (event.key !== "Backspace" || event.defaultPrevented || isWriting || !isFollowed) return;
    event.preventDefault();
    router.history.back();
  };
}

/** What has a diagram leads there, everything else to its form; a placeholder leads nowhere. */
export function useOpen(): (node: DiagramNode) => void {
  const navigate = useNavigate();
  const types = useTypes();
  return (node) => {
    const { id, type = "" } = node;
    const facet = types.get(type)?.facet;
    if (facet === undefined || id === undefined) return;
    const tab = node.link === undefined ? undefined : "diagram";
    void navigate({
      to: "/elements/$facet/$id",
      params: { facet, id },
      search: (before) => ({ ...keepCulture(before), tab }),
      state: { isFollowed: tab !== undefined },
    });
  };
}
