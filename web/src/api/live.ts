// The stream of what changes in the storage. A hidden window closes it, and goes on where it was when it is shown again.
import { addressOf } from "./requests";
import type { LiveChanges } from "./types.gen";

/** Browsers open few connections to one service, and a stream holds one. Further windows wait, and ask now and then. */
const STREAMS = 3;
const AGAIN_MS = 15_000;

interface Following {
  /** Behind what to go on. */
  after: () => string;
  /** The name of this window, for which the stream says who else is where that is. */
  window: string;
  take: (news: LiveChanges) => void;
  /** Whether news come by themselves now. */
  open: (isOpen: boolean) => void;
}

/** Follows what changes until it is ended. Without locks, windows could take all connections: then nothing is followed. */
export function follow(following: Following): () => void {
  const ended = new AbortController();
  const name = `facetstore-live-${Math.floor(Math.random() * STREAMS)}`;
  navigator.locks?.request(name, { signal: ended.signal }, () => holdStream(following, ended.signal)).catch(() => {}); // it was ended while it waited
  return () => ended.abort();
}

/** Keeps a stream open while the window is seen. Resolves at the end. */
function holdStream(following: Following, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let stream: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(timer);
      stream?.close();
      stream = undefined;
      following.open(false);
    };
    const open = () => {
      close();
      if (document.hidden || signal.aborted) return;
      stream = new EventSource(
        addressOf("get", "/rest/live", { query: { after: following.after(), window: following.window } }),
      );
      stream.onmessage = ({ data }) => {
        following.open(true);
        following.take(JSON.parse(data) as LiveChanges);
      };
      // A stream that is cut off opens again by itself. One that was refused does not.
      stream.onerror = ({ target }) => {
        following.open(false);
        if ((target as EventSource).readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
      };
    };
    document.addEventListener("visibilitychange", open);
    signal.addEventListener("abort", () => {
      document.removeEventListener("visibilitychange", open);
      close();
      resolve();
    });
    open();
  });
}
