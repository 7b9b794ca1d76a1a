import type { TypeCatalog } from "@/api/hooks";
import type { ViewSearch } from "@/app/view-search";
import { missingFilter } from "@/parts/missing";
import { quoted } from "./filter-text";
import { expressionOf } from "./filter-words";

type Types = Pick<TypeCatalog, "labels" | "of">;

/** The filter of the address and what was chosen among the counts, as one. Words are looked for in the names of the facet. */
export function wholeFilter(
  { filter, states, types: chosen, missing }: ViewSearch,
  types: Types,
  facet: string,
): string {
  const among = (field: string, values: string | undefined) =>
    values && `${field} -in (${values.split(",").map(quoted).join(",")})`;
  const expression = filter && expressionOf(filter, types.labels(facet));
  const untranslated = missing && missingFilter(types.of(facet), missing);
  return [
    expression && `(${expression})`,
    among("state", states),
    among("type", chosen),
    untranslated && `(${untranslated})`,
  ]
    .filter(Boolean)
    .join(" AND ");
}
