// Writes to what a user has looked at: the ETag is taken when the user begins, not when the request is sent.
import { queryClient } from "@/app/query-client";
import { isOvertaken } from "./client";
import * as queries from "./queries";
import { type Answer, type DataOf, type Given, type PathOf, write } from "./requests";

/** The ETag of an element or version as the page shows it; asked for where it does not. */
async function etagOf(facet: string, id: string): Promise<string | null> {
  return (await queryClient.fetchQuery(queries.element(facet, id))).etag;
}

type SeenWrite = <M extends "post" | "delete", P extends PathOf<M>>(
  method: M,
  path: P,
  given: Given<P, M>,
) => Promise<Answer<DataOf<P, M>>>;

/**
 * Call it when the user begins, with a dialog for example; what it returns writes. Refused with 412 if the element was changed
 * in between. After that, what is there now counts as seen: the user was shown it and may send the same again.
 */
export function seen(facet: string, id: string): SeenWrite {
  const look = () => {
    const etag = etagOf(facet, id);
    etag.catch(() => {}); // reported when something is written
    return etag;
  };
  let etag = look();
  return async (method, path, given) => {
    try {
      return await write(method, path, { ...given, match: await etag });
    } catch (error) {
      if (isOvertaken(error)) etag = look();
      throw error;
    }
  };
}
