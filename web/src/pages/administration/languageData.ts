// Languages as data: which can be added, and what is stored of one.
import { ApiError } from "@/api/client";
import type { GivenElement, MethodRoles } from "@/api/types.gen";
import { CULTURE_TAGS } from "@/app/cultures";
import { cultureName, cultureTag } from "@/app/preferences";

export interface Offered {
  value: string;
  label: string;
}

/** All languages that have a number, by their names in the language of the page and their own, without those that are there. */
export function offeredLanguages(known: readonly number[], language: string): Offered[] {
  const order = new Intl.Collator(language);
  return Object.keys(CULTURE_TAGS)
    .map(Number)
    .filter((lcid) => !known.includes(lcid))
    .map((lcid) => ({ value: String(lcid), label: nameFor(lcid, language) }))
    .sort((one, other) => order.compare(one.label, other.label));
}

function nameFor(lcid: number, language: string): string {
  const name = cultureName(lcid, language);
  const own = cultureName(lcid, cultureTag(lcid) ?? language);
  return own === name ? `${name} (${CULTURE_TAGS[lcid]})` : `${name} – ${own} (${CULTURE_TAGS[lcid]})`;
}

type Names = Pick<MethodRoles, "culture" | "cultureId" | "name">;

/** The element of a new language, with its name in each of the languages that the storage has. */
export function newLanguage(lcid: number, cultures: readonly number[], roles: Names): GivenElement {
  const names = Object.fromEntries(cultures.map((each) => [each, cultureName(lcid, cultureTag(each) ?? "en")]));
  return { type: roles.culture, attributes: { [roles.name]: names, [roles.cultureId]: { 127: String(lcid) } } };
}

/** How many texts stand against removing a language; null: it was refused for another reason. */
export function textsLeft(error: unknown): number | null {
  const finding = error instanceof ApiError && error.refusal?.data?.find((each) => each.code === "has-texts");
  return finding ? Number(/\d+/.exec(finding.error)?.[0] ?? 0) : null;
}
