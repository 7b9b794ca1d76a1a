// What must be confirmed as still right, and when.
import { queryOptions } from "@tanstack/react-query";
import { ELEMENT, elementAt, read, write } from "./requests";

const EVERY_MS = 60_000;
const AT = `${ELEMENT}/review` as const;

/** What is due of all that the user may open. */
export const dueReviews = queryOptions({
  queryKey: ["data", "due-reviews"],
  queryFn: () => read("/rest/reviews"),
});

/** What is due of what the user owns. */
export const ownReviews = queryOptions({
  queryKey: ["data", "own-reviews"],
  queryFn: async () => (await read("/rest/reviews", { query: { mine: true } })).values,
  refetchInterval: EVERY_MS,
});

export const review = (facet: string, id: string) =>
  queryOptions({
    queryKey: ["data", "review", facet, id],
    queryFn: () => read(AT, { path: elementAt(facet, "detail", id) }),
  });

export const confirmReview = (facet: string, id: string, versionId: string) =>
  write("post", AT, { path: elementAt(facet, "detail", id), body: { versionId }, match: null });
