// A diagram as a file: the picture that the service draws, or the same in pixels.

const SCALE = 2;
/** Browsers refuse larger canvases. */
const MOST_PIXELS = 8192;

export function save(href: string, name: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}

/** The name of a file, without what file systems refuse. */
export function fileName(name: string, ending: string): string {
  return `${name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").trim() || "diagram"}.${ending}`;
}

export async function savePng(address: string, name: string): Promise<void> {
  const picture = new Image();
  picture.style.colorScheme = "light";
  picture.src = address;
  await picture.decode();
  const scale = Math.min(SCALE, MOST_PIXELS / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("The picture is too large for this browser.");
  const href = URL.createObjectURL(blob);
  save(href, fileName(name, "png"));
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
