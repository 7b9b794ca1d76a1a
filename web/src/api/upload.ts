// Uploads: by XMLHttpRequest, which says how far a body has come. `fetch` does not.
import { ApiError, endSession, Unreachable } from "./client";
import { heard, missed } from "./connection";
import { addressOf, ELEMENT, elementAt } from "./requests";
import type { File as ElementFile, Files, Error as Refusal } from "./types.gen";

/** An upload may take as long as it likes, as long as something moves. The answer comes when all of it is stored. */
const STALLED_MS = 60_000;

export interface Upload<T = ElementFile> {
  /** What the answer holds: the file as it was added. Rejects with what went wrong. */
  done: Promise<T>;
  cancel: () => void;
}

const FILES = `${ELEMENT}/files` as const;

/** The path of one file of an element or version. */
export const FILE = `${FILES}/{fileId}` as const;
export const fileAt = (facet: string, id: string, fileId: string) => ({ ...elementAt(facet, "detail", id), fileId });

/** Where the browser gets it. */
export const fileAddress = (facet: string, id: string, file: string): string =>
  addressOf("get", FILE, { path: fileAt(facet, id, file) });

export interface Sent {
  facet: string;
  /** Of the version that gets the file. */
  version: string;
  file: File;
  name: string;
  /** The same whenever it is tried again, so that a file whose answer was lost is added once. */
  key: string;
}

export function upload({ facet, version, file, name, key }: Sent, progress: (part: number) => void): Upload {
  const address = addressOf("post", FILES, { path: elementAt(facet, "detail", version), query: { name } });
  return sendFile(address, file, key, (body) => (body as Files | null)?.values[0], progress);
}

/** Sends the content of a file. `read` finds in the answer what is wanted; `match` is the ETag of what the user saw. */
export function sendFile<T>(
  address: string,
  file: File,
  key: string,
  read: (body: unknown) => T | undefined,
  progress: (part: number) => void,
  match: string | null = null,
): Upload<T> {
  const request = new XMLHttpRequest();
  const done = new Promise<T>((resolve, reject) => {
    const fail = (): void => {
      missed();
      reject(new Unreachable());
    };
    const stall = (): void => {
      fail();
      request.abort();
    };
    let timer = setTimeout(stall, STALLED_MS);
    const moved = (): void => {
      clearTimeout(timer);
      timer = setTimeout(stall, STALLED_MS);
    };
    request.open("POST", address);
    request.setRequestHeader("Idempotency-Key", key);
    if (match !== null) request.setRequestHeader("If-Match", match);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => {
      moved();
      progress(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => {
      heard();
      // A refusal has nothing to read.
      const added = request.status === 200 ? read(request.response) : undefined;
      if (added !== undefined) resolve(added);
      else reject(new ApiError(request.status, request.response as Refusal | null));
      if (request.status === 401) endSession();
    };
    request.onerror = fail;
    request.onabort = () => reject(new DOMException("", "AbortError"));
    request.send(file);
  });
  return { done, cancel: () => request.abort() };
}
