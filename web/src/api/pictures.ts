// The pictures of users. One list says who has one, so that no picture is asked for that does not exist.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError, signInAgain } from "./client";
import { addressOf, read, write } from "./requests";
import { transmit } from "./transport";
import type { Pictures, Error as Refusal } from "./types.gen";

const FRESH_MS = 300_000;
const OWN = "/rest/me/picture";

type Hashes = Record<string, string>;

const hashesOf = ({ values }: Pictures): Hashes => Object.fromEntries(values.map((each) => [each.id, each.sha256]));

/** The hash of the picture of each user who has one. */
export const pictures = queryOptions({
  queryKey: ["pictures"],
  queryFn: async () => hashesOf(await read("/rest/users/pictures")),
  staleTime: FRESH_MS,
});

/** The address of the picture of a user; undefined without one. It changes with the picture. */
export function usePicture(id: string): string | undefined {
  const hash = useQuery(pictures).data?.[id];
  if (hash === undefined) return undefined;
  return `${addressOf("get", "/rest/users/{userId}/picture", { path: { userId: id } })}?content=${hash.slice(0, 16)}`;
}

/** Stores one's own picture. The key is that of the same picture whenever it is sent again. */
export async function setPicture(picture: Blob, key: string): Promise<Hashes> {
  const headers = { "Idempotency-Key": key, "content-type": picture.type };
  const send = () => transmit(new Request(addressOf("post", OWN, {}), { method: "POST", body: picture, headers }));
  let response = await send();
  if (response.status === 401) {
    await signInAgain();
    response = await send();
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, answer as Refusal | null);
  return hashesOf(answer as Pictures);
}

export async function deletePicture(): Promise<void> {
  await write("delete", OWN, { match: null });
}
