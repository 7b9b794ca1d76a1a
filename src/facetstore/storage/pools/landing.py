"""Ends a move that was interrupted behind its switch: the rows in the old pool say where the tenant lives, so it is opened there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, cast

from facetstore.domain.errors import Unavailable
from facetstore.storage.pools.pool import NOT_NOW, Pool

COMPLETE: Final = "complete"
"""`arriving` of a tenant whose rows are all there: it is opened once the old pool says that it lives there."""
LEFT_AT: Final = "SELECT key, moved_to FROM tenant WHERE address = :key AND moved_to IS NOT NULL"
LEFT_NAMED: Final = "SELECT key, moved_to FROM tenant WHERE id = :key AND moved_to IS NOT NULL"
OPEN: Final = f"""
    UPDATE tenant SET arriving = NULL, deleted_at = NULL, purge_at = NULL WHERE key = :tenant AND arriving = '{COMPLETE}'
"""
UNOPENED: Final = f"SELECT 1 FROM tenant WHERE key = :tenant AND arriving = '{COMPLETE}'"
_PATIENCE: Final = 5.0


class MovedAway(NamedTuple):
    """A tenant that has left a pool, and the pool that it moved to."""

    tenant: int
    pool: str


async def left(pools: Iterable[Pool], text: str, key: str) -> Sequence[MovedAway]:
    """What pools that answer say about a tenant that left them, by its address (LEFT_AT) or its id (LEFT_NAMED)."""
    found = []
    for pool in pools:
        with suppress(Unavailable):
            rows = await (await pool.ready()).engine.fetch(text, {"key": key})
            found += [MovedAway(cast("int", tenant), str(name)) for tenant, name in rows]
    return found


async def open_arrived(pool: Pool, tenant: int) -> None:
    """Open a tenant that has arrived in a pool, unless it is open. Raises Unavailable if the pool does not answer soon."""
    engine = (await pool.ready()).engine
    if not await engine.fetch(UNOPENED, {"tenant": tenant}):
        return
    try:
        # The caller may hold a transaction that this one waits for.
        async with asyncio.timeout(_PATIENCE), engine.transaction() as session:
            await session.fetch(OPEN, {"tenant": tenant})
    except TimeoutError:
        raise Unavailable(NOT_NOW) from None


async def land(pools: Mapping[str, Pool], reached: Iterable[Pool], address: str) -> bool:
    """Open the tenant of an address where it moved to. False: it never moved."""
    found = await left(reached, LEFT_AT, address)
    for each in found:
        if each.pool in pools:
            await open_arrived(pools[each.pool], each.tenant)
    return bool(found)


async def refuse_moving(pools: Mapping[str, Pool], reached: Iterable[Pool], text: str, key: str) -> None:
    """Raise Unavailable if a tenant has moved and is not open yet in its new pool; by its address or its id, like `left`."""
    for each in await left(reached, text, key):
        if each.pool in pools and await pools[each.pool].engine.fetch(UNOPENED, {"tenant": each.tenant}):
            raise Unavailable(NOT_NOW)
