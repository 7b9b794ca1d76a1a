// What the page remembers for this user, and what all users share: filters, favourites, columns and the like. It is stored by the
// service (decision 0075). The answer to a write is put into the cache, so that nothing has to be read again.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { read, write } from "./requests";
import type { Preference } from "./types.gen";

export type PreferenceKind = Preference["kind"];

export interface Address {
  kind: PreferenceKind;
  key: string;
  shared?: boolean;
}

const KEY = ["data", "preferences"];

export const preferences = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await read("/rest/preferences")).values,
});

export function usePreferences(kind: PreferenceKind): Preference[] {
  return (useQuery(preferences).data ?? []).filter((each) => each.kind === kind);
}

const isAt = ({ kind, key, shared = false }: Address, each: Preference) =>
  each.kind === kind && each.key === key && each.shared === shared;

const PREFERENCE = "/rest/preferences/{kind}/{key}";
const given = ({ kind, key, shared }: Address) => ({
  path: { kind, key },
  query: { shared: shared || undefined },
  match: null,
});

let last: Promise<unknown> = Promise.resolve();

/** One write after the other: of two that are sent at once, the older one might be stored last. */
function inOrder<T>(write: () => Promise<T>): Promise<T> {
  const next = last.then(write);
  last = next.catch(() => undefined);
  return next;
}

/** Stores and deletes preferences. Both may be repeated. */
export function useRemember() {
  const client = useQueryClient();
  const update = async (change: (before: Preference[]) => Preference[]) => {
    // An answer that is on its way may be older than this change.
    await client.cancelQueries({ queryKey: KEY });
    if (client.getQueryData(KEY) === undefined) await client.invalidateQueries({ queryKey: KEY });
    else client.setQueryData<Preference[]>(KEY, (before) => before && change(before));
  };
  return {
    /** `element` is what a favourite or a template names, as it is shown until the list is read again. */
    set: async (at: Address, value: Preference["value"], element?: Preference["element"]): Promise<void> => {
      const { data } = await inOrder(() => write("post", PREFERENCE, { ...given(at), body: { value } }));
      const stored = data.values.map((each) => (element ? { ...each, element } : each));
      await update((before) => [...stored, ...before.filter((each) => !isAt(at, each))]);
    },
    forget: async (at: Address): Promise<void> => {
      await inOrder(() => write("delete", PREFERENCE, given(at)));
      await update((before) => before.filter((each) => !isAt(at, each)));
    },
  };
}
