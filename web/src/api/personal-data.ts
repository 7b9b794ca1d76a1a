// What is stored about a person: exporting it, and erasing it.
import { read, write } from "./requests";
import type { ErasedPerson, PersonalData } from "./types.gen";

/** All that is stored about a user; without an id about oneself. */
export function personalData(user?: string): Promise<PersonalData> {
  return user === undefined ? read("/rest/me/data") : read("/rest/users/{userId}/data", { path: { userId: user } });
}

/** Erases a user for ever. `login` confirms it; `also` are further words that name the person. */
export async function erasePerson(user: string, login: string, also: string[]): Promise<ErasedPerson | undefined> {
  const body = { login, ...(also.length > 0 ? { also } : {}) };
  const { data } = await write("post", "/rest/users/{userId}/erase", { path: { userId: user }, body, match: null });
  return data.values[0];
}
