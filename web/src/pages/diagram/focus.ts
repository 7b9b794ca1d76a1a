// Brings the keyboard to shapes: at once, as soon as a new one or another diagram is drawn, and on to another one when a shape is gone.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Diagram as Drawing } from "@/api/types.gen";
import { useReveal } from "./Canvas";
import { useIsFollowed } from "./chosen";
import { inOrder } from "./walk";

/** By then what is gone is gone from the page. */
const SOON_MS = 50;

export function useFocus(frame: RefObject<HTMLElement | null>, drawing: Drawing, chosen: string | undefined) {
  const reveal = useReveal();
  const first = inOrder(drawing)[0]?.shapeId;
  const [awaited, setAwaited] = useState(useIsFollowed() ? first : undefined);
  const focus = useCallback(
    (id: string) => {
      const node = drawing.nodes.find((each) => each.shapeId === id);
      if (node) reveal(node);
      frame.current?.querySelector<HTMLElement>(`[data-shape="${id}"]`)?.focus({ preventScroll: true });
    },
    [drawing, frame, reveal],
  );
  useEffect(() => {
    if (awaited === undefined || !isIn(drawing, awaited)) return;
    const painted = requestAnimationFrame(() => {
      setAwaited(undefined);
      focus(awaited);
    });
    return () => cancelAnimationFrame(painted);
  }, [drawing, awaited, focus]);

  const last = useRef({ drawing, chosen });
  useEffect(() => {
    const { drawing: before, chosen: was } = last.current;
    last.current = { drawing, chosen: chosen ?? was };
    if (was === undefined || isIn(drawing, was)) return;
    const near = before.edges.find((each) => each.to === was && isIn(drawing, each.from))?.from;
    const next = near ?? first;
    if (next !== undefined) setTimeout(() => document.activeElement === document.body && focus(next), SOON_MS);
  }, [drawing, chosen, first, focus]);

  const goTo = (id: string | undefined) => {
    if (id !== undefined) setAwaited(id);
    else if (chosen !== undefined) setTimeout(() => focus(chosen), 0);
  };
  return { focus, goTo };
}

function isIn(drawing: Drawing, id: string): boolean {
  return drawing.nodes.some((each) => each.shapeId === id);
}
