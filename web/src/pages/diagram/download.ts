// A diagram as a file: the picture that the service draws, or the same in pixels.

import { fileName, saveBlob } from "@/parts/saveBlob";

const SCALE = 2;
/** Browsers refuse larger canvases. */
const MOST_PIXELS = 8192;

/** Throws an error with the text of `failed` where there is no picture, or it is too large for this browser. */
export async function savePng(address: string, name: string, failed: string): Promise<void> {
  const picture = new Image();
  picture.style.colorScheme = "light";
  picture.src = address;
  await picture.decode().catch(() => {
    throw new Error(failed);
  });
  const scale = Math.min(SCALE, MOST_PIXELS / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error(failed);
  saveBlob(blob, fileName(name, "png"));
}
