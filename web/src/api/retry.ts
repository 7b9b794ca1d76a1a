// When a request is sent again: after how long, and for how long at most.

const FIRST_MS = 400;
const LONGEST_MS = 8_000;
/** How much later than asked for: not everyone at the same moment. */
const SPREAD = 0.25;

/** The service, or what stands before it, is not there now. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** What is refused now may be accepted in a moment. */
export const isPassing = (status: number): boolean => status === 429 || isAway(status);

/** The service could not be reached, or did not answer in time. */
export class Unreachable extends Error {}

/** Milliseconds before the next try: what `Retry-After` asks for and a little more, or else longer each time. */
export function delayOf(tries: number, retryAfter: string | null, random = Math.random(), now = Date.now()): number {
  const asked = millisecondsOf(retryAfter, now);
  if (asked !== null) return asked * (1 + SPREAD * random);
  return Math.min(FIRST_MS * 2 ** tries, LONGEST_MS) * (0.5 + 0.5 * random);
}

/** `Retry-After` is a number of seconds or a date. */
function millisecondsOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null || retryAfter.trim() === "") return null;
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(wait, 0);
}

export interface Effort {
  /** Milliseconds from the first try, after which there is no other. */
  patience: number;
  /** Whether it may be sent again at all: reads, and writes that are made once however often they come. */
  repeatable: boolean;
  signal?: AbortSignal;
  /** Waits; `isLost`: there was no answer at all, so it may end early when the service is back. */
  wait: (milliseconds: number, isLost: boolean, signal?: AbortSignal) => Promise<void>;
  now?: () => number;
}

/** Sends until there is an answer that will not be another one in a moment, or patience is at its end. */
export async function persist(send: () => Promise<Response>, effort: Effort): Promise<Response> {
  const { patience, repeatable, signal, wait, now = Date.now } = effort;
  const end = now() + patience;
  for (let tries = 0; ; tries += 1) {
    const outcome = await attempt(send);
    if (outcome instanceof Response && !isPassing(outcome.status)) return outcome;
    const retryAfter = outcome instanceof Response ? outcome.headers.get("Retry-After") : null;
    const delay = delayOf(tries, retryAfter);
    if (!repeatable || now() + delay > end) {
      if (outcome instanceof Response) return outcome;
      throw outcome;
    }
    await wait(delay, !(outcome instanceof Response), signal);
    signal?.throwIfAborted();
  }
}

async function attempt(send: () => Promise<Response>): Promise<Response | Unreachable> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Unreachable) return error;
    throw error;
  }
}
