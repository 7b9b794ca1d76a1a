// A photo becomes a small square before it leaves the browser. It is drawn again, so that nothing stays of what a camera wrote into
// the file, such as the place.

/** Pixels: as large as the picture is ever shown, on a screen with small pixels. */
const SIDE = 256;
const QUALITY = 0.9;

/** The part of a picture that is shown: the largest square in its middle. */
export function middleSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/** Throws where the browser cannot read the file as a picture. */
export async function portraitOf(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const { x, y, side } = middleSquare(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("There is no canvas.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, x, y, side, side, 0, 0, SIDE, SIDE);
  bitmap.close();
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("Nothing was drawn."))), "image/webp", QUALITY),
  );
}
