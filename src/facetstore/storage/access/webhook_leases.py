"""Who works on which webhook: a process holds one for some seconds at a time, and notes what it has sent only while it holds it.

Times are those of the database, so the clocks of nodes do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from facetstore.domain.tenant import address_of
from facetstore.storage.access.webhook_rows import DELIVERY, HOOK, SqlWebhooks, as_webhook
from facetstore.storage.engines.engine import Engine, Session
from facetstore.usecases.ports.webhook_store import (
    ACTIVE,
    DELIVERED,
    PAUSED,
    TEST,
    WAITING,
    Delivery,
    DueWebhook,
    Progress,
    StoredSecrets,
    Webhook,
)

KEPT: Final = 500
"""How many finished deliveries of a webhook are listed. Those that wait or were given up are not counted."""

# The revision of a tenant is taken under a lock that ends with the commit, so a webhook that has reached it misses nothing.
DUE: Final = f"""
    SELECT w.tenant, t.collection, t.storage, w.id FROM webhook w JOIN tenant t ON t.key = w.tenant
     WHERE w.state = '{ACTIVE}' AND w.held_until <= {{now}} AND w.next_at <= {{now}} AND t.deleted_at IS NULL
       AND EXISTS (SELECT 1 FROM webhook_secret s WHERE s.tenant = w.tenant AND s.webhook = w.id)
       AND (t.revision > w.revision
            OR EXISTS (SELECT 1 FROM webhook_delivery d
                        WHERE d.tenant = w.tenant AND d.webhook = w.id AND d.state = '{WAITING}' AND d.next_at <= {{now}}))
     ORDER BY random() LIMIT :limit
"""
TAKE: Final = f"""
    UPDATE webhook SET holder = :holder, held_until = {{now}} + :span
     WHERE tenant = :tenant AND id = :id AND state = '{ACTIVE}' AND held_until <= {{now}} RETURNING {HOOK}
"""
_MINE: Final = "tenant = :tenant AND id = :id AND holder = :holder AND generation = :generation AND held_until > {now}"
KEEP: Final = f"UPDATE webhook SET held_until = {{now}} + :span WHERE {_MINE} RETURNING id"
_PROGRESS: Final = """
    revision = :revision, cursor = :cursor, failures = :failures, failing_since = :failing_since, next_at = :next_at
"""
RELEASE: Final = f"UPDATE webhook SET held_until = 0, holder = NULL, {_PROGRESS} WHERE {_MINE}"
LET_GO: Final = (
    "UPDATE webhook SET held_until = 0, holder = NULL WHERE tenant = :tenant AND id = :id AND holder = :holder"
)
MARK: Final = f"""
    UPDATE webhook SET {_PROGRESS}, numbered = numbered + :added WHERE {_MINE} RETURNING numbered
"""
PAUSE: Final = f"""
    UPDATE webhook SET state = '{PAUSED}', trouble = :trouble, generation = generation + 1, held_until = 0, holder = NULL
     WHERE tenant = :tenant AND id = :id
"""
NUMBER: Final = "UPDATE webhook SET numbered = numbered + 1 WHERE tenant = :tenant AND id = :id RETURNING numbered"
ADD: Final = f"""
    INSERT INTO webhook_delivery (tenant, webhook, {DELIVERY})
    VALUES (:tenant, :id, {", ".join(f":{name}" for name in Delivery._fields)})
    ON CONFLICT (tenant, webhook, number) DO UPDATE
       SET state = excluded.state, attempts = excluded.attempts, at = excluded.at, next_at = excluded.next_at,
           request = excluded.request, status = excluded.status, answer = excluded.answer,
           milliseconds = excluded.milliseconds
"""
TRIM: Final = f"""
    DELETE FROM webhook_delivery
     WHERE tenant = :tenant AND webhook = :id AND state IN ('{DELIVERED}', '{TEST}') AND number <= :before
