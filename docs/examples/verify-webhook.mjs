// Checks that a message of a webhook is ours and new, as Standard Webhooks says. Needs nothing but Node.
import { createHmac, timingSafeEqual } from "node:crypto";

const FIVE_MINUTES = 300;

/** `headers` have lower-case names, `body` is a Buffer with what came, byte by byte. */
export function isOurs(secret, headers, body) {
  const { "webhook-id": id, "webhook-timestamp": sent, "webhook-signature": signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(sent)) <= FIVE_MINUTES)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const ours = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${sent}.`).update(body).digest("base64")}`);
  return signatures.split(" ").some((each) => each.length === ours.length && timingSafeEqual(Buffer.from(each), ours));
}
