import { usePicture } from "@/api/pictures";

/** The picture of a user beside the name, if there is one. It says nothing that the name does not. */
export function Face({ id, size = 20 }: { id: string; size?: number }) {
  const source = usePicture(id);
  if (source === undefined) return null;
  return <img className="fs-face" src={source} alt="" width={size} height={size} loading="lazy" />;
}
