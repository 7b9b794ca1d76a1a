// The moment as of which a page shows the storage. It is in the address, so that a link holds it and navigation keeps it.
import { useMatches, useSearch } from "@tanstack/react-router";
import { createContext, useContext } from "react";

/** The pages that have a past. All others are about what there is to do today. */
const HAVE_PAST: readonly string[] = ["/facets/$facet", "/facets/$facet/$view", "/elements/$facet/$id", "/search"];

/** Whether this page has a past, and the moment that its address names. */
export function useMomentInAddress(): { hasPast: boolean; asOf: string | undefined } {
  const routes = useMatches({ select: (matches) => matches.map((each) => each.routeId as string) });
  const { asOf } = useSearch({ strict: false }) as { asOf?: string };
  const hasPast = routes.some((each) => HAVE_PAST.includes(each));
  return { hasPast, asOf: hasPast && asOf ? asOf : undefined };
}

interface Time {
  /** The moment that is shown; undefined: the present. */
  asOf: string | undefined;
  /** Shows the slider; undefined where there is no past, or where it is shown. */
  choose?: () => void;
}

export const TimeContext = createContext<Time>({ asOf: undefined });

export const useTime = (): Time => useContext(TimeContext);

/** Whether what is shown is past: there is nothing to change in it. */
export const useIsPast = (): boolean => useTime().asOf !== undefined;
