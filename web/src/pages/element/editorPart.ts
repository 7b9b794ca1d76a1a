// The editor of formatted texts is a large part of the page. It is loaded ahead where there is something to edit, as soon as the
// browser has nothing else to do, so that users seldom wait for it.
import { useEffect, useState } from "react";
import { chunk, PartMissing } from "@/app/chunk";

type Part = typeof import("./HtmlField");

/** For browsers that do not say when they have nothing to do. */
const SOON_MS = 1500;

let loaded: Part | undefined;

async function load(): Promise<Part> {
  loaded = await import("./HtmlField");
  return loaded;
}

/** The page is not reloaded by itself: the user may be typing into the plain field, and decides when. */
const missing = () => Promise.reject(new PartMissing());

interface Loading {
  part?: Part;
  /** Whether it cannot be loaded before the page is loaded again. */
  isMissing: boolean;
}

/** The editor, once it is there. */
export function useEditorPart(): Loading {
  const [part, setPart] = useState(loaded);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    if (part) return;
    let isWanted = true;
    chunk(load, missing).then(
      (found) => isWanted && setPart(found),
      () => isWanted && setIsMissing(true),
    );
    return () => {
      isWanted = false;
    };
  }, [part]);
  return { part, isMissing };
}

/** Loads the editor ahead. If that fails, it is loaded when it is needed. */
export function useEditorAhead(): void {
  useEffect(() => {
    if (loaded || !navigator.onLine) return;
    const begin = () => void load().catch(() => undefined);
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(begin, SOON_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(begin);
    return () => cancelIdleCallback(request);
  }, []);
}
