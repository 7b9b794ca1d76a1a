// Loading a part of the page. After an upgrade of the service the parts of the page before it are gone: the page is reloaded.
import { missed, onBack } from "@/api/connection";
import { basepath } from "./place";

const RELOADED = "facetstore:reloaded";
/** A page that was reloaded less than this ago is not loaded again by itself: it would go on for ever. */
const ONCE_IN_MS = 60_000;
const LIMIT_MS = 10_000;

/** A part of the page could not be loaded, although the service answers. Reloading the page may help. */
export class PartMissing extends Error {}

/** The part; without a connection, once that is back. Where the part is gone, the page is reloaded, once, or what `gone` does. */
export async function chunk<T>(load: () => Promise<T>, gone: () => Promise<never> = reloadOnce): Promise<T> {
  // Browsers remember that a part could not be loaded until the page is reloaded: not to try is better than to fail.
  if (!navigator.onLine) await untilBack();
  try {
    return await load();
  } catch {
    if (await isServed()) return await gone();
    await untilBack();
    return await chunk(load, gone);
  }
}

function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    const forget = onBack(() => {
      forget();
      resolve();
    });
    missed(); // from now on it is asked again and again whether the service answers
  });
}

/** Whether the page itself is there. Without it, to reload it would leave nothing. */
async function isServed(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    return (await fetch(`${basepath}/`, { method: "GET", cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

function reloadOnce(): Promise<never> {
  if (!mayReload(Date.now())) throw new PartMissing();
  location.reload();
  return new Promise(() => {}); // until the page is gone
}

function mayReload(now: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (now - last < ONCE_IN_MS) return false;
    sessionStorage.setItem(RELOADED, String(now));
    return true;
  } catch {
    return false; // without this note it could go on for ever
  }
}
