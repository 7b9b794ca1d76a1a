// The state of a small form, such as a dialog: closed by mistake, reloaded or refused, it comes back as it was.
import { type KeptDraft, useKept } from "./useKept";

export interface KeptForm<T> {
  kept: KeptDraft<{ value: T }>;
  /** After the form was sent or given up. */
  discard: () => void;
}

/** As `useState`. What differs from `initial` is kept until it is discarded; nothing secret may be in it. */
export function useKeptState<T>(subject: string, initial: T): [T, (value: T) => void, KeptForm<T>] {
  const kept = useKept<{ value: T }>(`form/${subject}`);
  const set = (value: T) => kept.set(JSON.stringify(value) === JSON.stringify(initial) ? null : { value });
  return [kept.value?.value ?? initial, set, { kept, discard: () => kept.set(null) }];
}
