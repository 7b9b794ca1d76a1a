// The language of the page. Only the texts of this language are loaded.
import i18next, { type FormatterModule, type ResourceLanguage } from "i18next";
import { initReactI18next } from "react-i18next";
import { chunk } from "@/app/chunk";
import { type Language, storedLanguage, storeLanguage } from "@/app/preferences";
import { numberText } from "@/parts/number";

const TEXTS: Record<Language, () => Promise<{ default: ResourceLanguage }>> = {
  de: () => chunk(() => import("./de")),
  en: () => chunk(() => import("./en")),
};

/** Writes the numbers in texts as the language does. */
const NUMBERS: FormatterModule = {
  type: "formatter",
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value) => (typeof value === "number" ? numberText(value) : value),
};

/** Start with the language that the user chose, or else that of the browser. */
export async function beginToSpeak(): Promise<void> {
  const language = storedLanguage();
  const texts = (await TEXTS[language]()).default;
  i18next.on("languageChanged", (spoken) => {
    document.documentElement.lang = spoken;
  });
  await i18next
    .use(NUMBERS)
    .use(initReactI18next)
    .init({
      resources: { [language]: texts },
      lng: language,
      fallbackLng: false,
      defaultNS: "shell",
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
}

/** Go on in another language, and begin with it from now on. */
export async function speak(language: Language): Promise<void> {
  storeLanguage(language);
  for (const [area, texts] of Object.entries((await TEXTS[language]()).default)) {
    i18next.addResourceBundle(language, area, texts);
  }
  await i18next.changeLanguage(language);
}
