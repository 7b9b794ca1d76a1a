// Whether others see which element this user has open: unless the user said no, in whatever browser.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { preferences, useRemember } from "@/api/preferences";
import { presence } from "./presence";

/** The preference that remembers that a user does not want to be seen. */
const UNSEEN = { kind: "notice", key: "unseen" } as const;

/** Undefined: that is not known yet. */
export function useIsSeen(): boolean | undefined {
  const { data } = useQuery(preferences);
  return data && !data.some((each) => each.kind === UNSEEN.kind && each.key === UNSEEN.key);
}

/** Keeps to what the user wants, as long as the page is open. */
export function useBeingSeen(): void {
  const isSeen = useIsSeen() === true;
  useEffect(() => presence.show(isSeen), [isSeen]);
}

export function useChooseSeen(): (isSeen: boolean) => Promise<void> {
  const { set, forget } = useRemember();
  return (isSeen) => (isSeen ? forget(UNSEEN) : set(UNSEEN, {}));
}
