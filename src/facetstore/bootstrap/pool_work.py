"""The background work of a server with pools: each pool is looked after on its own, so that none waits for another one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any, Final

from facetstore.bootstrap.notice_work import keep_noticing
from facetstore.bootstrap.scheduler import keep_schedule
from facetstore.domain.errors import Unavailable
from facetstore.rest.wire.health import Health
from facetstore.rest.wire.monitoring import RequestLog, describe_fault
from facetstore.storage.moving.moves import settle_moves
from facetstore.storage.pools.directory import spread, unrecorded
from facetstore.storage.pools.pool import Pool
from facetstore.storage.pools.pooled_store import PooledStorage
from facetstore.usecases.tenants.tenant_elements import show_again

_RETRY: Final = 15.0
_SPREAD: Final = 600.0
"""Seconds between two comparisons of the directories."""


def pool_work(storage: PooledStorage, log: RequestLog) -> Iterator[Callable[[], Coroutine[Any, Any, None]]]:
    """What runs beside requests: the schedule and the health of each pool, and what their directories say."""
    for pool in storage.parts:
        yield partial(_keep_schedule, pool, log)
        yield partial(_keep_noticing, pool, log)
        yield Health(pool, partial(log.event, pool=pool.name)).watch
    yield partial(_keep_directories, storage, log)


async def _keep_schedule(pool: Pool, log: RequestLog) -> None:
    """Run the schedule of a pool until cancelled, from when it first answers."""
    while True:
        try:
            storage = await pool.ready()
        except Unavailable:  # its health is logged
            await asyncio.sleep(_RETRY)
        else:
            await keep_schedule(storage, log)


async def _keep_noticing(pool: Pool, log: RequestLog) -> None:
    """Derive the notices of a pool until cancelled, from when it first answers."""
    while True:
        try:
            storage = await pool.ready()
        except Unavailable:  # its health is logged
            await asyncio.sleep(_RETRY)
        else:
            await keep_noticing(storage, log)


async def _keep_directories(storage: PooledStorage, log: RequestLog) -> None:
    """Compare the directories, and finish interrupted moves, again and again until cancelled."""
    while True:
        try:
            if written := await keep_directory(storage):
                log.event("directory", written=written)
        except Exception as error:  # retried at the next run
            log.event("directory", fault=describe_fault(error))
        await asyncio.sleep(_SPREAD)


async def keep_directory(storage: PooledStorage) -> int:
    """Finish interrupted moves, and make directories and administrations say where tenants live; returns how many entries were
    written."""
    await settle_moves(storage.parts, storage.grace_days)
    if new := await unrecorded(storage.parts):
        await show_again(storage, [each.id for each in new])
    return await spread(storage.parts)
