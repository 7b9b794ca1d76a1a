// The steps of this window in each workspace. They stay when the workspace goes, and when the page is loaded again.
import { useMemo, useSyncExternalStore } from "react";
import { usePerson } from "@/app/person";
import { NO_STEPS, type Steps } from "./steps";

const lives = new Map<string, Steps>();
const listeners = new Set<() => void>();

export interface StepStore {
  value: Steps;
  change: (make: (steps: Steps) => Steps) => void;
}

export function useSteps(process: string): StepStore {
  const key = `facetstore-steps ${usePerson().id} ${process}`;
  const value = useSyncExternalStore(subscribe, () => stepsAt(key));
  return useMemo(() => ({ value, change: (make) => keep(key, make(stepsAt(key))) }), [key, value]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stepsAt(key: string): Steps {
  const known = lives.get(key) ?? found(key);
  lives.set(key, known);
  return known;
}

function found(key: string): Steps {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? NO_STEPS;
  } catch {
    return NO_STEPS; // without a storage they stay until the page is loaded again
  }
}

function keep(key: string, steps: Steps): void {
  lives.set(key, steps);
  for (const listener of listeners) listener();
  try {
    sessionStorage.setItem(key, JSON.stringify(steps));
  } catch {
    // as above, or there is no room
  }
}
