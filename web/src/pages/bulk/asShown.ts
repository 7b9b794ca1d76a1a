// What `If-Match` takes for the elements of a list, which has no ETags.
import { useRef } from "react";
import { ApiError } from "@/api/client";
import { useTypes } from "@/api/hooks";
import { ask, ELEMENT, elementAt } from "@/api/requests";
import type { Element } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import type { Chosen } from "../list/selection";

/** Whether an element is still what the user chose: it has the same name and stands in the same state. */
export function isAsShown(shown: Chosen, now: Element | undefined, labels: readonly string[]): boolean {
  const name = (of: Pick<Element, "attributes">) => JSON.stringify(labels.map((each) => of.attributes?.[each] ?? null));
  return now !== undefined && now.state === shown.state && name(now) === name(shown);
}

/**
 * The element is read and compared with what was shown; if it is another one by now, it is refused with 412. A request whose answer
 * was lost keeps its ETag: that the element has changed may be its own doing.
 */
export function useAsShown(facet: string): (shown: Chosen, key: string) => Promise<string | null> {
  const labels = useTypes().labels(facet);
  const culture = useCulture();
  const known = useRef(new Map<string, string | null>());
  return async (shown, key) => {
    const before = known.current.get(key);
    if (before !== undefined) return before;
    const { data, etag } = await ask(ELEMENT, {
      path: elementAt(facet, "detail", shown.id),
      query: { $culture: culture, $select: labels, $resources: ["attributes"] },
    });
    if (!isAsShown(shown, data.elements[0], labels)) throw new ApiError(412, null);
    known.current.set(key, etag);
    return etag;
  };
}
