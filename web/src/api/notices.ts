// What the user is to know, and what the user follows. Notices come about a second after what they are about.
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { read, write } from "./requests";

const EVERY_MS = 30_000;
const FOLLOWED = ["data", "subscriptions"];

export const notices = queryOptions({
  queryKey: ["data", "notices"],
  queryFn: () => read("/rest/notices"),
  refetchInterval: EVERY_MS,
});

const followed = queryOptions({
  queryKey: FOLLOWED,
  queryFn: async () => (await read("/rest/subscriptions")).values,
});

/** Notices before one: the list has the newest only. */
export const noticesBefore = async (id: string) => (await read("/rest/notices", { query: { before: id } })).values;

/** Marks notices as read; without ids, all. */
export async function markRead(ids?: string[]): Promise<void> {
  await write("post", "/rest/notices/read", { body: ids === undefined ? {} : { ids }, match: null });
}

/** Whether the user follows an element, and what changes that. */
export function useFollowing(elementId: string) {
  const client = useQueryClient();
  const { data } = useQuery(followed);
  const follows = data?.some((each) => each.element.id === elementId);
  const change = async () => {
    const given = { path: { elementId }, match: null };
    if (follows) await write("delete", "/rest/subscriptions/{elementId}", given);
    else await write("post", "/rest/subscriptions/{elementId}", { ...given, body: { below: true } });
    await client.invalidateQueries({ queryKey: FOLLOWED });
  };
  return { follows, change };
}

export const PACES = ["never", "atOnce", "daily"] as const;
export type Pace = (typeof PACES)[number];

/** Whether notices come by mail, too. */
export const mailChoice = queryOptions({ queryKey: ["data", "mail-choice"], queryFn: () => read("/rest/mail") });

export const chooseMail = (pace: Pace) => write("post", "/rest/mail", { body: { pace }, match: null });
