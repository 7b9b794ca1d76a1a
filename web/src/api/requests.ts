// Requests to the interface, typed by its OpenAPI document: a wrong path, parameter or body is an error of the compiler. All of them
// travel through `transmit`, which sends again what fails for a moment.
import createClient, { createFinalURL, defaultPathSerializer } from "openapi-fetch";
import { api } from "@/app/place";
import { ApiError, isOvertaken, isTransient, newKey, reportOvertaken, signInAgain } from "./client";
import { transmit } from "./transport";
import type { paths, Error as Refusal } from "./types.gen";

export type Method = "get" | "post" | "delete";
type Operation<P extends keyof paths, M extends Method> = paths[P][M];

/** The paths that have an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: Operation<P, M> extends { responses: unknown } ? P : never;
}[keyof paths];

type ParametersOf<O> = O extends { parameters: infer A extends { path?: unknown; query?: unknown } }
  ? Pick<A, "path" | "query">
  : never;

interface Json<T> {
  content: { "application/json": T };
}
type BodyOf<O> = O extends { requestBody: Json<infer B> }
  ? { body: B }
  : O extends { requestBody?: infer B }
    ? { body?: B extends Json<infer Given> ? Given : never }
    : never;

/** What an operation takes. */
export type Given<P extends keyof paths, M extends Method> = ParametersOf<Operation<P, M>> & BodyOf<Operation<P, M>>;
export type QueryOf<P extends keyof paths, M extends Method = "get"> = NonNullable<
  ParametersOf<Operation<P, M>>["query"]
>;
export type BodyFor<P extends keyof paths, M extends Method = "post"> = NonNullable<BodyOf<Operation<P, M>>["body"]>;

/** What an operation answers with. */
export type DataOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: { 200: Json<infer T> } } ? T : never;

/** An argument that may be left out where nothing in it has to be given. */
type Optional<T> = Record<never, never> extends T ? [given?: T] : [given: T];

export interface Answer<T> {
  data: T;
  /** What `If-Match` takes. */
  etag: string | null;
  /** With `$count=true`: how many there are on all pages. */
  total: number | null;
  /** The revision that a write has made; null if it has changed nothing. */
  revision: number | null;
}

interface Extra {
  signal?: AbortSignal;
}

type Query = Record<string, unknown>;

/** Lists stand in one parameter, between commas. What is empty is not sent. */
function querySerializer(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && String(value) !== "");
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
}

const client = createClient<paths>({ baseUrl: api, fetch: transmit, querySerializer });

interface Sent {
  path?: unknown;
  query?: unknown;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  parseAs?: "text";
}

interface Received {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** What the client of openapi-fetch does, once the types above have checked what it is given. */
const request = client.request as (method: string, path: string, init: object) => Promise<Received>;

/** What was refused because the session has ended waits until the user has signed in again, and is sent once more. */
async function requestSignedIn(method: Method, at: string, { path, query, ...init }: Sent): Promise<Received> {
  const send = () => request(method, at, { params: { path, query }, ...init });
  const received = await send();
  if (received.response.status !== 401 || at.startsWith("/rest/session")) return received;
  await signInAgain();
  init.signal?.throwIfAborted();
  return send();
}

async function answered<T>(method: Method, path: string, given: Sent): Promise<Answer<T>> {
  const { data, error, response } = await requestSignedIn(method, path, given);
  // A refusal by something between the page and the service is no JSON.
  if (!response.ok) throw new ApiError(response.status, typeof error === "object" ? (error as Refusal) : null);
  const counted = (name: string) => {
    const found = response.headers.get(name);
    return found === null ? null : Number(found);
  };
  const [total, revision] = [counted("X-Total-Count"), counted("X-Revision")];
  return { data: data as T, etag: response.headers.get("ETag"), total, revision };
}

/** Reads, with what the headers of the answer say. */
export function ask<P extends PathOf<"get">>(
  path: P,
  ...[given]: Optional<Given<P, "get"> & Extra>
): Promise<Answer<DataOf<P, "get">>> {
  return answered("get", path, given ?? {});
}

export async function read<P extends PathOf<"get">>(
  path: P,
  ...given: Optional<Given<P, "get"> & Extra>
): Promise<DataOf<P, "get">> {
  return (await ask(path, ...given)).data;
}

/** Reads an answer that is plain text. */
export function askText<P extends PathOf<"get">>(path: P, given: Given<P, "get"> & Extra): Promise<Answer<string>> {
  return answered("get", path, { ...given, parseAs: "text" });
}

/** Sends what changes nothing that could be overwritten or made twice, such as a session. It is not sent again. */
export function send<M extends "post" | "delete", P extends PathOf<M>>(
  method: M,
  path: P,
  ...[given]: Optional<Given<P, M> & Extra>
): Promise<Answer<DataOf<P, M>>> {
  // The union of what all addresses take is too large for the compiler: it has checked what was given already.
  return answered(method, path, (given as unknown as Sent | undefined) ?? {});
}

export interface Seen {
  /** The ETag of what the user saw: refused with 412 if it was changed since. Null where there is nothing to overwrite. */
  match: string | null;
}

/** Keys of writes whose answer was lost. The same write again is the same one, unless another one was made in between. */
const lost = new Map<string, string>();

/** The one way to write: nothing is overwritten unseen, and nothing is made twice when an answer is lost. */
export async function write<M extends "post" | "delete", P extends PathOf<M>>(
  method: M,
  path: P,
  { match, ...given }: Given<P, M> & Seen,
): Promise<Answer<DataOf<P, M>>> {
  const what = JSON.stringify([method, path, given]);
  const key = lost.get(what) ?? newKey();
  try {
    const answer = await answered<DataOf<P, M>>(method, path, { ...given, headers: headersOf(key, match) });
    lost.clear();
    return answer;
  } catch (error) {
    if (isTransient(error)) lost.set(what, key);
    if (isOvertaken(error)) reportOvertaken();
    throw error;
  }
}

/** A write whose sender keeps its key, so that it knows what to send again. */
export function writeKeyed<M extends "post" | "delete", P extends PathOf<M>>(
  method: M,
  path: P,
  { match, key, ...given }: Given<P, M> & Seen & { key: string },
): Promise<Answer<DataOf<P, M>>> {
  return answered(method, path, { ...given, headers: headersOf(key, match) });
}

const headersOf = (key: string, match: string | null): Record<string, string> => ({
  "Idempotency-Key": key,
  ...(match !== null && { "If-Match": match }),
});

/** The address of an operation, for what does not go through this client: pictures, downloads, uploads. */
export function addressOf<M extends Method, P extends PathOf<M>>(
  _method: M,
  path: P,
  given: ParametersOf<Operation<P, M>>,
): string {
  return createFinalURL(path, {
    baseUrl: api.replace(/\/$/, ""),
    params: given as { path?: Record<string, unknown>; query?: Query },
    querySerializer,
    pathSerializer: defaultPathSerializer,
  });
}

/** The paths of elements, of one of them, and what they take. */
export const ELEMENTS = "/rest/facets/{facetId}/views/{viewId}/elements";
export const ELEMENT = `${ELEMENTS}/{elementId}` as const;

export const listAt = (facetId: string, viewId: string) => ({ facetId, viewId });
export const elementAt = (facetId: string, viewId: string, elementId: string) => ({ facetId, viewId, elementId });
