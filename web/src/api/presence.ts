// Where a window of the user is, and who else is there.
import { send } from "./requests";
import type { PresenceBody, PresentUser } from "./types.gen";

/** Says where the window is; without an element, that it has left. Returns the others there. */
export async function sayPlace(body: PresenceBody): Promise<PresentUser[]> {
  const { data } = await send("post", "/rest/presence", { body });
  return data.values;
}
