// Uploads that wait, run or failed, by element. They go on while other parts of the page are looked at.
import { useSyncExternalStore } from "react";
import { isTransient, newKey } from "@/api/client";
import { onBack } from "@/api/connection";
import type { File as ElementFile } from "@/api/types.gen";
import { type Upload, upload } from "@/api/upload";

export interface Sending {
  key: number;
  /** Of the version that gets the file. */
  version: string;
  name: string;
  /** From 0 to 1; null while others are before it. */
  part: number | null;
  error?: unknown;
}

interface Job {
  facet: string;
  file: File;
  /** Of all its tries. */
  key: string;
  resolve: (added: ElementFile | null) => void;
  running?: Upload;
}

let list: readonly Sending[] = [];
const jobs = new Map<number, Job>();
const listeners = new Set<() => void>();
let made = 0;
let isBusy = false;

function set(next: readonly Sending[]): void {
  list = next;
  for (const listener of listeners) listener();
  // Closing the window would end what is on its way.
  const isWaiting = list.some((each) => each.error === undefined);
  (isWaiting ? addEventListener : removeEventListener)("beforeunload", warn);
}

const warn = (event: Event): void => event.preventDefault();
const change = (key: number, changed: Partial<Sending>): void =>
  set(list.map((each) => (each.key === key ? { ...each, ...changed } : each)));

export function useSendings(version: string): readonly Sending[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => list,
  );
  return all.filter((each) => each.version === version);
}

/** Uploads a file to a version, after those that wait already. Resolves to null where it was cancelled or given up. */
export function send(facet: string, version: string, file: File): Promise<ElementFile | null> {
  made += 1;
  const key = made;
  return new Promise((resolve) => {
    jobs.set(key, { facet, file, key: newKey(), resolve });
    set([...list, { key, version, name: nameOf(file), part: null }]);
    void work();
  });
}

/** One at a time: each is a change of the same version. */
async function work(): Promise<void> {
  const next = list.find((each) => each.part === null && each.error === undefined);
  if (isBusy || next === undefined) return;
  isBusy = true;
  await run(next);
  isBusy = false;
  void work();
}

async function run({ key, version, name }: Sending): Promise<void> {
  const job = jobs.get(key);
  if (job === undefined) return;
  change(key, { part: 0 });
  job.running = upload({ ...job, version, name }, (part) => change(key, { part }));
  try {
    const added = await job.running.done;
    finish(key, added);
  } catch (error) {
    if (error instanceof DOMException) finish(key, null);
    else change(key, { error });
    if (isTransient(error)) againWhenBack(key);
  }
}

/** With the same key: what arrived after all is not added twice. */
function againWhenBack(key: number): void {
  const forget = onBack(() => {
    forget();
    if (list.some((each) => each.key === key && each.error !== undefined)) again(key);
  });
}

function finish(key: number, added: ElementFile | null): void {
  jobs.get(key)?.resolve(added);
  jobs.delete(key);
  set(list.filter((each) => each.key !== key));
}

export function again(key: number): void {
  change(key, { part: null, error: undefined });
  void work();
}

/** Ends an upload, or takes one away that waits or failed. */
export function cancel(key: number): void {
  const sending = list.find((each) => each.key === key);
  const running = sending?.error === undefined ? jobs.get(key)?.running : undefined;
  if (running === undefined) finish(key, null);
  else running.cancel();
}

const ENDINGS: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** Pictures from the clipboard are all called the same: they are named after the moment. */
function nameOf(file: File): string {
  if (file.name !== "" && !/^image\.\w+$/.test(file.name)) return file.name;
  const moment = new Date().toISOString().slice(0, 19).replace("T", " ").replaceAll(":", "-");
  return `${moment}.${ENDINGS[file.type] ?? "bin"}`;
}
