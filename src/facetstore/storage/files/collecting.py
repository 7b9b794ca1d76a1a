"""Deletes contents that nothing has used for the days of grace, and what is left of uploads that never ended.

A content is first made invisible, in the transaction that finds it unused: from then on nothing can begin to use it. Its chunks
are deleted afterwards, some at a time. A collection that is interrupted is continued by the next one.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final, NamedTuple, cast

from facetstore.storage.engines.engine import Engine

ABANDONED_SECONDS: Final = 3600
"""How long after its last chunk an upload counts as abandoned. No client may be silent for that long."""
_DAY: Final = 86_400_000_000
_EVER: Final = 2**62
_FOUND: Final = 200
"""How many contents one statement returns."""
_BATCH: Final = 40
"""How many chunks one transaction deletes, so that it stays short: in SQLite other writers wait for it."""

# Deleted tenants are left as they are: they can be restored, or are purged as a whole.
IDLE: Final = """
    SELECT c.tenant, c.id, c.hash FROM file_content c JOIN tenant t ON t.key = c.tenant
     WHERE c.idle_since IS NOT NULL AND t.deleted_at IS NULL
       AND (CASE WHEN c.hash IS NULL THEN c.idle_since < :abandoned ELSE c.idle_since < :unused END)
     ORDER BY c.idle_since LIMIT :limit
"""
# Changes of the tenant wait meanwhile, so that none begins to use a content that was just found unused.
LOCK: Final = {
    "sqlite": "SELECT key FROM tenant WHERE key = :tenant",
    "postgres": "SELECT key FROM tenant WHERE key = :tenant FOR NO KEY UPDATE",
}
HIDE: Final = """
    UPDATE file_content SET hash = NULL, idle_since = -1
     WHERE tenant = :tenant AND id = :id AND hash = :hash AND idle_since < :unused
       AND NOT EXISTS (SELECT 1 FROM file_use u WHERE u.tenant = :tenant AND u.hash = :hash)
       AND NOT EXISTS (SELECT 1 FROM trash_file f WHERE f.tenant = :tenant AND f.hash = :hash)
    RETURNING id
"""
STILL_USED: Final = """
    UPDATE file_content SET idle_since = NULL
     WHERE tenant = :tenant AND id = :id AND hash = :hash AND idle_since < :unused
"""
GIVE_UP: Final = """
    UPDATE file_content SET idle_since = -1
     WHERE tenant = :tenant AND id = :id AND hash IS NULL AND idle_since < :abandoned RETURNING id
"""
SOME_CHUNKS: Final = """
    DELETE FROM file_chunk
     WHERE tenant = :tenant AND content = :id
       AND number IN (SELECT number FROM file_chunk WHERE tenant = :tenant AND content = :id LIMIT :limit)
    RETURNING number
"""
CONTENT_ROW: Final = "DELETE FROM file_content WHERE tenant = :tenant AND id = :id AND hash IS NULL AND idle_since = -1"


class _Idle(NamedTuple):
    tenant: int
    id: str
    hash: str | None


async def collect_idle(engine: Engine, grace_days: int, abandoned_seconds: int = ABANDONED_SECONDS) -> int:
    """Delete the contents whose time is over; returns how many. One statement if there are none."""
    now, collected = time.time_ns() // 1000, 0
    # The next microsecond, so that without days of grace what was just given up is collected as well.
    limits = {"unused": now + 1 - grace_days * _DAY, "abandoned": now + 1 - abandoned_seconds * 1_000_000}
    while rows := await engine.fetch(IDLE, {**limits, "limit": _FOUND}):
        for row in rows:
            each = _Idle(*cast("tuple[int, str, str | None]", tuple(row)))
            collected += await _collect(engine.for_tenant(each.tenant), each, limits["unused"], limits["abandoned"])
            await asyncio.sleep(0)
    return collected


async def _collect(engine: Engine, idle: _Idle, unused: int, abandoned: int) -> bool:
    if idle.hash is None:
        is_free = await give_up(engine, idle.tenant, idle.id, abandoned)
    else:
        is_free = await _hide(engine, idle, unused)
    if is_free:
        await remove(engine, idle.tenant, idle.id)
    return is_free


async def _hide(engine: Engine, idle: _Idle, unused: int) -> bool:
    """Make a content invisible if nothing uses it; otherwise note that it is used."""
    values = {"tenant": idle.tenant, "id": idle.id, "hash": idle.hash, "unused": unused}
    async with engine.change() as session:
        await session.fetch(LOCK[engine.dialect.name], {"tenant": idle.tenant})
        if await session.fetch(HIDE, values):
            return True
        await session.fetch(STILL_USED, values)
    return False


async def give_up(engine: Engine, tenant: int, content: str, abandoned: int | None = None) -> bool:
    """Let an upload take no more chunks if it was silent since then; without a time, at once. False if it was kept."""
    limit = _EVER if abandoned is None else abandoned
    async with engine.transaction() as session:
        return bool(await session.fetch(GIVE_UP, {"tenant": tenant, "id": content, "abandoned": limit}))


async def remove(engine: Engine, tenant: int, content: str) -> None:
    """Delete a content that is invisible and takes no more chunks."""
    values, more = {"tenant": tenant, "id": content}, True
    while more:
        async with engine.transaction() as session:
            more = bool(await session.fetch(SOME_CHUNKS, {**values, "limit": _BATCH}))
            if not more:
                await session.fetch(CONTENT_ROW, values)
