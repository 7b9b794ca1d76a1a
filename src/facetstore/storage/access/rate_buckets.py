"""The rate limit buckets of all callers in a table of PostgreSQL, shared by all processes on one database."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final, cast

import msgspec

from facetstore.domain.buckets import HOLD, Bucket, Lent, Limit, Loan
from facetstore.domain.throttling import SECOND
from facetstore.storage.engines.engine import Engine, Session

# A row that exists is not changed, but locked until the transaction ends. All nodes use the clock of the database.
HELD: Final = """
    INSERT INTO rate_bucket (subject, level, at, lent) VALUES (:subject, :whole, {now}, :lent)
    ON CONFLICT (subject) DO UPDATE SET level = rate_bucket.level RETURNING level, at, lent, {now}
"""
KEEP: Final = "UPDATE rate_bucket SET level = :level, at = :at, lent = :lent WHERE subject = :subject"
FORGET: Final = "DELETE FROM rate_bucket WHERE at < {now} - :age"

_lent: Final = msgspec.json.Decoder(dict[str, Lent])


class SqlBuckets:
    """Buckets in a table."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._held = HELD.format(now=engine.dialect.now)
        self._forget = FORGET.format(now=engine.dialect.now)
        self._tidied = 0.0

    async def lend(self, subject: str, node: str, limit: Limit) -> Loan:
        await self._tidy(limit)
        async with self._engine.transaction() as session:
            bucket, now = await self._bucket(session, subject, limit)
            bucket, loan = bucket.lend(node, limit, now)
            await session.fetch(KEEP, {"subject": subject, **_columns(bucket)})
        return loan

    async def _bucket(self, session: Session, subject: str, limit: Limit) -> tuple[Bucket, int]:
        rows = await session.fetch(self._held, {"subject": subject, "whole": limit.whole, "lent": "{}"})
        level, at, lent, now = cast("tuple[int, int, str, int]", tuple(rows[0]))
        return Bucket(level, at, _lent.decode(lent)), now

    async def _tidy(self, limit: Limit) -> None:
        """Delete the buckets that are full again, in a transaction of its own: none waits while it holds a bucket."""
        if time.monotonic() >= self._tidied + HOLD / SECOND:
            self._tidied = time.monotonic()
            async with self._engine.transaction() as session:
                await session.fetch(self._forget, {"age": HOLD + limit.filling})


def _columns(bucket: Bucket) -> Mapping[str, object]:
    return {"level": bucket.level, "at": bucket.at, "lent": msgspec.json.encode(bucket.lent).decode()}
