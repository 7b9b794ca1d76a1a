// What is chosen in a diagram, and what is shown at its shapes, apart from all else: a change of it draws the shapes and connections that it touches, and no others.
import { useLayoutEffect, useState } from "react";
import type { Marks } from "./overlays";

export interface LookedAt extends Marks {
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
export function useLookedAtStore(now: LookedAt): LookedAtStore {
  const [store] = useState(() => new LookedAtStore(now));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object is another one each time, what is in it is not
  useLayoutEffect(() => store.set(now), [store, ...Object.values(now)]);
  return store;
}
