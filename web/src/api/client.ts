// What the page makes of refusals: errors with the message of the service, and what to do when the session has ended or when the page
// shows something old. Requests themselves are in requests.ts.
import { Unreachable } from "./retry";
import type { Error as Refusal } from "./types.gen";

/** A request that was refused, with what the service said. */
export class ApiError extends globalThis.Error {
  readonly status: number;
  readonly refusal: Refusal | null;

  constructor(status: number, refusal: Refusal | null) {
    super(refusal?.message ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.refusal = refusal;
  }
}

export { Unreachable };

let signedOut: () => Promise<void> = async () => {};

/** Sets what to do when the session has ended while the page was open; it resolves when the same user has signed in again. */
export function onSignedOut(act: () => Promise<void>): void {
  signedOut = act;
}

/** Waits until the user has signed in again. */
export const signInAgain = (): Promise<void> => signedOut();

/** The service has said that there is no session any more. */
export function endSession(): void {
  void signedOut();
}

/** Whether a write was refused because something is no longer as the user saw it. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 412);

/** Whether it may work once the service is back. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/** Whether a request was refused because it takes more work than one may cause. */
export const isTooCostly = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 400 &&
  (error.refusal?.data ?? []).some(({ code }) => code === TOO_COSTLY);

const TOO_COSTLY = "too-costly";

let overtaken: () => void = () => {};

/** Sets what to do when a write was refused because the page shows something old. */
export function onOvertaken(act: () => void): void {
  overtaken = act;
}

/** Calls what was set by `onOvertaken`. */
export const reportOvertaken = (): void => overtaken();

/** What `Idempotency-Key` takes: a change that is sent again with the same key is made once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
}
