"""The versions that the scheduler moves to their next state, found by the day after which it does."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Fetch

_LOCK: Final = 0x0FACE76  # another one than that of migrations

FIRST_DAY: Final = """
    (SELECT min(v.moves_after) FROM version v WHERE v.tenant = tenant.key AND v.moves_after IS NOT NULL)
"""
"""Of a row of `tenant`, the day after which its first version moves on: one index lookup."""

FIND: Final = """
    SELECT id FROM version WHERE tenant = :tenant AND moves_after < :today ORDER BY moves_after LIMIT :limit
"""
# The day is compared again in the update: if another node has taken a version meanwhile, it is NULL or that of a later step.
TAKE: Final = """
    UPDATE version SET moves_after = NULL WHERE tenant = :tenant AND {among} AND moves_after < :today RETURNING id
"""


class SqlDueVersions:
    """The due versions of one tenant."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def take(self, today: str, limit: int) -> Sequence[str]:
        values = {"tenant": self._tenant, "today": today}
        found = [row[0] for row in await self._fetch(FIND, {**values, "limit": limit})]
        take = TAKE.format(among=self._dialect.among("id", "ids"))
        taken = {row[0] for row in await self._fetch(take, {**values, "ids": self._dialect.pack(found)})}
        return [str(each) for each in found if each in taken]


@asynccontextmanager
async def one_scheduler(engine: Engine) -> AsyncIterator[bool]:
    """Take the lock of the scheduler; yields False if another node has it. It ends with the block or the connection.

    Always True in SQLite, where there is one writer anyway.
    """
    if engine.dialect.name == "sqlite":
        yield True
        return
    async with engine.transaction() as session:
        rows = await session.fetch("SELECT pg_try_advisory_xact_lock(:lock)", {"lock": _LOCK})
        yield bool(rows[0][0])
