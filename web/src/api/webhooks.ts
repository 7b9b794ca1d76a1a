// Webhooks, and what came of their deliveries. Both change without a new revision of the storage, so they are asked for again and again.
import { queryOptions } from "@tanstack/react-query";
import { read, write } from "./requests";
import type { Webhook, WebhookBody, WebhookDelivery } from "./types.gen";

const EVERY_MS = 3000;
const ALL = "/rest/webhooks";
const ONE = `${ALL}/{webhookId}` as const;
/** How many deliveries are shown at a time. */
export const LOGGED = 50;

export type DeliveryState = WebhookDelivery["state"];

export const webhooks = queryOptions({
  queryKey: ["data", "webhooks"],
  queryFn: async () => (await read(ALL)).values,
  refetchInterval: EVERY_MS,
});

/** Those behind a delivery, the newest first; of one state, or of all. */
export const deliveries = (webhookId: string, state: DeliveryState | undefined, before: number | undefined) =>
  queryOptions({
    queryKey: ["data", "webhook-deliveries", webhookId, state, before],
    queryFn: async () => {
      const query = {
        $pageSize: LOGGED,
        state: state && [state],
        before,
      };
      return (await read(`${ONE}/deliveries`, { path: { webhookId }, query })).values;
    },
    refetchInterval: EVERY_MS,
  });

const at = (webhookId: string) => ({ path: { webhookId }, match: null });

/** Gives a webhook another secret. It is never sent again: where the answer was lost, there is another one. */
export async function rotate(webhookId: string): Promise<string> {
  const ask = async () => (await write("post", `${ONE}/rotate`, at(webhookId))).data.values[0]?.secret;
  return (await ask()) ?? (await ask()) ?? "";
}

/** Makes a webhook, and returns it with its secret. */
export async function make(body: WebhookBody): Promise<{ id: string; secret: string }> {
  const [made] = (await write("post", ALL, { body, match: null })).data.values;
  const id = made?.id ?? "";
  return { id, secret: made?.secret ?? (await rotate(id)) };
}

export const pause = ({ id, state }: Webhook) =>
  write("post", ONE, { ...at(id), body: { paused: state === "active" } });

export const remove = (id: string) => write("delete", ONE, at(id));

/** What came of a test. */
export const test = async (id: string): Promise<WebhookDelivery | undefined> =>
  (await write("post", `${ONE}/test`, at(id))).data.values[0];

/** Sends again: what was given up, or everything behind a place of the feed. */
export const replay = (id: string, from: { dead: true } | { after: string }) =>
  write("post", `${ONE}/replay`, { ...at(id), body: from });
