// A difference that is read while it is shown.
import { useEffect, useState } from "react";
import { readLines } from "@/api/lines";
import { type Found, NOTHING, withLines } from "./found";

interface Reading {
  found: Found;
  error?: unknown;
  isReading: boolean;
  again: () => void;
}

/** What has arrived of a difference so far. It is read again when what is asked for changes. */
export function useFound(path: string, from: string, to: string): Reading {
  const [found, setFound] = useState(NOTHING);
  const [error, setError] = useState<unknown>();
  const [isReading, setReading] = useState(true);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn more reads it again
  useEffect(() => {
    const stop = new AbortController();
    setFound(NOTHING);
    setError(undefined);
    setReading(true);
    const take = (lines: unknown[]) => setFound((before) => withLines(before, lines));
    readLines(path, { from, to }, take, stop.signal)
      .catch((refused: unknown) => {
        if (!stop.signal.aborted) setError(refused);
      })
      .finally(() => {
        if (!stop.signal.aborted) setReading(false);
      });
    return () => stop.abort();
  }, [path, from, to, turn]);
  return { found, error, isReading, again: () => setTurn((before) => before + 1) };
}
