import { markup } from "./html";

/** The words of a text, without its markup. */
export function wordsOf(value: string): string {
  const body = new DOMParser().parseFromString(
    markup(value).replace(/<\/(p|li|h\d|tr|div)>|<br\s*\/?>/gi, "$&\n"),
    "text/html",
  ).body;
  return (body.textContent ?? "").trim();
}
