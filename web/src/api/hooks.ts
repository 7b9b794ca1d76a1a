// What pages know at any time: the storage, its facets and its types. The shell has asked for them before a page is shown.
import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { at } from "./past";
import * as queries from "./queries";
import { ELEMENTS, listAt, read } from "./requests";
import type { MethodRoles, StorageInfo, TypeSummaries, TypeSummary } from "./types.gen";

export function useStorageInfo(): StorageInfo {
  return useSuspenseQuery(queries.storageInfo).data;
}

/** For a query without which there is nothing to show: where it fails, the boundary around says so and offers to try again. */
export const orFail = { throwOnError: (_: Error, { state }: { state: { data: unknown } }) => state.data === undefined };

export interface TypeCatalog {
  get(key: string): TypeSummary | undefined;
  /** The types of a facet that stand in lists. */
  of(facet: string): TypeSummary[];
  /** The attributes that make up the name of elements of a facet. */
  labels(facet: string): string[];
  /** The name of a facet by what an address or a link calls it. */
  facet(name: string): string;
  /** The facet of a type, by its key; empty where the type does not exist for this user. */
  facetOf(type: string): string;
  /** What the metamodel calls what pages themselves need. */
  roles: MethodRoles;
  /** Of all lifecycles, in their order. */
  states: string[];
  stateName(state: string, culture: number): string;
}

export function useTypes(): TypeCatalog {
  return catalog(useSuspenseQuery(queries.types).data);
}

const catalogs = new WeakMap<TypeSummaries, TypeCatalog>();

/** Made once for each answer, however many ask for it. */
function catalog(found: TypeSummaries): TypeCatalog {
  const made = catalogs.get(found) ?? makeCatalog(found);
  catalogs.set(found, made);
  return made;
}

function makeCatalog({ values: types, roles }: TypeSummaries): TypeCatalog {
  const byKey = new Map(types.map((each) => [each.key, each]));
  const facets = new Map(
    types.flatMap((each) => [each.facet, each.facetTypeName].map((n) => [n.toLowerCase(), each.facet])),
  );
  const states = new Map(types.flatMap((each) => each.states.map((state) => [state.key, state])));
  const of = (facet: string) => types.filter((each) => each.facet === facet && !each.isFlow);
  return {
    get: (key) => byKey.get(key),
    of,
    labels: (facet) => [...new Set(of(facet).flatMap((each) => each.label))],
    facetOf: (type) => byKey.get(type)?.facet ?? "",
    roles,
    states: [...states.keys()],
    facet: (name) => facets.get(name.toLowerCase()) ?? name,
    stateName: (state, culture) => inCulture(states.get(state)?.displayNames, culture) ?? state,
  };
}

type Values<T> = Record<string, T> | undefined;

/** A text in a culture, else in any other. */
export function inCulture<T>(texts: Values<T>, culture: number): T | undefined {
  if (texts === undefined) return undefined;
  return texts[culture] ?? texts[127] ?? texts[1033] ?? Object.values(texts)[0];
}

interface Named {
  type: string;
  facetName: string;
  id: string;
  attributes?: Record<string, Record<string, unknown>>;
}

/** The name people read, out of the attributes that make it up. */
export function labelOf(types: TypeCatalog, element: Named, culture: number): string {
  const names = types.get(element.type)?.label ?? [types.roles.name];
  const parts = names.map((name) => inCulture(element.attributes?.[name], culture));
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}

type Reference = { facetName: string; id: string };

const WAIT_MS = 8;
const MOST = 90;

interface Waiting {
  client: QueryClient;
  reference: Reference;
  resolve: (found: Named | null) => void;
  reject: (error: unknown) => void;
}
let waiting: Waiting[] = [];

/** Fetches elements by id. Calls within a few milliseconds are one batch: one request for up to 90 elements of a facet. */
function load(reference: Reference, client: QueryClient): Promise<Named | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(flush, WAIT_MS);
    waiting.push({ client, reference, resolve, reject });
  });
}

function flush(): void {
  const batches = groupBy(waiting, (each) => each.client);
  waiting = [];
  for (const [client, batch] of batches) {
    fetchNames(client, batch).catch((error) => {
      for (const each of batch) each.reject(error);
    });
  }
}

/** The elements of a batch, as of the moment of its client. */
async function fetchNames(client: QueryClient, batch: Waiting[]): Promise<void> {
  const facets = groupBy(batch, (each) => each.reference.facetName);
  const types = catalog(await client.ensureQueryData(queries.types));
  for (const [facet, wanted] of facets) {
    // A facet that does not exist for this user, such as that of tokens: there is nothing to ask for.
    if (types.of(facet).length === 0) {
      for (const each of wanted) each.resolve(null);
      continue;
    }
    for (let from = 0; from < wanted.length; from += MOST) {
      const part = wanted.slice(from, from + MOST);
      const ids = [...new Set(part.map((each) => `'${each.reference.id}'`))].join(",");
      read(ELEMENTS, {
        path: listAt(facet, "list"),
        query: { $filter: `id -in (${ids})`, $select: types.labels(facet), $resources: ["attributes"], ...at(client) },
      }).then(
        ({ elements }) => {
          const found = new Map(elements.map((each) => [each.id, each]));
          for (const each of part) each.resolve(found.get(each.reference.id) ?? null);
        },
        (error) => {
          for (const each of part) each.reject(error);
        },
      );
    }
  }
}

const named = (reference: Reference) =>
  queryOptions({
    queryKey: ["data", "named", reference.facetName, reference.id],
    queryFn: ({ client }) => load(reference, client),
  });

/** The element behind a reference, with what its name is made of; undefined while it is not known. */
export function useNamed(reference: Reference, wanted = true): Named | null | undefined {
  return useQuery({ ...named(reference), enabled: wanted }).data;
}

/** The same, outside of components. */
export const findNamed = (reference: Reference, client: QueryClient) => client.fetchQuery(named(reference));

export function groupBy<T, K>(values: Iterable<T>, key: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const name = key(value);
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
