// Files for the user: what they are called, and how the browser gets what the page has made or fetched.

/** Long enough for a browser to begin. */
const KEPT_MS = 10_000;

/** The name of a file, without what file systems refuse. */
export function fileName(name: string, ending: string): string {
  return `${name.replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, " ").trim() || "diagram"}.${ending}`;
}

export function saveBlob(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}
