import type { ViewSearch } from "@/app/view-search";
import { quoted } from "./filter-text";
import { expressionOf } from "./filter-words";

/** The filter of the address and what was chosen among the counts, as one. Words are looked for in `names`. */
export function wholeFilter({ filter, states, types }: ViewSearch, names: string[]): string {
  const among = (field: string, values: string | undefined) =>
    values && `${field} -in (${values.split(",").map(quoted).join(",")})`;
  const expression = filter && expressionOf(filter, names);
  return [expression && `(${expression})`, among("state", states), among("type", types)].filter(Boolean).join(" AND ");
}
