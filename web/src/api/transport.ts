// How requests travel: each try has its time, and what fails for a moment is sent again.
import { heard, missed, onBack } from "./connection";
import { isAway, persist, Unreachable } from "./retry";

const READ_MS = 30_000;
/** A large change takes longer than a read. */
const WRITE_MS = 120_000;
/** How long to go on trying. What failed after all is asked for again when the service is back. */
const PATIENCE_MS = { read: 30_000, write: 60_000 };

/** `fetch` with patience. Throws Unreachable where no answer comes. */
export async function transmit(request: Request): Promise<Response> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const limit = isRead ? READ_MS : WRITE_MS;
  return await persist(() => once(request, limit), {
    patience: isRead ? PATIENCE_MS.read : PATIENCE_MS.write,
    repeatable: isRead || request.headers.has("Idempotency-Key"),
    signal: request.signal,
    wait: pause,
  });
}

/** The same without patience, for what takes the service long and would take as long again. Throws Unreachable. */
export const transmitOnce = (request: Request): Promise<Response> => once(request, WRITE_MS);

async function once(request: Request, limit: number): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limit)]);
  try {
    // A copy: a body can be sent once.
    const response = await fetch(request.clone(), { signal });
    // All of it now: an answer that breaks off is no answer.
    const body = await response.arrayBuffer();
    (isAway(response.status) ? missed : heard)();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
  } catch {
    // The page no longer wants it: that is no failure.
    request.signal.throwIfAborted();
    missed();
    throw new Unreachable();
  }
}

/** Waits; if `isLost`, not much longer than until the service is back. A part of the time is always waited: it may go away again. */
function pause(milliseconds: number, isLost: boolean, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const began = Date.now();
    let timer = setTimeout(done, milliseconds);
    const forget = onBack(() => {
      clearTimeout(timer);
      timer = setTimeout(done, isLost ? began + milliseconds / 4 - Date.now() : began + milliseconds - Date.now());
    });
    signal?.addEventListener("abort", done);
    function done(): void {
      clearTimeout(timer);
      forget();
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
}
