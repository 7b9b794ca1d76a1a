// What is chosen in a diagram, and what is shown at its shapes, apart from all else: a change of it draws the shapes and connections that it touches, and no others.
import { useLayoutEffect, useState } from "react";
import type { Marks } from "./overlays";

export interface Shown extends Marks {
  /** Not while a draft is shown. Its first letter draws only the shapes that the user is at. */
  isEditable: boolean;
  chosen: string | undefined;
  /** Where the tabulator key comes in. */
  entry: string | undefined;
  renaming: string | undefined;
  /** The shapes that are chosen together. */
  together: ReadonlySet<string>;
  /** The connection that is chosen. */
  flow: string | undefined;
}

export interface LookedAt extends Shown {
  /** The shape that the pointer is at. */
  hovered?: string;
}

export class LookedAtStore {
  private readonly listeners = new Set<() => void>();
  private now: LookedAt;
  constructor(shown: Shown) {
    this.now = shown;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly get = (): LookedAt => this.now;

  set(shown: Shown): void {
    this.change({ ...shown, hovered: this.now.hovered });
  }

  hover(hovered: string | undefined): void {
    if (hovered !== this.now.hovered) this.change({ ...this.now, hovered });
  }

  private change(now: LookedAt): void {
    this.now = now;
    for (const each of this.listeners) each();
  }
}

/** The store of a diagram, which says what is looked at now. */
export function useLookedAtStore(now: Shown): LookedAtStore {
  const [store] = useState(() => new LookedAtStore(now));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object is another one each time, what is in it is not
  useLayoutEffect(() => store.set(now), [store, ...Object.values(now)]);
  return store;
}
