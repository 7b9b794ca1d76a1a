// A draft as a form uses it.
import { useEffect, useState, useSyncExternalStore } from "react";
import { usePerson } from "@/app/person";
import type { Kept } from "./shelf";
import * as store from "./store";

export interface KeptDraft<T> extends store.Live<T> {
  /** The draft now, also where a component was rendered before it changed. */
  now: () => T | null;
  set: (value: T | null) => void;
  adopt: (other: Kept<T>) => void;
  dismiss: (other: Kept<T>) => void;
  acknowledge: () => void;
}

/** The draft of a subject by the signed-in person. It stays when the form goes, until it is set to null. */
export function useKept<T>(subject: string): KeptDraft<T> {
  const person = usePerson().id;
  const [place] = useState({ person, subject });
  // What this tab showed before a reload is there at the first look, not a moment later.
  useState(() => void store.restore<T>(place));
  const live = useSyncExternalStore(store.subscribe, () => store.live<T>(place));
  useWarning(!live.isKept && live.value !== null);
  return {
    ...live,
    now: () => store.live<T>(place).value,
    set: (value) => store.set(place, value),
    adopt: (other) => store.adopt(place, other),
    dismiss: (other) => store.dismiss(place, other),
    acknowledge: () => store.acknowledge(place),
  };
}

/** Lets the browser ask before the window closes, where it could not keep what was typed. */
function useWarning(isLoose: boolean): void {
  useEffect(() => {
    if (!isLoose) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isLoose]);
}
