// Answers that come line by line: each line is given on as soon as it has arrived.
import { api } from "@/app/place";
import { ApiError, Unreachable } from "./client";
import type { Error as Refusal } from "./types.gen";

/** The whole lines of a text that goes on, and the rest of it. */
export function splitLines(text: string): { lines: string[]; rest: string } {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  return { lines: lines.filter((each) => each !== ""), rest };
}

/** The address of something below the interface, with what is asked of it. */
export function addressOf(path: string, query: Record<string, string>): string {
  return `${api}${path}?${new URLSearchParams(query)}`;
}

/** Calls `take` with the values of the lines that have arrived. Throws ApiError or Unreachable. */
export async function readLines(
  path: string,
  query: Record<string, string>,
  take: (values: unknown[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await get(addressOf(path, query), signal);
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => null)) as Refusal | null);
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      signal.throwIfAborted();
      throw new Unreachable();
    });
    const { lines, rest } = splitLines(text + decoder.decode(value, { stream: !done }));
    text = rest;
    if (lines.length > 0) take(lines.map((each) => JSON.parse(each) as unknown));
    if (done) return;
  }
}

async function get(address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, { headers: { Accept: "application/x-ndjson" }, signal });
  } catch {
    signal.throwIfAborted();
    throw new Unreachable();
  }
}
