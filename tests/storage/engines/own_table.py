"""A database of SQLite with one table of a test's own in it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.storage.engines.sqlite import SqliteEngine


@asynccontextmanager
async def engine_with(table: str, settings: Settings) -> AsyncIterator[SqliteEngine]:
    """`table` is the statement that makes it."""
    async with opened_storage(settings) as storage:
        assert isinstance(storage.engine, SqliteEngine)
        async with storage.engine.transaction() as session:
            await session.execute_script(table)
        yield storage.engine
