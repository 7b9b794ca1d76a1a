"""Opens the database that the settings name, and checks that its schema fits the code."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from facetstore.bootstrap.settings import Settings
from facetstore.storage.engines.engine import Engine
from facetstore.storage.migrate import check_schema
from facetstore.storage.store import SqlStorage


def open_engine(settings: Settings) -> Engine:
    """The engine of a database, whatever its schema."""
    # Each engine is imported only when it is used, so that the other one's driver costs nothing.
    if settings.database is not None:
        from facetstore.storage.engines.postgres import PostgresEngine

        return PostgresEngine(settings.database, row_security=settings.row_security)
    from facetstore.storage.engines.sqlite import SqliteEngine

    return SqliteEngine(settings.file)


async def open_storage(settings: Settings) -> SqlStorage:
    """The storage of a database; an empty database gets its schema. Raises Conflict if schema and code do not fit."""
    engine = open_engine(settings)
    try:
        await check_schema(engine)
        await engine.check()
    except BaseException:
        await engine.close()
        raise
    return SqlStorage(engine, settings.grace_days)


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
