// How the properties of a type are called, with the culture of a value behind.
import { useSuspenseQuery } from "@tanstack/react-query";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import { cultureName, storedLanguage } from "@/app/preferences";

export function useFieldName(facet: string, type: string): (key: string, culture: string | null) => string {
  const language = storedLanguage();
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const properties = data.find((each) => each.key === type)?.properties ?? [];
  return (key, culture) => {
    const found = properties.find((each) => each.key === key);
    const label = inCulture(found?.displayNames, language === "de" ? 1031 : 1033) ?? key;
    return culture === null || culture === "127" ? label : `${label} (${cultureName(Number(culture), language)})`;
  };
}
