// Does something with many elements, one request for each. What is done stays done; what is left can be done later.
import { ApiError, isTransient, newKey } from "@/api/client";

export type Status = "done" | { failed: unknown };

/** Sends the request about one element. With the key of an earlier attempt nothing is done twice. */
export type Send<Item> = (item: Item, key: string) => Promise<unknown>;

/** Keys of requests whose answers were lost, by element. */
export type Keys = Map<string, string>;

interface Run<Item> {
  items: readonly Item[];
  send: Send<Item>;
  keys: Keys;
  report: (item: Item, status: Status) => void;
  isStopped: () => boolean;
}

/** Whether the other elements would fail for the same reason: the service is away, or the session has ended. */
const concernsAll = (error: unknown): boolean =>
  isTransient(error) || (error instanceof ApiError && error.status === 401);

/** One element after the other, so that the order is that of the list. Ends early where going on makes no sense. */
export async function runAll<Item extends { id: string }>({ items, send, keys, report, isStopped }: Run<Item>) {
  for (const item of items) {
    if (isStopped()) return;
    const key = keys.get(item.id) ?? newKey();
    keys.set(item.id, key);
    try {
      await send(item, key);
      keys.delete(item.id);
      report(item, "done");
    } catch (error) {
      // A refusal is an answer: the next attempt is another request.
      if (!concernsAll(error)) keys.delete(item.id);
      report(item, { failed: error });
      if (concernsAll(error)) return;
    }
  }
}
