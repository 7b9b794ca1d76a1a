// How a process is read: as script and drawing, or as one of these. It is in the address, so that a link can hold it.
import { useNavigate, useSearch } from "@tanstack/react-router";

const WAYS = ["walk", "responsibilities", "steps"] as const;
export type WayToRead = (typeof WAYS)[number];

interface Shown {
  show: WayToRead | undefined;
  /** Only steps in which the user has a part. */
  onlyMine: boolean;
  change: (next: { show?: WayToRead; mine?: boolean }) => void;
}

export function useShown(): Shown {
  const { show, mine } = useSearch({ strict: false }) as { show?: string; mine?: string };
  const navigate = useNavigate();
  return {
    show: WAYS.find((each) => each === show),
    onlyMine: mine === "true",
    change: (next) =>
      void navigate({
        to: ".",
        search: (before) => ({
          ...before,
          ...("show" in next && { show: next.show }),
          ...("mine" in next && { mine: next.mine ? "true" : undefined }),
        }),
        replace: true,
        resetScroll: false,
      }),
  };
}
