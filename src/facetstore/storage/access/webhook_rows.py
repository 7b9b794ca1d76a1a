"""Webhooks of one tenant as they are stored: their settings, their secrets, and their deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from facetstore.storage.engines.engine import Fetch
from facetstore.usecases.ports.webhook_store import DEAD, WAITING, Delivery, StoredSecrets, Webhook

HOOK: Final = ", ".join(Webhook._fields)
DELIVERY: Final = ", ".join(Delivery._fields)

ALL: Final = f"SELECT {HOOK} FROM webhook WHERE tenant = :tenant ORDER BY created, id"
FIND: Final = f"SELECT {HOOK} FROM webhook WHERE tenant = :tenant AND id = :id"
COUNT: Final = "SELECT count(*) FROM webhook WHERE tenant = :tenant"
SECRETS: Final = (
    "SELECT secret, previous, previous_until, headers FROM webhook_secret WHERE tenant = :tenant AND webhook = :id"
)
HAVING_THEM: Final = "SELECT webhook FROM webhook_secret WHERE tenant = :tenant"
COUNTS: Final = """
    SELECT webhook, state, count(*) FROM webhook_delivery WHERE tenant = :tenant GROUP BY webhook, state
"""
DELIVERIES: Final = f"""
    SELECT {DELIVERY} FROM webhook_delivery
     WHERE tenant = :tenant AND webhook = :id AND number < :before AND (:every = 1 OR state = :state)
     ORDER BY number DESC LIMIT :limit
"""
OLDEST_WAITING: Final = f"""
    SELECT {DELIVERY} FROM webhook_delivery
     WHERE tenant = :tenant AND webhook = :id AND state = '{WAITING}' ORDER BY number LIMIT :limit
"""
# A change lets go of it: the process that works on it notices by the generation.
PUT: Final = f"""
    INSERT INTO webhook (tenant, {HOOK}, holder, held_until)
    VALUES (:tenant, {", ".join(f":{name}" for name in Webhook._fields)}, NULL, 0)
    ON CONFLICT (tenant, id) DO UPDATE
       SET settings = excluded.settings, state = excluded.state, trouble = excluded.trouble, changed = excluded.changed,
           revision = excluded.revision, cursor = excluded.cursor, failures = excluded.failures,
           failing_since = excluded.failing_since, next_at = excluded.next_at, generation = webhook.generation + 1
"""
SET_SECRETS: Final = """
    INSERT INTO webhook_secret (tenant, webhook, secret, previous, previous_until, headers)
    VALUES (:tenant, :id, :secret, :previous, :previous_until, :headers)
    ON CONFLICT (tenant, webhook) DO UPDATE
       SET secret = excluded.secret, previous = excluded.previous, previous_until = excluded.previous_until,
           headers = excluded.headers
"""
FORGET: Final = f"""
    DELETE FROM webhook_delivery
     WHERE tenant = :tenant AND webhook = :id AND state IN ('{WAITING}', '{DEAD}') AND revision > :revision
"""
REVIVE: Final = f"""
    UPDATE webhook_delivery SET state = '{WAITING}', attempts = 0, next_at = 0
     WHERE tenant = :tenant AND webhook = :id AND state = '{DEAD}'
"""
DROPS: Final = (
    "DELETE FROM webhook_delivery WHERE tenant = :tenant AND webhook = :id",
    "DELETE FROM webhook_secret WHERE tenant = :tenant AND webhook = :id",
    "DELETE FROM webhook WHERE tenant = :tenant AND id = :id",
)
_NO_END: Final = 2**62


class SqlWebhooks:
    """The webhooks of one tenant, read one by one, or in an open transaction."""

    def __init__(self, fetch: Fetch, tenant: int) -> None:
        self._fetch = fetch
        self._tenant = tenant

    async def all(self) -> Sequence[Webhook]:
        return [as_webhook(row) for row in await self._fetch(ALL, {"tenant": self._tenant})]

    async def find(self, id_: str) -> Webhook | None:
        rows = await self._fetch(FIND, {"tenant": self._tenant, "id": id_})
        return as_webhook(rows[0]) if rows else None

    async def count(self) -> int:
        ((number,),) = await self._fetch(COUNT, {"tenant": self._tenant})
        return cast("int", number)

    async def secrets(self, id_: str) -> StoredSecrets | None:
        rows = await self._fetch(SECRETS, {"tenant": self._tenant, "id": id_})
        return StoredSecrets(*cast("Sequence[Any]", rows[0])) if rows else None

    async def with_secret(self) -> frozenset[str]:
        return frozenset(str(id_) for (id_,) in await self._fetch(HAVING_THEM, {"tenant": self._tenant}))

    async def counts(self) -> Sequence[tuple[str, str, int]]:
        rows = await self._fetch(COUNTS, {"tenant": self._tenant})
        return [cast("tuple[str, str, int]", tuple(row)) for row in rows]

    async def deliveries(self, id_: str, states: Sequence[str], limit: int, before: int | None) -> Sequence[Delivery]:
        """Of one state or, if there are none or several, of all."""
        one = states[0] if len(states) == 1 else ""
        values = {"tenant": self._tenant, "id": id_, "limit": limit, "state": one, "every": int(not one)}
        rows = await self._fetch(DELIVERIES, {**values, "before": _NO_END if before is None else before})
        return [as_delivery(row) for row in rows]

    async def waiting(self, id_: str, limit: int) -> Sequence[Delivery]:
        rows = await self._fetch(OLDEST_WAITING, {"tenant": self._tenant, "id": id_, "limit": limit})
        return [as_delivery(row) for row in rows]

    async def put(self, webhook: Webhook) -> None:
        await self._fetch(PUT, {"tenant": self._tenant, **webhook._asdict()})

    async def set_secrets(self, id_: str, secrets: StoredSecrets) -> None:
        await self._fetch(SET_SECRETS, {"tenant": self._tenant, "id": id_, **secrets._asdict()})

    async def forget_from(self, id_: str, revision: int) -> None:
        await self._fetch(FORGET, {"tenant": self._tenant, "id": id_, "revision": revision})

    async def revive(self, id_: str) -> None:
        await self._fetch(REVIVE, {"tenant": self._tenant, "id": id_})

    async def drop(self, id_: str) -> None:
        for text in DROPS:
            await self._fetch(text, {"tenant": self._tenant, "id": id_})


def as_webhook(row: object) -> Webhook:
    return Webhook(*cast("Sequence[Any]", row))


def as_delivery(row: object) -> Delivery:
    return Delivery(*cast("Sequence[Any]", row))
