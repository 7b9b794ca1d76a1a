// Brings back what an element was, and asks about what was changed since.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { type BodyFor, ELEMENT, elementAt, write } from "@/api/requests";
import type { Element } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import ConflictForm from "../element/ConflictForm";
import { useNotify } from "../tree/actions";
import { type Asked, answersOf, askedOf } from "./sides";

type Restore = BodyFor<`${typeof ELEMENT}/restore`>;
/** Null: undo the last change of this user. */
type Wanted = Restore | null;
type Answers = Record<string, "restored" | "current">;

interface Reverting {
  isPending: boolean;
  bringBack: (wanted: Restore) => void;
  undo: () => void;
  /** Asks about what was changed since. */
  dialog: ReactNode;
}

export function useReverting(facet: string, element: Element, then?: () => void): Reverting {
  const { t } = useTranslation("revert");
  const client = useQueryClient();
  const notify = useNotify();
  const refresh = useRefresh();
  const { facetOf } = useTypes();
  const [open, setOpen] = useState<{ wanted: Wanted; asked: Asked[] } | null>(null);

  const send = async ({ wanted, answers }: { wanted: Wanted; answers?: Answers }) => {
    const path = elementAt(facet, "detail", element.id);
    // The draft, which may be another version than the one that is shown; after an import, not as it was before.
    const { etag: match } = await client.fetchQuery(queries.element(facet, element.id));
    const resolve = answers && { resolve: answers };
    return wanted === null
      ? write("post", `${ELEMENT}/undo`, { path, body: { ...resolve }, match })
      : write("post", `${ELEMENT}/restore`, { path, body: { ...wanted, ...resolve }, match });
  };
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async ({ data }, { wanted }) => {
      setOpen(null);
      notify.done(t(wanted === null ? "undone" : "broughtBack"));
      if (data.data.length > 0)
        notify.warned(
          t("missing"),
          data.data.map((each) => <div key={each.error}>{each.error}</div>),
        );
      await refresh();
      then?.();
    },
    onError: (error, { wanted }) => {
      const conflicts = error instanceof ApiError ? error.refusal?.conflicts : undefined;
      if (conflicts) setOpen({ wanted, asked: askedOf(conflicts, facetOf) });
      else notify.failed(error);
    },
  });
  return {
    isPending: sending.isPending,
    bringBack: (wanted) => sending.mutate({ wanted }),
    undo: () => sending.mutate({ wanted: null }),
    dialog: open && (
      <ConflictForm
        facet={facet}
        type={element.type}
        clashes={open.asked.map(({ clash }) => clash)}
        texts={{
          title: t("conflict.title"),
          help: t("conflict.help"),
          original: t("conflict.original"),
          other: t("conflict.other"),
          mine: t("conflict.mine"),
          keep: t("conflict.keep"),
        }}
        done={(others) => sending.mutate({ wanted: open.wanted, answers: answersOf(open.asked, others) })}
        close={() => setOpen(null)}
      />
    ),
  };
}
