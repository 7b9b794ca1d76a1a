// Links that let a user in once.
import { write } from "./requests";

/** The address of a new link. It is never sent again: where its answer was lost, another link is made. */
export async function makeLink(user: string, purpose?: "signIn" | "password"): Promise<string> {
  const make = async () => {
    const body = purpose && { for: purpose };
    const { data } = await write("post", "/rest/users/{userId}/link", { path: { userId: user }, body, match: null });
    return data.values[0]?.address;
  };
  return (await make()) ?? (await make()) ?? "";
}
