// The texts of a language by area of the page: each has a file of its own, found by its name.
import type { ResourceLanguage } from "i18next";

type Found = Record<string, { default: Record<string, unknown> }>;

export function areas(found: Found): ResourceLanguage {
  const named = Object.entries(found).map(([path, file]) => [path.replace(/^.*\/|\.ts$/g, ""), file.default]);
  return Object.fromEntries(named) as ResourceLanguage;
}
