import { expect, test } from "vitest";
import { proofOf } from "./approved";

test("without approvals there is nothing to say", () => {
  expect(proofOf([])).toBeUndefined();
});

test("one approval that holds is a proof, whatever earlier drafts were approved", () => {
  expect(proofOf([{ holds: false }, { holds: true }])).toBe("proven");
});

test("approvals of earlier drafts alone say that it was changed", () => {
  expect(proofOf([{ holds: false }, { holds: false }])).toBe("changed");
});

test("what the caller may not know is no proof, and no change", () => {
  expect(proofOf([{}, {}])).toBe("approved");
});
