// Whether the tour is shown: once to each new user, on Home, and whenever it is called from help. A user who follows a link to
// something else sees that, and the tour the first time on Home.
import { useQuery } from "@tanstack/react-query";
import { useMatch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { preferences, useRemember } from "@/api/preferences";

/** The preference that remembers that a user has seen the tour. */
const SEEN = { kind: "notice", key: "welcome" } as const;

export interface TourState {
  /** How it began: by itself, or because the user called it. */
  begun: "itself" | "called" | null;
  call: () => void;
  end: () => void;
}

export function useTour(): TourState {
  const [begun, setBegun] = useState<TourState["begun"]>(null);
  const isHome = useMatch({ from: "/", shouldThrow: false }) !== undefined;
  const { data } = useQuery(preferences);
  const { set } = useRemember();
  const isOffered = useRef(false);
  const isNew = data !== undefined && !data.some((each) => each.kind === SEEN.kind && each.key === SEEN.key);
  useEffect(() => {
    if (!isNew || !isHome || isOffered.current) return;
    isOffered.current = true;
    setBegun("itself");
    // As soon as it is shown: a tour that is left alone does not come back. If it cannot be stored, it is shown another time.
    set(SEEN, {}).catch(() => undefined);
  }, [isNew, isHome, set]);
  return { begun, call: () => setBegun("called"), end: () => setBegun(null) };
}
