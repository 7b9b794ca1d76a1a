// The session is one for all windows of a browser: each says when it begins or ends, and the others follow.
import { basepath } from "./place";

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`facetstore-session ${basepath}`);

/** Says who is signed in now: the id of a person, or null after signing out. */
export function announce(person: string | null): void {
  channel?.postMessage(person);
}

/** Calls `hear` when another window says who is signed in. */
export function onAnnounced(hear: (person: string | null) => void): () => void {
  const listen = ({ data }: MessageEvent<string | null>) => hear(data);
  channel?.addEventListener("message", listen);
  return () => channel?.removeEventListener("message", listen);
}

const ERRAND = "signed-in";

/** Whether this window was opened to sign in for another one, at a provider that allows no other way. */
export const isErrand = new URLSearchParams(location.search).has(ERRAND);

/** Where a provider leads back to in such a window. */
export const errandAddress = `${basepath}/?${ERRAND}=`;

/** Starts from scratch: nothing of the last person stays in the memory of this window. */
export function startAgain(): void {
  location.replace(`${basepath}/`);
}
