"""Signs requests as Standard Webhooks says: receivers check with its library that a request is ours, and new."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Mapping
from typing import Final

from facetstore.usecases.ports.webhook_store import StoredSecrets

PREFIX: Final = "whsec_"
_BYTES: Final = 32
PREVIOUS_FOR: Final = 24 * 3_600_000_000
"""How long the secret before is used as well, in microseconds: receivers change theirs meanwhile."""


def new_webhook_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def rotated(known: StoredSecrets | None, now: int) -> StoredSecrets:
    """With another secret; the one before is valid for a day."""
    if known is None:
        return StoredSecrets(new_webhook_secret())
    return known._replace(secret=new_webhook_secret(), previous=known.secret, previous_until=now + PREVIOUS_FOR)


def message_id(event: str) -> str:
    """The id of the message about an event: the same each time it is sent. A full stop would end it too early."""
    return "msg_" + event.replace(".", "_")


def signature_headers(known: StoredSecrets, id_: str, body: bytes, now: int) -> Mapping[str, str]:
    """The three headers of a message that is sent now (microseconds since 1970 UTC)."""
    stamp = str(now // 1_000_000)
    valid = [known.secret]
    if known.previous is not None and now < known.previous_until:
        valid.append(known.previous)
    signed = b".".join((id_.encode(), stamp.encode(), body))
    return {
        "webhook-id": id_,
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(f"v1,{_signature(each, signed)}" for each in valid),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
