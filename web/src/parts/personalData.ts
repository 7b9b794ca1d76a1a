import { personalData } from "@/api/personal-data";

/** Saves all that is stored about a user as a file; without an id about oneself. It is read once, because each export is audited. */
export async function savePersonalData(user?: string): Promise<void> {
  const data = await personalData(user);
  const href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = href;
  link.download = `personal-data-${data.id}.json`;
  link.click();
  URL.revokeObjectURL(href);
}
