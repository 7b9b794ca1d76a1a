// The script of a process while it is typed: kept as a draft, stored as one difference, put upon what others have stored meanwhile.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, isOvertaken } from "@/api/client";
import * as queries from "@/api/queries";
import { ELEMENT, elementAt, write } from "@/api/requests";
import type { Finding } from "@/api/types.gen";
import { showChange } from "@/app/freshness";
import { type KeptDraft, useKept } from "@/drafts/useKept";
import { useNotify } from "../tree/notify";
import { type Clash, decided, isClash, joined, merge } from "./merge";
import { stored as storedStep, withoutText } from "./steps";
import type { StepStore } from "./useSteps";

/** How often a save meets those of others before it gives up. */
const MOST_TRIES = 5;
const UNKNOWN = "unknown-name";
const NONE: readonly Problem[] = [];

interface StoredScript {
  text: string;
  etag: string | null;
}

export interface KeptScript extends StoredScript {
  /** What was stored when typing began. */
  base: string;
}

/** What a user decides about: the lines that both sides changed, and the script of the others that has them. */
interface Question {
  clashes: readonly Clash[];
  others: StoredScript;
}

/** The names that become new elements if nothing has them; or all that nothing has. */
export type Created = readonly string[] | "all";

export interface Problem {
  /** From 1; 0: no line. */
  line: number;
  error: string;
  code: string;
}

export interface Script {
  /** Undefined until it was read. */
  text: string | undefined;
  error: Error | null;
  retry: () => void;
  kept: KeptDraft<KeptScript>;
  isDirty: boolean;
  isSaving: boolean;
  /** Why the last save was refused. */
  refused: readonly Problem[];
  /** All that was refused are names that nothing has: they can be created. */
  canCreate: boolean;
  clashes: readonly Clash[];
  type: (text: string) => void;
  /** Creates what these names mean, if nothing has them; or all that nothing has. */
  save: (created: Created) => void;
  discard: () => void;
  decide: (side: "mine" | "others") => void;
}

export function useScript(facet: string, id: string, culture: number, isOn: boolean, steps: StepStore): Script {
  const client = useQueryClient();
  const notify = useNotify();
  const query = queries.script(facet, id, culture);
  const found = useQuery({ ...query, enabled: isOn });
  const kept = useKept<KeptScript>(`script/${id}/${culture}`);
  const [refused, setRefused] = useState(NONE);
  const [question, setQuestion] = useState<Question | null>(null);
  const stored = found.data;

  const type = (text: string) => {
    const before = kept.now();
    const base = before ?? (stored && { base: stored.text, etag: stored.etag });
    if (base === undefined) return;
    setRefused(NONE);
    kept.set(text === base.base ? null : { text, base: base.base, etag: base.etag });
  };
  const fetchNow = () => client.fetchQuery({ ...query, staleTime: 0 });

  /** True when it is stored; false when the user has to decide first. */
  const saveOnce = async (created: Created): Promise<boolean> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const draft = kept.now();
      if (draft === null) return true;
      try {
        const path = elementAt(facet, "diagram", id);
        const isAll = created === "all";
        const asked = { format: "script" as const, culture, ...(isAll && { create: true }) };
        const { revision } = await write("post", `${ELEMENT}/content`, {
          path,
          query: asked,
          body: { script: draft.text, ...(!isAll && { create: [...created] }) },
          match: draft.etag,
        });
        settle(draft, await fetchNow());
        noted(revision);
        return true;
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        const others = await fetchNow();
        const chunks = merge(draft.base, draft.text, others.text);
        const clashes = chunks.filter(isClash);
        if (clashes.length > 0) {
          setQuestion({ clashes, others });
          return false;
        }
        rebase(draft, joined(chunks), others);
      }
    }
    throw new ApiError(412, null);
  };
  /** What was typed until then is one step: the change that was stored. */
  const noted = (revision: number | null) =>
    steps.change((known) => {
      const others = withoutText(known, culture);
      return revision === null ? others : storedStep(others, { facet, id, revision });
    });
  /** What was typed while it was sent stays, upon what is stored now. Where others changed the same lines, the next save asks. */
  const settle = (sent: KeptScript, now: StoredScript) => {
    const draft = kept.now();
    if (draft === null || draft.text === sent.text) {
      kept.set(null);
      return;
    }
    const chunks = merge(sent.text, draft.text, now.text);
    if (chunks.some(isClash)) kept.set({ ...draft, base: sent.text });
    else kept.set({ text: joined(chunks), base: now.text, etag: now.etag });
  };
  /** The same for what others have stored; where lines clash with what was typed meanwhile, the draft stays, and the next try finds it. */
  const rebase = (sent: KeptScript, text: string, now: StoredScript) => {
    const typed = kept.now()?.text ?? sent.text;
    const chunks = merge(sent.text, typed, text);
    if (chunks.some(isClash)) return;
    const next = joined(chunks);
    kept.set({ text: next, base: now.text, etag: now.etag });
    if (next !== typed) noted(null);
  };
  const saving = useMutation({
    mutationFn: saveOnce,
    onSuccess: async (isSaved) => {
      setRefused(NONE);
      if (isSaved) await showChange(id);
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? (error.refusal?.data ?? []).map(problemOf) : [];
      setRefused(problems);
      if (problems.length === 0) notify.failed(error);
    },
  });
  const decide = (side: "mine" | "others") => {
    const draft = kept.now();
    setQuestion(null);
    if (draft === null || question === null) return;
    const { clashes, others } = question;
    const text = decided(merge(draft.base, draft.text, others.text), clashes, side);
    if (text !== null) {
      if (text !== draft.text) noted(null);
      kept.set(text === others.text ? null : { text, base: others.text, etag: others.etag });
    }
    saving.mutate([]);
  };
  return {
    text: kept.value?.text ?? stored?.text,
    error: found.data === undefined ? found.error : null,
    retry: () => void found.refetch(),
    kept,
    isDirty: kept.value !== null,
    isSaving: saving.isPending,
    refused,
    canCreate: refused.length > 0 && refused.every((each) => each.code === UNKNOWN),
    clashes: question?.clashes ?? [],
    type,
    save: (created) => !saving.isPending && saving.mutate(created),
    discard: () => {
      setRefused(NONE);
      setQuestion(null);
      kept.set(null);
    },
    decide,
  };
}

export function problemOf({ error, code = "", path = "" }: Finding): Problem {
  return { line: Number(/^line (\d+)/.exec(path)?.[1] ?? 0), error, code };
}
