// Saves a form, and merges it with what other users have saved meanwhile.
import { modals } from "@mantine/modals";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, ask, elementPath, newKey } from "@/api/client";
import * as queries from "@/api/queries";
import type { Element, Elements, Finding, Warning } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { queryClient } from "@/app/query-client";
import { useNotify } from "../tree/actions";
import { ConflictForm } from "./ConflictForm";
import { bodyOf, type Clash, clashes, createsElements, type Draft, NOTHING, without } from "./draft";
import { useFieldName } from "./names";

/** Saves the changes with `If-Match`. If another user has saved first, it asks about conflicts and merges the rest. */
export function useSaving(
  facet: string,
  element: Element,
  etag: string | null,
  draft: Draft,
  setDraft: (draft: Draft) => void,
) {
  const { t } = useTranslation("element");
  const shell = useTranslation().t;
  const refresh = useRefresh();
  const notify = useNotify();
  const nameOf = useFieldName(facet, element.type);
  const [findings, setFindings] = useState<Finding[]>([]);
  // The element when the form was opened: refetched data must not hide changes of other users.
  const began = useRef({ element, etag });
  // What does not concern the draft, such as a file that was added, is no reason to ask.
  useEffect(() => {
    if (clashes(began.current.element, element, draft).length === 0) began.current = { element, etag };
  }, [draft, element, etag]);
  const keyOf = useKey();

  const saving = useMutation({
    mutationFn: ({ changes, match }: { changes: Draft; match: string | null }) =>
      ask<Elements>(elementPath(facet, "detail"), {
        body: bodyOf(element, changes),
        headers: {
          ...(match && { "If-Match": match }),
          ...(createsElements(changes) && { "Idempotency-Key": keyOf(changes) }),
        },
      }),
    onSuccess: async ({ data }) => {
      setFindings([]);
      warn(data.findings ?? []);
      await refresh();
      setDraft(NOTHING);
      notify.done(t("saved"));
    },
    onError: async (error, { changes }): Promise<void> => {
      if (error instanceof ApiError && error.status === 412) {
        await merge(changes);
        return;
      }
      const found = error instanceof ApiError && error.refusal?.output === "inline" ? error.refusal.data : [];
      setFindings(found);
      notify.failed(error);
    },
  });
  const warn = (found: Warning[]): void => {
    const lines = found.map((each) =>
      each.removed ? t("cleanedOf", { name: field(each), parts: parts(each) }) : each.error,
    );
    if (lines.length > 0)
      notify.warned(
        t("cleaned"),
        lines.map((each) => <div key={each}>{each}</div>),
      );
  };
  /** The name of the attribute that a warning is about; the path ends with its key and culture. */
  const field = (warning: Warning): string => {
    const [key = "", culture = null] = (warning.path ?? "").split(".").slice(-2);
    return nameOf(key, culture);
  };
  const parts = (warning: Warning): string =>
    warning.removed
      ?.map(({ element: name, attribute, count: number }) => {
        const what = attribute ? t("cleanedAttribute", { attribute, element: name }) : name;
        return number > 1 ? t("cleanedPart", { what, count: number }) : what;
      })
      .join(", ") || t("cleanedOther");
  const merge = async (changes: Draft): Promise<void> => {
    const now = await queryClient.fetchQuery({ ...queries.element(facet, element.id), staleTime: 0 });
    const both = clashes(began.current.element, now.element, changes);
    const send = (given: Clash[]): void => saving.mutate({ changes: without(changes, given), match: now.etag });
    if (both.length === 0) {
      send([]);
      return;
    }
    modals.open({
      title: t("conflictTitle"),
      size: "xl",
      closeButtonProps: { "aria-label": shell("close") },
      children: <ConflictForm facet={facet} type={element.type} clashes={both} done={send} />,
    });
  };
  return {
    findings,
    isPending: saving.isPending,
    save: () => saving.mutate({ changes: draft, match: began.current.etag }),
  };
}

/** A key for each draft, so that a save whose answer was lost creates nothing twice when it is tried again. */
function useKey(): (changes: Draft) => string {
  const last = useRef<{ body: string; key: string } | null>(null);
  return (changes) => {
    const body = JSON.stringify(changes);
    if (last.current?.body !== body) {
      last.current = { body, key: newKey() };
    }
    return last.current.key;
  };
}
