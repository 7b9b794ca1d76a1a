// One change of the own types: sent as the user saw them, with what the service has to say about it.
import { Alert, List } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { ApiError, isOvertaken } from "@/api/client";
import type { Additions } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { explain } from "@/parts/Failure";
import { useNotify } from "../tree/actions";

export type Change = (additions: Additions) => Additions;

export function useOwnTypes(seen: { additions: Additions; etag: string | null }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const notify = useNotify();
  const [known, setKnown] = useState(seen);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  /**
   * Resolves to whether it is stored. Refused because of another change, the next attempt builds on that one. Nothing is asked again of
   * the type that is `gone`.
   */
  const save = async (change: Change, done: string, gone?: string): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      await administration.writeAdditions(change(known.additions), known.etag);
      modals.closeAll();
      notify.done(done);
      await refresh(gone);
      return true;
    } catch (failure) {
      setError(failure);
      if (isOvertaken(failure)) setKnown(await client.fetchQuery({ ...administration.additions, staleTime: 0 }));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error };
}

/** Why the service refused a change, each mistake with its place. */
export function Refused({ error, late }: { error: unknown; late?: string }) {
  const errors = useTranslation("errors").t;
  const { t } = useTranslation("administration");
  if (error === undefined) return null;
  const { title, help } = explain(error, errors);
  const isLate = error instanceof ApiError && error.status === 412;
  const findings = error instanceof ApiError ? (error.refusal?.data ?? []) : [];
  return (
    <Alert color="red" variant="outline" icon={<CircleAlert size={18} aria-hidden />} title={title} role="alert">
      {isLate ? (late ?? t("types.overtaken")) : help}
      <List size="sm">
        {findings.map((each) => (
          <List.Item key={`${each.path}${each.error}`}>
            {each.path && <code>{each.path}</code>} {each.error}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
