import type { Approval } from "@/api/types.gen";

/** What approvals say of the version that is stored: approved and proven, approved, or changed since. Undefined: there are none. */
export type Proof = "proven" | "approved" | "changed";

/** Callers from whom something is hidden do not learn whether an approval holds. */
export function proofOf(approvals: readonly Pick<Approval, "holds">[]): Proof | undefined {
  if (approvals.length === 0) return undefined;
  if (approvals.some((each) => each.holds === true)) return "proven";
  return approvals.every((each) => each.holds === false) ? "changed" : "approved";
}
