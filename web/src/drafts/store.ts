// Drafts live here, outside of the component tree: what is shown may come and go, what was typed stays.
import { drop, find, type Kept, type Place, put, sweep } from "./shelf";
import { lastWindow, openWindows, thisWindow } from "./windows";

export interface Live<T> {
  value: T | null;
  at: number;
  /** When the draft was left behind; null if it was begun here, or the user has seen the notice. */
  restoredAt: number | null;
  /** Whether the browser keeps it. */
  isKept: boolean;
  /** Drafts of the same, left behind by other windows. */
  others: Kept<T>[];
}

const NONE: Live<never> = { value: null, at: 0, restoredAt: null, isKept: true, others: [] };

const lives = new Map<string, Live<unknown>>();
const listeners = new Set<() => void>();
const nameOf = ({ person, subject }: Place) => `${person} ${subject}`;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function live<T>(place: Place): Live<T> {
  return (lives.get(nameOf(place)) as Live<T> | undefined) ?? NONE;
}

function change<T>(place: Place, changed: Partial<Live<T>>): void {
  lives.set(nameOf(place), { ...live<T>(place), ...changed });
  for (const listener of listeners) listener();
}

/** Sets the draft of this window; null: there is none any more. */
export function set<T>(place: Place, value: T | null): void {
  const at = Date.now();
  if (value === null) {
    drop(place, thisWindow);
    change<T>(place, { value: null, restoredAt: null, isKept: true });
  } else {
    change<T>(place, { value, at, isKept: put(place, { owner: thisWindow, at, value }) });
  }
}

/** Finds what was left behind. What this tab showed before a reload is there at once; the others once the open windows are known. */
export async function restore<T>(place: Place): Promise<void> {
  const own = live<T>(place);
  if (own.value !== null) change<T>(place, { restoredAt: own.at });
  const found = find<T>(place).filter(({ owner }) => owner !== thisWindow);
  const last = found.find(({ owner }) => owner === lastWindow);
  if (last && own.value === null) adopt(place, last);
  const rest = found.filter((each) => each !== last);
  if (rest.length === 0) return;
  const open = await openWindows();
  const left = find<T>(place).filter(({ owner }) => owner !== thisWindow && !open.has(owner));
  const [newest, ...older] = left;
  if (newest && live(place).value === null) {
    adopt(place, newest);
    change<T>(place, { others: older });
  } else change<T>(place, { others: left });
}

/** Makes a draft that was left behind that of this window. The one of this window, if any, is left behind instead. */
export function adopt<T>(place: Place, kept: Kept<T>): void {
  const before = live<T>(place);
  const others = before.others.filter(({ owner }) => owner !== kept.owner);
  if (before.value !== null) {
    // The slot of the other one is free now, so that the two change places.
    const left = { owner: kept.owner, at: before.at, value: before.value };
    put(place, left);
    others.push(left);
  } else drop(place, kept.owner);
  const isKept = put(place, { ...kept, owner: thisWindow });
  change<T>(place, { value: kept.value, at: kept.at, restoredAt: kept.at, isKept, others });
}

/** Throws a draft away that was left behind. */
export function dismiss<T>(place: Place, kept: Kept<T>): void {
  drop(place, kept.owner);
  change<T>(place, { others: live<T>(place).others.filter(({ owner }) => owner !== kept.owner) });
}

/** The user has read the notice. */
export function acknowledge(place: Place): void {
  change(place, { restoredAt: null });
}

try {
  sweep();
} catch {
  // Without a storage there is nothing to sweep.
}
