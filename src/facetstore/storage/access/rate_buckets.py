"""The buckets of all who call, shared by the processes of a service: in a table of PostgreSQL, or in a file beside the data.

With SQLite they are not in the database: nobody who reads should wait for somebody who writes, and what is only true for seconds
need not survive anything.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

import msgspec

from facetstore.domain.limits import HOLD, Bucket, Lent, Limit, Loan
from facetstore.domain.throttling import SECOND
from facetstore.storage.engines.engine import Engine, Session

# Nothing is changed, but nobody else gets the row before this transaction ends. The clock is the database's: all nodes go by one.
HELD: Final = """
    INSERT INTO rate_bucket (subject, level, at, lent) VALUES (:subject, :whole, {now}, :nobody)
    ON CONFLICT (subject) DO UPDATE SET level = rate_bucket.level RETURNING level, at, lent, {now}
"""
KEEP: Final = "UPDATE rate_bucket SET level = :level, at = :at, lent = :lent WHERE subject = :subject"
FORGET: Final = "DELETE FROM rate_bucket WHERE at < {now} - :age"

_TABLE: Final = """
    PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS rate_bucket (
        subject TEXT NOT NULL PRIMARY KEY, level INTEGER NOT NULL, at INTEGER NOT NULL, lent TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
"""
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
        rows = await session.fetch(self._held, {"subject": subject, "whole": limit.whole, "nobody": "{}"})
        level, at, lent, now = cast("tuple[int, int, str, int]", tuple(rows[0]))
        return Bucket(level, at, _lent.decode(lent)), now

    async def _tidy(self, limit: Limit) -> None:
        """Forget the buckets that are full again: apart, so that nobody who holds one waits for another."""
        if time.monotonic() >= self._tidied + HOLD / SECOND:
            self._tidied = time.monotonic()
            async with self._engine.transaction() as session:
                await session.fetch(self._forget, {"age": HOLD + limit.filling})


class FileBuckets(SqlBuckets):
    """Buckets in an SQLite file of their own, for the processes that serve one database together."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._prepared = False

    @classmethod
    def open(cls, folder: Path) -> FileBuckets:
        from facetstore.storage.engines.sqlite import SqliteEngine

        return cls(SqliteEngine(folder / "limits.db"))

    async def lend(self, subject: str, node: str, limit: Limit) -> Loan:
        if not self._prepared:
            await self.prepare()
        return await super().lend(subject, node, limit)

    async def prepare(self) -> None:
        """Make the table if it is missing. Nothing in the file is worth waiting for the disk."""
        async with self._engine.session() as session:
            await session.execute_script(_TABLE)
        self._prepared = True

    async def close(self) -> None:
        await self._engine.close()


def _columns(bucket: Bucket) -> Mapping[str, object]:
    return {"level": bucket.level, "at": bucket.at, "lent": msgspec.json.encode(bucket.lent).decode()}
