// Requests to the interface: the cookie of the session is sent along, refusals become errors with the message of the service.
import { api } from "@/app/place";
import { Unreachable } from "./retry";
import { transmit } from "./transport";
import type { Error as Refusal } from "./types.gen";

export interface Answer<T> {
  data: T;
  /** What `If-Match` takes. */
  etag: string | null;
  /** With `$count=true`: how many there are on all pages. */
  total: number | null;
}

export interface Request {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A request that was refused, with what the service said. */
export class ApiError extends globalThis.Error {
  readonly status: number;
  readonly refusal: Refusal | null;

  constructor(status: number, refusal: Refusal | null) {
    super(refusal?.message ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.refusal = refusal;
  }
}

export { Unreachable };

let signedOut: () => Promise<void> = async () => {};

/** Sets what to do when the session has ended while the page was open; it resolves when the same user has signed in again. */
export function onSignedOut(act: () => Promise<void>): void {
  signedOut = act;
}

/** The service has said that there is no session any more. */
export function endSession(): void {
  void signedOut();
}

export function address(path: string, query: Request["query"] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return `${api}${path}${text && `?${text}`}`;
}

export async function ask<T>(path: string, request: Request = {}): Promise<Answer<T>> {
  const response = await sendSignedIn(path, request);
  if (!response.ok) {
    throw new ApiError(response.status, await refusalOf(response));
  }
  const total = response.headers.get("X-Total-Count");
  return {
    data: (await response.json()) as T,
    etag: response.headers.get("ETag"),
    total: total === null ? null : Number(total),
  };
}

/** What was refused because the session has ended waits until the user has signed in again, and is sent once more. */
async function sendSignedIn(path: string, request: Request): Promise<Response> {
  const response = await send(path, request);
  if (response.status !== 401 || path.startsWith("rest/session")) return response;
  await signedOut();
  request.signal?.throwIfAborted();
  return send(path, request);
}

export async function read<T>(path: string, query?: Request["query"], signal?: AbortSignal): Promise<T> {
  return (await ask<T>(path, { query, signal })).data;
}

export interface Write extends Pick<Request, "method" | "body" | "query"> {
  /** The ETag of what the user saw: refused with 412 if it was changed since. Null where there is nothing to overwrite. */
  match: string | null;
}

/** Keys of writes whose answer was lost. The same write again is the same one, unless another one was made in between. */
const lost = new Map<string, string>();

/** The one way to write: nothing is overwritten unseen, and nothing is made twice when an answer is lost. */
export async function write<T>(path: string, { method = "POST", match, body, query }: Write): Promise<Answer<T>> {
  const what = JSON.stringify([method, path, query, body]);
  const key = lost.get(what) ?? newKey();
  const headers = { "Idempotency-Key": key, ...(match !== null && { "If-Match": match }) };
  try {
    const answer = await ask<T>(path, { method, body, query, headers });
    lost.clear();
    return answer;
  } catch (error) {
    if (isTransient(error)) lost.set(what, key);
    if (isOvertaken(error)) overtaken();
    throw error;
  }
}

/** Whether a write was refused because something is no longer as the user saw it. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 412);

/** Whether it may work once the service is back. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiError && (error.status === 429 || error.status >= 500));

let overtaken: () => void = () => {};

/** Sets what to do when a write was refused because the page shows something old. */
export function onOvertaken(act: () => void): void {
  overtaken = act;
}

function send(path: string, { method, body, query, headers, signal }: Request): Promise<Response> {
  const given: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  return transmit(address(path, query), {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...given, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
}

async function refusalOf(response: Response): Promise<Refusal | null> {
  try {
    return (await response.json()) as Refusal;
  } catch {
    return null;
  }
}

/** What `Idempotency-Key` takes: a change that is sent again with the same key is made once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
}

/** The address of an element or of what belongs to it. */
export function elementPath(facet: string, view: string, id?: string, part?: string): string {
  const list = `rest/facets/${encodeURIComponent(facet)}/views/${encodeURIComponent(view)}/elements`;
  return [list, id && encodeURIComponent(id), part].filter(Boolean).join("/");
}
