// Whether the service answers. Requests report what they notice; while there is no answer, one probe asks again and again.
import { useSyncExternalStore } from "react";
import { api } from "@/app/place";
import { delayOf, isAway } from "./retry";

/** `silent`: the network is there, as far as the browser knows, but the service does not answer. */
export type Connection = "ok" | "offline" | "silent";

const PROBE_LIMIT_MS = 10_000;

let state: Connection = "ok";
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const backs = new Set<() => void>();

export const connection = (): Connection => state;

/** An answer has come, whatever it says. */
export function heard(): void {
  if (state === "ok") return;
  clearTimeout(timer);
  tries = 0;
  set("ok");
  for (const act of [...backs]) act();
}

/** No answer has come. */
export function missed(): void {
  const begins = state === "ok";
  set(navigator.onLine === false ? "offline" : "silent");
  if (begins) probeLater();
}

/** Calls back each time that the service answers again. Returns how to end that. */
export function onBack(act: () => void): () => void {
  backs.add(act);
  return () => backs.delete(act);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connection);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: Connection): void {
  if (next === state) return;
  state = next;
  for (const listener of [...listeners]) listener();
}

function probeLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void probe(), delayOf(tries, null));
  tries += 1;
}

/** The session is what anyone may ask for. */
async function probe(): Promise<void> {
  clearTimeout(timer);
  try {
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
    const { status } = await fetch(`${api}rest/session`, { cache: "no-store", signal });
    if (isAway(status)) throw new Error();
    heard();
  } catch {
    set(navigator.onLine === false ? "offline" : "silent");
    probeLater();
  }
}

/** Browsers know of cables and masts, not of the service: what they say is a reason to ask. */
export function watchNetwork(): void {
  addEventListener("offline", () => void probe());
  addEventListener("online", () => {
    if (state !== "ok") void probe();
  });
}
