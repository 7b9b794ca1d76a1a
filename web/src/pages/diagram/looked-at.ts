// What is chosen in a diagram, apart from all else: a choice draws the shapes and connections that it touches, and no others.
import { useLayoutEffect, useState } from "react";

export interface LookedAt {
  chosen: string | undefined;
  /** Where the tabulator key comes in. */
  entry: string | undefined;
  renaming: string | undefined;
  /** The shapes that are chosen together. */
  together: ReadonlySet<string>;
  /** The connection that is chosen. */
  flow: string | undefined;
}

export class LookedAtStore {
  private readonly listeners = new Set<() => void>();
  constructor(private now: LookedAt) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly get = (): LookedAt => this.now;

  set(now: LookedAt): void {
    this.now = now;
    for (const each of this.listeners) each();
  }
}

/** The store of a diagram, which says what is looked at now. */
export function useLookedAtStore({ chosen, entry, renaming, together, flow }: LookedAt): LookedAtStore {
  const [store] = useState(() => new LookedAtStore({ chosen, entry, renaming, together, flow }));
  useLayoutEffect(
    () => store.set({ chosen, entry, renaming, together, flow }),
    [store, chosen, entry, renaming, together, flow],
  );
  return store;
}
