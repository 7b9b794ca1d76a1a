import { useTypes } from "@/api/hooks";
import { useWords } from "@/app/preferences";

export const TONES: Record<string, string> = {
  inProcess: "draft",
  inReview: "check",
  readyForQa: "check",
  readyForRelease: "ready",
  released: "done",
  inEffect: "valid",
  requestToExpire: "ending",
};

/** Where a version stands in its lifecycle. A state that is not known here has a quiet colour. */
export function StateBadge({ state }: { state: string }) {
  const types = useTypes();
  const words = useWords();
  return (
    <span className="fs-badge" data-tone={TONES[state]}>
      {types.stateName(state, words)}
    </span>
  );
}
