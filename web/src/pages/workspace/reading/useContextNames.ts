// What contexts of steps are called.
import { useQuery } from "@tanstack/react-query";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import { useWords } from "@/app/preferences";

export function useContextNames(facet: string): (context: string) => string {
  const { data = [] } = useQuery(queries.config(facet, "detail"));
  const words = useWords();
  return (context) => {
    const found = data.flatMap((type) => type.properties).find(({ key }) => key === context);
    return inCulture(found?.displayNames, words) ?? context;
  };
}
