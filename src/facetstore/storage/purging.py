"""Purges deleted tenants: deletes all their rows once they cannot be restored any more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import TenantAddress, address_of
from facetstore.storage.capture.triggers import end_captures
from facetstore.storage.engines.engine import Engine, Session

DUE: Final = """
    SELECT key, collection, storage, coalesce(moved_to, arriving) FROM tenant
     WHERE purge_at IS NOT NULL AND purge_at <= :now ORDER BY purge_at
"""
PURGE_NOW: Final = (
    "UPDATE tenant SET purge_at = deleted_at WHERE key = :tenant AND deleted_at IS NOT NULL RETURNING key"
)
_BATCH: Final = 500
"""How many versions one transaction deletes, so that it stays short: in SQLite other writers wait for it."""
SOME_VERSIONS: Final = """
    DELETE FROM version
     WHERE tenant = :tenant AND key IN (SELECT key FROM version WHERE tenant = :tenant LIMIT :limit) RETURNING key
"""
_SOME_CHUNKS: Final = 40
SOME_CHUNKS: Final = {
    "sqlite": """
        DELETE FROM file_chunk
         WHERE rowid IN (SELECT rowid FROM file_chunk WHERE tenant = :tenant LIMIT :limit) RETURNING number
    """,
    "postgres": """
        DELETE FROM file_chunk
         WHERE tenant = :tenant AND (content, number) IN
               (SELECT content, number FROM file_chunk WHERE tenant = :tenant LIMIT :limit) RETURNING number
    """,
}
# Every table with rows of tenants has a column `tenant`, so tables of later releases are found as well.
TABLES: Final = {
    "sqlite": """
        SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c ON c.name = 'tenant' WHERE t.type = 'table'
    """,
    "postgres": """
        SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
         WHERE table_schema = 'facetstore' AND column_name = 'tenant' AND table_type = 'BASE TABLE'
    """,
}
_LAST: Final = ("version", "element")
"""Emptied last, because other tables may refer to their rows."""
REMEMBER: Final = """
    INSERT INTO purged_tenant (key, id, address, at) SELECT key, id, address, :now FROM tenant WHERE key = :tenant
    ON CONFLICT (key) DO NOTHING
"""
TENANT_ROW: Final = "DELETE FROM tenant WHERE key = :tenant"


async def purge_due(engine: Engine) -> Sequence[TenantAddress]:
    """Purge the tenants whose time is over, and return their addresses. The next call continues an interrupted purge.

    Rows of tenants that live in another pool are purged as well, and not returned.
    """
    purged = []
    for key, collection, storage, elsewhere in await engine.fetch(DUE, {"now": _now()}):
        await purge_rows(engine, int(str(key)))
        if elsewhere is None:
            purged.append(address_of(str(collection), str(storage)))
    return purged


async def purge_now(engine: Engine, tenant: int) -> None:
    """Purge a deleted tenant before its time is over. Raises Conflict if it is not deleted: it may have been restored meanwhile."""
    async with engine.transaction() as session:
        if not await session.fetch(PURGE_NOW, {"tenant": tenant}):
            raise Conflict("This tenant is not deleted, so it cannot be purged. Delete it first.")
    await purge_rows(engine, tenant)


async def purge_rows(engine: Engine, tenant: int) -> None:
    """Delete all rows of a tenant that is due, and the triggers that a move has left behind: they would refuse it."""
    await end_captures(engine, tenant)
    await _empty(engine, SOME_VERSIONS, tenant, _BATCH)
    await _empty(engine, SOME_CHUNKS[engine.dialect.name], tenant, _SOME_CHUNKS)
    async with engine.transaction() as session:
        for table in await _tables(session, engine.dialect.name):
            await session.fetch(f"DELETE FROM {table} WHERE tenant = :tenant", {"tenant": tenant})
        await session.fetch(REMEMBER, {"tenant": tenant, "now": _now()})
        await session.fetch(TENANT_ROW, {"tenant": tenant})


async def _empty(engine: Engine, text: str, tenant: int, limit: int) -> None:
    """Delete rows, some in each transaction."""
    more = True
    while more:
        async with engine.transaction() as session:
            more = bool(await session.fetch(text, {"tenant": tenant, "limit": limit}))
        await asyncio.sleep(0)


async def _tables(session: Session, engine: str) -> Sequence[str]:
    found = sorted(str(name) for (name,) in await session.fetch(TABLES[engine], {}))
    return [*(name for name in found if name not in _LAST), *_LAST]


def _now() -> int:
    return time.time_ns() // 1000
