// Names that a mark can be completed to, found by the service: what a user may not see is not offered.
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { inCulture } from "@/api/hooks";
import { read } from "@/api/requests";
import type { Marked } from "./typing";

const MOST = 7;
const WAIT_MS = 120;

export interface Offer {
  name: string;
  /** Where several have this name, which one. */
  id?: string;
  /** Nothing has this name yet. */
  isNew?: boolean;
}

const isEqual = (one: string, other: string) => one.localeCompare(other, undefined, { sensitivity: "accent" }) === 0;

/** The last one creates what was typed. */
export function useCompletion(marked: Marked | undefined, types: readonly string[], culture: number): Offer[] {
  const typed = marked?.typed.trim() ?? "";
  const [q] = useDebouncedValue(typed, WAIT_MS);
  const isOn = marked !== undefined && q !== "" && types.length > 0;
  const { data } = useQuery({
    queryKey: ["data", "completion", q, types, culture],
    queryFn: ({ signal }) =>
      read("/rest/search", { query: { q, culture, types: [...types], $pageSize: MOST }, signal }),
    enabled: isOn,
  });
  if (!isOn || typed === "") return [];
  const names = (data?.values ?? []).map((each) => ({ id: each.id, name: inCulture(each.name, culture) ?? "" }));
  const found = names
    .filter((each) => each.name !== "")
    .map(({ id, name }): Offer => (names.filter((each) => each.name === name).length > 1 ? { name, id } : { name }));
  return data === undefined || found.some((each) => isEqual(each.name, typed))
    ? found
    : [...found, { name: typed, isNew: true }];
}
