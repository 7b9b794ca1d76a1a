"""Checks that a message of a webhook is ours and new, as Standard Webhooks says. Needs nothing but Python."""

import base64
import hmac
import time

FIVE_MINUTES = 300


def is_ours(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """`headers` have lower-case names, `body` is what came, byte by byte."""
    id_, sent = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(sent)) > FIVE_MINUTES:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = b".".join((id_.encode(), sent.encode(), body))
    ours = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    return any(hmac.compare_digest(ours, each) for each in headers["webhook-signature"].split())
