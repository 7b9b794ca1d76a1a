"""Opens the database that the settings name, and checks that its schema fits the code."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Conflict, Unavailable
from facetstore.domain.tenant import MAIN_POOL
from facetstore.storage.engines.engine import Engine
from facetstore.storage.migrate import check_schema
from facetstore.storage.store import SqlStorage

if TYPE_CHECKING:
    from facetstore.storage.pools.pool import Pool
    from facetstore.storage.pools.pooled_store import PooledStorage


def open_engine(settings: Settings) -> Engine:
    """The engine of a database, whatever its schema."""
    # Each engine is imported only when it is used, so that the other one's driver costs nothing.
    if settings.database is not None:
        from facetstore.storage.engines.postgres import PostgresEngine

        return PostgresEngine(settings.database, row_security=settings.row_security)
    from facetstore.storage.engines.sqlite import SqliteEngine

    return SqliteEngine(settings.file)


async def open_storage(settings: Settings) -> SqlStorage:
    """The storage of a database; an empty database gets its schema. Raises Conflict if schema and code do not fit.

    With pools, one of them needs to answer: the others are checked when they do.
    """
    if settings.pools:
        return await _open_pools(settings)
    engine = open_engine(settings)
    try:
        await check_schema(engine)
        await engine.check()
    except BaseException:
        await engine.close()
        raise
    return SqlStorage(engine, settings.grace_days)


async def _open_pools(settings: Settings) -> PooledStorage:
    storage = make_pools(settings)
    try:
        for pool in storage.parts:
            await _try(pool)
        await storage.check()
    except BaseException:
        await storage.close()
        raise
    return storage


async def _try(pool: Pool) -> None:
    """Open a pool if it answers. Raises Conflict if it is a wrong database, or has a wrong schema: that does not pass."""
    try:
        await pool.ready()
    except Unavailable as failure:
        if isinstance(failure.__cause__, Conflict):
            raise failure.__cause__ from None


def failing_pools(storage: SqlStorage) -> Sequence[tuple[str, str]]:
    """The pools that did not answer, each with its cause."""
    from facetstore.storage.pools.pooled_store import PooledStorage

    pools = storage.parts if isinstance(storage, PooledStorage) else ()
    failures = [(pool.name, pool.recent_failure) for pool in pools]
    return [(name, str(each.cause or each.message)) for name, each in failures if each is not None]


def make_pools(settings: Settings) -> PooledStorage:
    """The storage of all pools; each is checked when it is first used."""
    from facetstore.storage.pools.joining import PoolNumber, check_member, join, join_first, own_number
    from facetstore.storage.pools.pool import Pool
    from facetstore.storage.pools.pooled_store import PooledStorage

    pools: list[Pool] = []

    async def admit_first(engine: Engine) -> None:
        await check_schema(engine)
        await engine.check()
        await join_first(engine)

    async def first() -> PoolNumber | None:
        with suppress(Unavailable):
            return await own_number((await pools[0].ready()).engine)
        return None

    async def admit(engine: Engine, name: str) -> None:
        await check_schema(engine)
        await engine.check()
        own = await own_number(engine)
        if own is None:
            own = await join((await pools[0].ready()).engine, engine, name)
        check_member(own, name, await first())

    for name in settings.pool_names:
        admitted = admit_first if name == MAIN_POOL else partial(admit, name=name)
        pools.append(Pool(name, partial(open_engine, settings.of_pool(name)), admitted, settings.grace_days))
    return PooledStorage(pools, settings.grace_days)


@asynccontextmanager
async def opened_engine(settings: Settings) -> AsyncIterator[Engine]:
    """The engine, open for the duration of a block."""
    engine = open_engine(settings)
    try:
        yield engine
    finally:
        await engine.close()


@asynccontextmanager
async def opened_storage(settings: Settings) -> AsyncIterator[SqlStorage]:
    """The storage, open for the duration of a block."""
    storage = await open_storage(settings)
    try:
        yield storage
    finally:
        await storage.close()
