// The way of a version through its lifecycle, out of its history and its tasks.
import type { Actor, Element, HistoryEntry, MethodRoles, Task, TypeState } from "@/api/types.gen";

export type Mark = "done" | "current" | "skipped" | "open";

export interface Stop {
  state: string;
  mark: Mark;
  /** When and by whom the version came here. */
  at?: string;
  by?: string;
  actor?: Actor;
  /** What was and is to be decided here, the last time. */
  tasks: Task[];
}

export interface Return {
  by: string;
  actor?: Actor;
  at: string;
  reason: string;
}

interface Move {
  from: string;
  to: string;
  entry: HistoryEntry;
}

/** Every state of the lifecycle in order, with what is known of it. */
export function journey(
  known: TypeState[],
  roles: MethodRoles,
  element: Element,
  history: HistoryEntry[],
  tasks: Task[],
): Stop[] {
  const states = known.map((each) => each.key);
  const own = history.filter((each) => each.versionId === element.versionId);
  const moves = movesOf(own);
  const now = states.indexOf(element.state ?? "");
  const arrivals = arrivalsOf(known, roles, element, own, moves);
  return states.map((state, place) => ({
    state,
    mark: markOf(place, now, arrivals.has(state) || moves.length === 0),
    ...(place <= now ? arrivals.get(state) : undefined),
    tasks: place <= now ? lastOf(tasks.filter((each) => placeOf(each, element, moves) === state)) : [],
  }));
}

/** Who sent the version back to its current state, and why; null if it was not sent back. */
export function returned(states: string[], element: Element, history: HistoryEntry[]): Return | null {
  const last = movesOf(history.filter((each) => each.versionId === element.versionId))[0];
  if (last === undefined || last.to !== element.state || states.indexOf(last.from) < states.indexOf(last.to))
    return null;
  const reason = last.entry.told?.reason ?? last.entry.reason ?? "";
  return { by: last.entry.by ?? "", actor: last.entry.actor, at: last.entry.at, reason };
}

function markOf(place: number, now: number, isVisited: boolean): Mark {
  if (place === now) return "current";
  if (place > now) return "open";
  return isVisited ? "done" : "skipped";
}

/** The moves from state to state, the last one first. */
function movesOf(history: HistoryEntry[]): Move[] {
  return history.flatMap((entry) => {
    const state = entry.difference?.state;
    return state?.from && state.to ? [{ from: state.from, to: state.to, entry }] : [];
  });
}

type Arrivals = Map<string, { at?: string; by?: string; actor?: Actor }>;

/** When and by whom a version last came to each state. Imported versions only have the times of creation and release. */
function arrivalsOf(
  states: TypeState[],
  roles: MethodRoles,
  element: Element,
  history: HistoryEntry[],
  moves: Move[],
): Arrivals {
  const found: Arrivals = new Map();
  const made = history.at(-1);
  const attribute = (name: string) => element.attributes?.[name]?.[127] as string | undefined;
  const person = (name: string) => element.related?.[name]?.[0]?.id;
  const first = states[0]?.key;
  const released = states.find((each) => each.isReleased)?.key;
  const releasedOn = attribute(roles.releasedOn);
  if (first !== undefined)
    found.set(first, {
      at: attribute(roles.createdOn) ?? made?.at,
      by: made?.by ?? person(roles.createdBy),
      actor: made?.actor,
    });
  if (releasedOn !== undefined && released !== undefined)
    found.set(released, { at: releasedOn, by: person(roles.releasedBy) });
  for (const { to, entry } of [...moves].reverse()) found.set(to, { at: entry.at, by: entry.by, actor: entry.actor });
  return found;
}

/** The state in which a task is decided: where the step that opened it led, or where the version stayed. */
function placeOf(task: Task, element: Element, moves: Move[]): string | undefined {
  const opened = moves.find((each) => each.entry.kind === `release.${task.transitionId}`);
  if (opened !== undefined) return opened.to;
  return task.state === "open" ? element.state : undefined;
}

/** Those that were opened together last: earlier ones ended with what was sent back. */
function lastOf(tasks: Task[]): Task[] {
  const last = tasks
    .map((each) => each.openedOn)
    .sort()
    .at(-1);
  return tasks.filter((each) => each.openedOn === last);
}
