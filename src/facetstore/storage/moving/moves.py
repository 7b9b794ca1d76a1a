"""Moves tenants between the pools of an installation, and looks after what earlier moves have left behind."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, cast

from facetstore.domain.errors import NotFound, Unavailable
from facetstore.domain.tenant import Tenant, TenantAddress
from facetstore.storage.capture.triggers import end_captures
from facetstore.storage.moving.arrival import tenant_row
from facetstore.storage.moving.copied_rows import Progress
from facetstore.storage.moving.move import Move, MoveResult, settle
from facetstore.storage.pools.directory import DirectoryEntry, record
from facetstore.storage.pools.pool import Pool
from facetstore.storage.pools.pooled_store import PooledStorage
from facetstore.storage.purging import purge_due
from facetstore.usecases.tenants.tenant_elements import show_again

LEFT: Final = "SELECT key, moved_to, deleted_at, purge_at FROM tenant WHERE moved_to IS NOT NULL"
UNFINISHED: Final = """
    UPDATE tenant SET purge_at = :now, arriving = 'copying' WHERE key = :tenant AND arriving IS NOT NULL AND moved_to IS NULL
"""
_STAY: Final = 600_000_000
"""Microseconds for which the triggers of a moved tenant stay: a request that began before may still want to write."""


async def move_tenant(
    storage: PooledStorage, address: TenantAddress, pool: str, progress: Progress
) -> MoveResult | None:
    """Move a tenant to a pool. None: it lives there; what an interrupted move has left elsewhere is deleted.

    Raises NotFound if there is no such tenant, InvalidValues for an unknown pool, and what `Move.run` raises.
    """
    target = storage.places.named(pool)
    tenant = await storage.tenant(address)
    if tenant is None:
        raise NotFound(f"There is no tenant {address}, or it is deleted.")
    source = storage.places.of(tenant.key)
    if source is target:
        await _clean_up(storage, tenant, target)
        moved = None
    else:
        moved = await Move(tenant.key, source, target, storage.grace_days, progress).run()
        storage.places.put(target, tenant)
    with suppress(Unavailable):  # a server does both when it compares the directories
        await show_again(storage, [tenant.id])
        await record(storage.parts, DirectoryEntry(address.folded, tenant.id, pool))
    return moved


async def _clean_up(storage: PooledStorage, tenant: Tenant, home: Pool) -> None:
    """Delete what interrupted moves of a tenant to other pools have left."""
    await settle_moves(storage.parts, storage.grace_days)
    engines = [(await each.ready()).engine for each in storage.parts if each is not home]
    async with home.engine.transaction() as session:  # a run that is about to switch ends before, or not at all
        await tenant_row(session, home.engine.dialect.name, tenant.key, lock=True)
        for engine in engines:
            async with engine.transaction() as there:
                await there.fetch(UNFINISHED, {"tenant": tenant.key, "now": _now()})
    await end_captures(home.engine, tenant.key)
    for engine in engines:
        await purge_due(engine)


async def settle_moves(pools: Sequence[Pool], grace_days: int) -> None:
    """Finish the moves that were interrupted behind their switch, and remove triggers that are not needed any more."""
    by_name = {each.name: each for each in pools}
    for pool in pools:
        with suppress(Unavailable):  # the next time
            await _settle_moves_from(pool, by_name, grace_days)


async def _settle_moves_from(pool: Pool, by_name: Mapping[str, Pool], grace_days: int) -> None:
    engine = (await pool.ready()).engine
    for key, moved_to, deleted_at, purge_at in await engine.fetch(LEFT, {}):
        tenant = cast("int", key)
        if purge_at is None and str(moved_to) in by_name:
            await settle(pool, by_name[str(moved_to)], tenant, grace_days)
        if cast("int", deleted_at) < _now() - _STAY:
            await end_captures(engine, tenant)


def _now() -> int:
    return time.time_ns() // 1000
