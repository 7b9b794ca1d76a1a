import type { TypeSummary } from "@/api/types.gen";

/** The types below whose elements one of each of these types can stand. */
export function typesAbove(types: readonly TypeSummary[], below: readonly string[]): string[] {
  return types.filter((each) => below.every((type) => each.children.includes(type))).map((each) => each.key);
}
