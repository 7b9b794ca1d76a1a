// The columns that a user chose for a list. Those in the address win: a link shows what its sender saw.
import { useQuery } from "@tanstack/react-query";
import { preferences, useRemember } from "@/api/preferences";
import { useNotify } from "@/pages/tree/actions";

/** The keys of the columns, between commas; undefined: the usual ones. */
export function useKeptColumns(facet: string, view: string, inAddress: string | undefined) {
  const { set } = useRemember();
  const notify = useNotify();
  const { data } = useQuery(preferences);
  const key = `${facet}.${view}`;
  const kept = data?.find((each) => each.kind === "columns" && each.key === key && !each.shared)?.value.columns;
  return {
    columns: inAddress ?? (typeof kept === "string" ? kept : undefined),
    keep: (columns: string) => void set({ kind: "columns", key }, { columns }).catch(notify.failed),
  };
}
