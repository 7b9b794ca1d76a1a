import { createContext, useContext, useSyncExternalStore } from "react";
import type { DiagramNode } from "@/api/types.gen";
import type { LookedAt, LookedAtStore } from "./looked-at";

/** What shapes need from the diagram they stand in. */
export interface Surroundings {
  lookedAt: LookedAtStore;
  isDown: boolean;
  /** The keyboard is there. */
  choose(id: string): void;
  /** This one alone. */
  chooseAlone(id: string): void;
  /** With those that are chosen, or no longer. */
  toggle(id: string): void;
  open(node: DiagramNode): void;
  facetOf(node: DiagramNode): string;
  /** Behind the chosen shape, of this type; without one, of that which was added last. */
  append(type?: string): void;
  /** The types of what may be added. */
  kinds(): readonly string[];
  startRename(id: string): void;
  rename(id: string, name: string | null): void;
}

export const Around = createContext<Surroundings | null>(null);

export function useAround(): Surroundings {
  const around = useContext(Around);
  if (around === null) throw new Error("A shape stands in a diagram.");
  return around;
}

/** What a part of the diagram needs to know of what is looked at. */
export function useLookedAt<T extends string | number | boolean | undefined>(select: (now: LookedAt) => T): T {
  const store = useAround().lookedAt;
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
