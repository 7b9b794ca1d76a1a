// The roles of the service, from the least to the highest, and the flags of people and tokens that say who has which.
import type { Element, TokenBody } from "@/api/types.gen";

export type Role = TokenBody["role"];

export const ROLES: readonly Role[] = ["viewer", "editor", "approver", "analyzer", "architect", "administrator"];

const flag = (role: string) => `role${role[0]?.toUpperCase()}${role.slice(1)}`;

export const INACTIVE = flag("inactive");
export const FLAGS = [...ROLES, "inactive"].map(flag);

export const isSet = (element: Element, name: string): boolean => element.attributes?.[name]?.[127] === true;

/** The highest role, whether or not it can be used now. */
export function roleOf(element: Element): Role | undefined {
  return ROLES.findLast((role) => isSet(element, flag(role)));
}

/** A role and all that it includes, as attributes. */
export function flagsOf(role: Role): Record<string, { 127: boolean }> {
  return Object.fromEntries(ROLES.map((each, place) => [flag(each), { 127: place <= ROLES.indexOf(role) }]));
}

/** Which elements have a role as their highest. */
export function havingRole(role: Role): string {
  const above = ROLES.slice(ROLES.indexOf(role) + 1);
  const isNone = above.map((each) => `NOT ${flag(each)} -eq true`);
  return [`${flag(role)} -eq true`, ...isNone, `NOT ${INACTIVE} -eq true`].join(" AND ");
}
