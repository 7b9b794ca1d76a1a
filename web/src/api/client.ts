// Requests to the interface: the cookie of the session is sent along, refusals become errors with the message of the service.
import { api } from "@/app/place";
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

/** The service could not be reached. */
export class Unreachable extends globalThis.Error {}

let signedOut: () => void = () => {};

/** Sets what to do when the session has ended while the page was open. */
export function onSignedOut(act: () => void): void {
  signedOut = act;
}

/** The service has said that there is no session any more. */
export function endSession(): void {
  signedOut();
}

export function address(path: string, query: Request["query"] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return `${api}${path}${text && `?${text}`}`;
}

export async function ask<T>(path: string, request: Request = {}): Promise<Answer<T>> {
  const response = await send(path, request);
  if (!response.ok) {
    if (response.status === 401 && path !== "rest/session") signedOut();
    throw new ApiError(response.status, await refusalOf(response));
  }
  const total = response.headers.get("X-Total-Count");
  return {
    data: (await response.json()) as T,
    etag: response.headers.get("ETag"),
    total: total === null ? null : Number(total),
  };
}

export async function read<T>(path: string, query?: Request["query"], signal?: AbortSignal): Promise<T> {
  return (await ask<T>(path, { query, signal })).data;
}

async function send(path: string, { method, body, query, headers, signal }: Request): Promise<Response> {
  const given: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  try {
    return await fetch(address(path, query), {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { ...given, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable();
  }
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
