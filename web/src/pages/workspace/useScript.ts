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
import { type Clash, isClash, joined, merge } from "./merge";

/** How often a save meets those of others before it gives up. */
const MOST_TRIES = 5;
const UNKNOWN = "unknown-name";

export interface KeptScript {
  text: string;
  /** What was stored when typing began. */
  base: string;
  etag: string | null;
}

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
  save: (created: readonly string[] | "all") => void;
  discard: () => void;
  decide: (side: "mine" | "others") => void;
}

export function useScript(facet: string, id: string, culture: number, isOn: boolean): Script {
  const client = useQueryClient();
  const notify = useNotify();
  const query = queries.script(facet, id, culture);
  const found = useQuery({ ...query, enabled: isOn });
  const kept = useKept<KeptScript>(`script/${id}/${culture}`);
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const stored = found.data;

  const type = (text: string) => {
    const before = kept.now();
    const base = before ?? (stored && { base: stored.text, etag: stored.etag });
    if (base === undefined) return;
    setRefused([]);
    kept.set(text === base.base ? null : { text, base: base.base, etag: base.etag });
  };
  const fetchNow = () => client.fetchQuery({ ...query, staleTime: 0 });

  /** True when it is stored; false when the user has to decide first. */
  const saveOnce = async (create: boolean): Promise<boolean> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const draft = kept.now();
      if (draft === null) return true;
      try {
        const path = elementAt(facet, "diagram", id);
        const asked = { format: "script" as const, culture, ...(create && { create }) };
        await write("post", `${ELEMENT}/content`, {
          path,
          query: asked,
          body: { script: draft.text },
          match: draft.etag,
        });
        settle(draft, await fetchNow());
        return true;
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        const others = await fetchNow();
        const chunks = merge(draft.base, draft.text, others.text);
        const both = chunks.filter(isClash);
        if (both.length > 0) {
          setClashes(both);
          return false;
        }
        rebase(draft, joined(chunks), others);
      }
    }
    throw new ApiError(412, null);
  };
  /** What was typed while it was sent stays, upon what is stored now. */
  const settle = (sent: KeptScript, now: { text: string; etag: string | null }) => {
    const draft = kept.now();
    if (draft === null || draft.text === sent.text) kept.set(null);
    else kept.set({ text: joined(merge(sent.text, draft.text, now.text)), base: now.text, etag: now.etag });
  };
  const rebase = (sent: KeptScript, text: string, now: { text: string; etag: string | null }) => {
    const typed = kept.now()?.text ?? sent.text;
    const next = typed === sent.text ? text : joined(merge(sent.text, typed, text));
    kept.set({ text: next, base: now.text, etag: now.etag });
  };
  const saving = useMutation({
    mutationFn: async (created: readonly string[] | "all") => {
      if (created === "all") return await saveOnce(true);
      try {
        return await saveOnce(false);
      } catch (error) {
        // What was chosen to be created needs no second question.
        if (!(error instanceof ApiError) || !isAgreed(error.refusal?.data ?? [], created)) throw error;
        return await saveOnce(true);
      }
    },
    onSuccess: async (isSaved) => {
      setRefused([]);
      if (isSaved) await showChange(id);
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? (error.refusal?.data ?? []).map(problemOf) : [];
      setRefused(problems);
      if (problems.length === 0) notify.failed(error);
    },
  });
  const decide = (side: "mine" | "others") => {
    setClashes([]);
    const draft = kept.now();
    const others = client.getQueryData(query.queryKey);
    if (draft === null || others === undefined) return;
    const text = joined(merge(draft.base, draft.text, others.text), side);
    kept.set(text === others.text ? null : { text, base: others.text, etag: others.etag });
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
    clashes,
    type,
    save: (created) => !saving.isPending && saving.mutate(created),
    discard: () => {
      setRefused([]);
      setClashes([]);
      kept.set(null);
    },
    decide,
  };
}

export function problemOf({ error, code = "", path = "" }: Finding): Problem {
  return { line: Number(/^line (\d+)/.exec(path)?.[1] ?? 0), error, code };
}

/** Whether all that was refused are names that the user has chosen to create. */
function isAgreed(findings: readonly Finding[], created: readonly string[]): boolean {
  return (
    findings.length > 0 &&
    findings.every(({ error, code }) => code === UNKNOWN && created.some((each) => error.includes(`“${each}”`)))
  );
}
