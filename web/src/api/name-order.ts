import { useStorageInfo, useTypes } from "./hooks";

/** What orders elements of a facet by their names in a culture; undefined where the service does so by itself.
 *
 * Without an order it takes the one that it stores, by names in the default culture, which costs the least. */
export function useNameOrder(facet: string, culture: number): string | undefined {
  const types = useTypes();
  const { defaultDataCulture } = useStorageInfo();
  return culture === defaultDataCulture ? undefined : types.labels(facet).join(",") || undefined;
}
