// Saves a draft, and merges it with what other users have saved meanwhile.
import { useMutation } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import * as queries from "@/api/queries";
import { ELEMENTS, listAt, writeKeyed } from "@/api/requests";
import type { Element, Finding } from "@/api/types.gen";
import { showChange } from "@/app/freshness";
import { queryClient } from "@/app/query-client";
import type { KeptDraft } from "@/drafts/useKept";
import { useNotify } from "../tree/actions";
import { type Clash, clashes } from "./clashes";
import { bodyOf } from "./draft";
import { begun, decided, type KeptElement, type Sending, settled, unanswered } from "./kept";
import { useWarnings } from "./useWarnings";

/** Hears the revision of each save by the forms in it. */
export const SavedHere = createContext<(revision: number) => void>(() => {});

/** How often a save meets what others saved in between before it gives up. */
const MOST_TRIES = 5;

interface Known {
  element: Element;
  etag: string | null;
}

/** Saves the draft with `If-Match`. If another user has saved first, it asks about conflicts and merges the rest. */
export function useSaving(facet: string, known: Known, kept: KeptDraft<KeptElement>) {
  const { t } = useTranslation("element");
  const notify = useNotify();
  const warn = useWarnings(facet, known.element.type);
  const [conflicts, setConflicts] = useState<Clash[]>([]);
  const [findings, setFindings] = useState<Finding[]>([]);
  const savedHere = useContext(SavedHere);
  const { id } = known.element;
  const query = queries.element(facet, id);

  const send = async (sending: Sending): Promise<void> => {
    const body = bodyOf({ ...known.element, versionId: sending.versionId }, sending.sent);
    const { key, match } = sending;
    const { data, etag, revision } = await writeKeyed("post", ELEMENTS, {
      path: listAt(facet, "detail"),
      body,
      key,
      match,
    });
    const stored = data.elements.find((each) => each.id === id);
    if (stored) await show(stored, etag);
    if (revision !== null) savedHere(revision);
    const after = kept.now();
    if (after) kept.set(settled(after, sending.sent, stored ?? known.element));
    warn(data.findings ?? []);
  };
  /** First the form has what is stored now, then the draft goes: a field never falls back to what it was before. */
  const show = async ({ attributes, related }: Element, etag: string | null): Promise<void> => {
    queryClient.setQueryData(
      query.queryKey,
      (before) => before && { element: { ...before.element, attributes, related }, etag: etag ?? before.etag },
    );
    await new Promise((done) => setTimeout(done));
  };
  const fetchNow = () => queryClient.fetchQuery({ ...query, staleTime: 0 });

  /** True when everything that was there at the beginning is saved; false when the user has to decide first. */
  const save = async (): Promise<boolean> => {
    let now: Known = known;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const draft = kept.now();
      if (draft === null) return true;
      const lost = unanswered(draft);
      const both = lost ? [] : clashes(draft.base, now.element, draft.draft);
      if (both.length > 0) {
        setConflicts(both);
        return false;
      }
      const sending = lost ?? begun(draft, now.element, now.etag);
      kept.set({ ...draft, sending });
      try {
        await send(sending);
        if (!lost) return true;
        now = queryClient.getQueryData(query.queryKey) ?? now;
      } catch (error) {
        if (isUnknown(error)) throw error;
        const after = kept.now();
        if (after) kept.set({ ...after, sending: undefined });
        // What was sent again may be overtaken by now; what is sent for the first time is not sent twice.
        if (!lost && !(error instanceof ApiError && error.status === 412)) throw error;
        now = await fetchNow();
      }
    }
    throw new ApiError(412, null);
  };
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (isSaved) => {
      setFindings([]);
      if (!isSaved) return;
      notify.done(t("saved"));
      return showChange(id);
    },
    onError: (error) => {
      setFindings(error instanceof ApiError && error.refusal?.output === "inline" ? (error.refusal.data ?? []) : []);
      notify.failed(error);
    },
  });
  const decide = (given: Clash[]): void => {
    const draft = kept.now();
    kept.set(draft && decided(draft, conflicts, given));
    setConflicts([]);
    saving.mutate();
  };
  return {
    findings,
    /** What the user has to decide before it can be saved. */
    conflicts,
    decide,
    postpone: () => setConflicts([]),
    isPending: saving.isPending,
    /** `then` is called when all of it is saved. */
    save: (then?: () => void) => saving.mutate(undefined, { onSuccess: (isSaved) => (isSaved ? then?.() : undefined) }),
  };
}

/** Whether a save may have been done although no answer says so: the connection or a proxy failed. */
function isUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || [502, 503, 504].includes(error.status);
}
