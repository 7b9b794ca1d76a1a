// The templates of printed manuals: read, stored and reset for a format and a language.
import { queryOptions } from "@tanstack/react-query";
import { read, write } from "./requests";
import type { ManualTemplatePlace } from "./types.gen";

const TEMPLATE = "/rest/manual-template";

/** The places for which the storage has templates of its own. */
export const ownTemplates = queryOptions({
  queryKey: ["data", "manual-templates"],
  queryFn: async ({ signal }) => (await read(TEMPLATE, { query: { format: "pdf" }, signal })).own,
});

/** The template that is edited: text of Typst, or a Word file. */
export async function templateFile(place: ManualTemplatePlace): Promise<Blob> {
  const { source, file } = await read(TEMPLATE, { query: place });
  if (file === undefined) return new Blob([source ?? ""], { type: "text/plain" });
  return new Blob([Uint8Array.from(atob(file), (each) => each.charCodeAt(0))]);
}

export async function setTemplate(place: ManualTemplatePlace, file: File): Promise<void> {
  const body = place.format === "pdf" ? { source: await file.text() } : { file: await base64(file) };
  await write("post", TEMPLATE, { query: place, body, match: null });
}

export async function resetTemplate(place: ManualTemplatePlace): Promise<void> {
  await write("delete", TEMPLATE, { query: place, match: null });
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
