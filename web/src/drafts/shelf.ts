// Drafts in the browser's storage. A key names the storage, the person, the subject and the window, so that no person reads the
// drafts of another, and no window writes over those of another. Whatever the browser refuses, typing goes on.
import { collection, storage } from "@/app/place";

/** What a draft is of: a person and, for example, an element. */
export interface Place {
  person: string;
  subject: string;
}

export interface Kept<T> {
  /** The window that wrote it. */
  owner: string;
  /** When, in milliseconds. */
  at: number;
  value: T;
}

const PREFIX = "facetstore-draft/";
const LONGEST_MS = 30 * 24 * 3600 * 1000;
const MOST = 200;

const prefixOf = ({ person, subject }: Place): string =>
  `${PREFIX}${[collection, storage, person, subject].map(encodeURIComponent).join("/")}/`;

/** Stores a draft. False if the browser does not: it has no storage, or no room in it. */
export function put<T>(place: Place, { owner, at, value }: Kept<T>): boolean {
  const write = () => localStorage.setItem(prefixOf(place) + owner, JSON.stringify({ at, value }));
  try {
    write();
    return true;
  } catch {
    try {
      sweep();
      write();
      return true;
    } catch {
      return false;
    }
  }
}

export function drop(place: Place, owner: string): void {
  try {
    localStorage.removeItem(prefixOf(place) + owner);
  } catch {
    // Without a storage there is nothing to remove.
  }
}

/** The drafts of a place by all windows, the newest first. */
export function find<T>(place: Place): Kept<T>[] {
  const prefix = prefixOf(place);
  return entries(prefix)
    .flatMap(({ key, at, value }) => (isOld(at) ? [] : [{ owner: key.slice(prefix.length), at, value: value as T }]))
    .sort((one, other) => other.at - one.at);
}

/** Removes drafts that are too old or cannot be read, and the oldest of too many. */
export function sweep(): void {
  const found = entries(PREFIX);
  const young = found.filter(({ at }) => !isOld(at)).sort((one, other) => other.at - one.at);
  const stays = new Set(young.slice(0, MOST).map(({ key }) => key));
  for (const { key } of found) if (!stays.has(key)) localStorage.removeItem(key);
}

const isOld = (at: number): boolean => !(Date.now() - at < LONGEST_MS);

function entries(prefix: string): { key: string; at: number; value: unknown }[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ key, ...parsed(localStorage.getItem(key) ?? "") }));
  } catch {
    return [];
  }
}

function parsed(text: string): { at: number; value: unknown } {
  try {
    const { at, value } = JSON.parse(text);
    return { at: typeof at === "number" ? at : 0, value };
  } catch {
    return { at: 0, value: null };
  }
}
