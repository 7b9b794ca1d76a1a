// What a person set for this browser: the language of the page and that of content. Everything else stands in the address.
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import { CULTURE_TAGS } from "./cultures";
import { usePerson } from "./person";
import { basepath } from "./place";

export type Language = "de" | "en";

const KEY = "facetstore-language";

export function storedLanguage(): Language {
  const stored = localStorage.getItem(KEY) ?? navigator.language.slice(0, 2);
  return stored === "de" ? "de" : "en";
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}

const cultureKey = (person: string) => `facetstore-culture:${basepath}:${person}`;

/** Remembers the culture that a person chose for content, for this storage. An address that names another decides for itself. */
export function useRememberCulture(): (culture: number) => void {
  const { id } = usePerson();
  return (culture) => localStorage.setItem(cultureKey(id), String(culture));
}

/** The culture in which content is shown: that of the address, else the one chosen last, else the person's, else the default. */
export function useCulture(): number {
  const culture = useSearch({ strict: false, select: ({ culture }) => culture });
  const { id, cultures: own = [] } = usePerson();
  const { dataCultures, defaultDataCulture } = useStorageInfo();
  const chosen = Number(localStorage.getItem(cultureKey(id)) ?? Number.NaN);
  const wanted = [culture, chosen, ...own].find((each) => each !== undefined && dataCultures.includes(each));
  return wanted ?? defaultDataCulture;
}

/** The culture of the page's own language, in which types, properties and states are called by their names. */
export function useWords(): number {
  return useTranslation().i18n.language === "de" ? 1031 : 1033;
}

/** The tag of a culture as browsers know it: without script and region where they are the usual ones of the language. */
export function cultureTag(culture: number): string | undefined {
  const tag = CULTURE_TAGS[culture];
  return tag && new Intl.Locale(tag).minimize().toString();
}

/** What a culture is called in a language. */
export function cultureName(culture: number, language: string): string {
  const tag = cultureTag(culture);
  return (tag && new Intl.DisplayNames([language], { type: "language" }).of(tag)) || String(culture);
}
