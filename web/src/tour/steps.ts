// The steps that show a new user round. Which ones depends on the role: readers are not shown what only editors can do.
import type { Person } from "@/app/person";
import type en from "@/i18n/en/help/tour";

export type StepKey = keyof typeof en;

export interface Step {
  title: string;
  text: string;
}

export function stepsFor(roles: Person["roles"]): readonly StepKey[] {
  return roles.includes("editor") ? ["find", "read", "change", "release"] : ["find", "read", "keep", "help"];
}

/** The steps from which a link leads to elements. */
export const LEADS: readonly StepKey[] = ["read", "change"];
