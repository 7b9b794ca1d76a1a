// The editor of formatted texts is a large part of the page. It is loaded ahead where a user stays with something to edit,
// as soon as the browser has nothing else to do, so that users seldom wait for it.
import { useEffect, useState } from "react";
import { chunk, PartMissing } from "@/app/chunk";

type Part = typeof import("./HtmlField");

/** Who goes on to the next page within this time edits nothing, and should not share the processor with the editor. */
const STAY_MS = 1500;

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
    if (loaded) return;
    const begin = () => void (navigator.onLine && load().catch(() => undefined));
    const timer = setTimeout(() => ("requestIdleCallback" in window ? requestIdleCallback(begin) : begin()), STAY_MS);
    return () => clearTimeout(timer);
  }, []);
}
