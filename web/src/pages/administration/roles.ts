// The roles of the service, from the least to the highest, and the flags of people and tokens that say who has which.
import type { Element, MethodRoles, TokenBody } from "@/api/types.gen";

export type Role = TokenBody["role"];

export const ROLES: readonly Role[] = ["viewer", "editor", "approver", "analyzer", "architect", "administrator"];

/** The attributes that say who has which role, and who is inactive. */
export const flagNames = (names: MethodRoles): string[] => [...Object.values(names.roleFlags), names.inactive];

export const isSet = (element: Element, name: string): boolean => element.attributes?.[name]?.[127] === true;

/** The highest role, whether or not it can be used now. */
export function roleOf(names: MethodRoles, element: Element): Role | undefined {
  return ROLES.findLast((role) => isSet(element, names.roleFlags[role]));
}

/** A role and all that it includes, as attributes. */
export function flagsOf(names: MethodRoles, role: Role): Record<string, { 127: boolean }> {
  return Object.fromEntries(ROLES.map((each, place) => [names.roleFlags[each], { 127: place <= ROLES.indexOf(role) }]));
}

/** Which elements have a role as their highest. */
export function havingRole(names: MethodRoles, role: Role): string {
  const above = ROLES.slice(ROLES.indexOf(role) + 1);
  const isNone = above.map((each) => `NOT ${names.roleFlags[each]} -eq true`);
  return [`${names.roleFlags[role]} -eq true`, ...isNone, `NOT ${names.inactive} -eq true`].join(" AND ");
}
