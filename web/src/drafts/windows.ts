// Which windows of this browser are open. A draft of an open window belongs to that window; one that was left behind by a reload,
// a crash or a closed browser belongs to the next window that shows the same form.
import { newKey } from "@/api/client";

const PREFIX = "facetstore-window/";
const CHANNEL = "facetstore-windows";
const LAST = "facetstore-window";
const WAIT_MS = 250;

type Message = { kind: "who" | "here"; window: string };

export const thisWindow = newKey();

/** What was shown in this tab before a reload. */
export const lastWindow = takeTurn();

// The browser releases the lock of a window that is gone, however it went. It has no locks where a page is not secure, that is by
// plain HTTP from another machine: there the windows ask each other.
const locks = typeof navigator === "undefined" ? undefined : navigator.locks;
const channel = locks || typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);

void locks?.request(PREFIX + thisWindow, () => new Promise(() => {}));

channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (data.kind === "who") channel.postMessage({ kind: "here", window: thisWindow });
});

/** The other windows that are open now. */
export async function openWindows(): Promise<Set<string>> {
  if (!locks) return askedWindows();
  const { held = [] } = await locks.query();
  return new Set(held.map(({ name = "" }) => name.replace(PREFIX, "")));
}

/** Those that answer in time. A window that answers too late loses nothing: its draft is copied, not taken. */
async function askedWindows(): Promise<Set<string>> {
  const found = new Set<string>();
  const hear = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "here") found.add(data.window);
  };
  channel?.addEventListener("message", hear);
  channel?.postMessage({ kind: "who", window: thisWindow });
  await new Promise((done) => setTimeout(done, WAIT_MS));
  channel?.removeEventListener("message", hear);
  return found;
}

function takeTurn(): string | null {
  try {
    const last = sessionStorage.getItem(LAST);
    sessionStorage.setItem(LAST, thisWindow);
    return last;
  } catch {
    return null;
  }
}