"""


class SqlWebhookWork:
    """The webhooks of one tenant, for processes that send."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._tenant = tenant
        self._rows = SqlWebhooks(engine.fetch, tenant)

    async def all(self) -> Sequence[Webhook]:
        return await self._rows.all()

    async def find(self, id_: str) -> Webhook | None:
        return await self._rows.find(id_)

    async def secrets(self, id_: str) -> StoredSecrets | None:
        return await self._rows.secrets(id_)

    async def with_secret(self) -> frozenset[str]:
        return await self._rows.with_secret()

    async def counts(self) -> Sequence[tuple[str, str, int]]:
        return await self._rows.counts()

    async def deliveries(self, id_: str, states: Sequence[str], limit: int, before: int | None) -> Sequence[Delivery]:
        return await self._rows.deliveries(id_, states, limit, before)

    async def waiting(self, id_: str, limit: int) -> Sequence[Delivery]:
        return await self._rows.waiting(id_, limit)

    async def take(self, id_: str, holder: str, seconds: float) -> Webhook | None:
        async with self._engine.transaction() as session:
            rows = await session.fetch(self._text(TAKE), {**self._key(id_, holder), "span": int(seconds * 1e6)})
        return as_webhook(rows[0]) if rows else None

    async def keep(self, id_: str, holder: str, seconds: float, generation: int) -> bool:
        values = {**self._key(id_, holder), "span": int(seconds * 1e6), "generation": generation}
        async with self._engine.transaction() as session:
            return bool(await session.fetch(self._text(KEEP), values))

    async def release(self, id_: str, holder: str, progress: Progress, generation: int) -> None:
        async with self._engine.transaction() as session:
            await session.fetch(self._text(RELEASE), self._values(id_, holder, progress, generation))

    async def let_go(self, id_: str, holder: str) -> None:
        async with self._engine.transaction() as session:
            await session.fetch(LET_GO, self._key(id_, holder))

    async def mark(
        self, id_: str, holder: str, generation: int, progress: Progress, deliveries: Sequence[Delivery]
    ) -> bool:
        added = sum(not each.number for each in deliveries)
        values = {**self._values(id_, holder, progress, generation), "added": added}
        async with self._engine.transaction() as session:
            rows = await session.fetch(self._text(MARK), values)
            if not rows:
                return False
            last = cast("int", rows[0][0])
            await self._store(session, id_, deliveries, last - added, last)
            if progress.pause_for is not None:
                await session.fetch(PAUSE, {"tenant": self._tenant, "id": id_, "trouble": progress.pause_for})
        return True

    async def log(self, id_: str, delivery: Delivery) -> None:
        async with self._engine.transaction() as session:
            if rows := await session.fetch(NUMBER, {"tenant": self._tenant, "id": id_}):
                last = cast("int", rows[0][0])
                await self._store(session, id_, [delivery], last - 1, last)

    async def _store(self, session: Session, id_: str, deliveries: Sequence[Delivery], before: int, last: int) -> None:
        rows, number = [], before
        for each in deliveries:
            if not each.number:
                number += 1
                each = each._replace(number=number)
            rows.append({"tenant": self._tenant, "id": id_, **each._asdict()})
        if rows:
            await session.run_for_each(ADD, rows)
            await session.fetch(TRIM, {"tenant": self._tenant, "id": id_, "before": last - KEPT})

    def _values(self, id_: str, holder: str, progress: Progress, generation: int) -> Mapping[str, object]:
        noted = {name: value for name, value in progress._asdict().items() if name != "pause_for"}
        return {**self._key(id_, holder), **noted, "generation": generation}

    def _key(self, id_: str, holder: str) -> dict[str, object]:
        return {"tenant": self._tenant, "id": id_, "holder": holder}

    def _text(self, text: str) -> str:
        return text.format(now=self._engine.dialect.now)


async def due_webhooks(engine: Engine, limit: int) -> Sequence[DueWebhook]:
    rows = await engine.fetch(DUE.format(now=engine.dialect.now), {"limit": limit})
    return [
        DueWebhook(cast("int", tenant), address_of(str(collection), str(storage)), str(id_))
        for tenant, collection, storage, id_ in rows
    ]
