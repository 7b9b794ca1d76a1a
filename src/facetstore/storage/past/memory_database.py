"""A database in memory, with the tables of the real ones, in which a tenant is put together as it was and read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Final

import apsw

from facetstore.domain.budget import STATEMENT_SLICE
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.engines.engine import Row
from facetstore.storage.engines.schema_files import migrations
from facetstore.storage.engines.sqlite_connection import Connection, prepare, rows_limited, rows_soon
from facetstore.storage.engines.sqlite_errors import Interrupted, translated
from facetstore.storage.engines.sqlite_session import SqliteSession
from facetstore.usecases.measure import current_count

_MAIN: Final = "main"
_FILLED: Final = ("tenant", "element", "version", "reference", "shape", "flow", "attribute", "words")
_EMPTY: Final = ("card_related", "edit_lock", "history", "words_terms")
"""Tables that statements of reads name, but of which the past needs no row."""
_TABLES: Final = (
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite%'"
)


@cache
def _template() -> bytes:
    """An empty database with the tables that are read. Copying it takes far less time than creating them, and the fewer there are
    the sooner SQLite knows them, which it reads again for each database."""
    connection = apsw.Connection(":memory:")
    try:
        for migration in migrations(SQLITE):
            connection.execute(migration.text).fetchall()
        for name in tables_of(connection).difference(_FILLED, _EMPTY):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("VACUUM")
        return connection.serialize(_MAIN)
    finally:
        connection.close()


def tables_of(connection: apsw.Connection) -> frozenset[str]:
    """The tables of a database, without those that other tables are made of."""
    return frozenset(str(name) for (name,) in connection.execute(_TABLES))


class MemorySession(SqliteSession):
    """Statements of a database in memory that may take long."""

    def __init__(self, connection: Connection, database: MemoryDatabase) -> None:
        super().__init__(connection)
        self._database = database

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        return await self._database.fetch(text, parameters)


class MemoryDatabase:
    """The engine of one database in memory. One request uses it at a time, or several that only read."""

    dialect = SQLITE

    def __init__(self) -> None:
        self._connection = Connection(":memory:", statementcachesize=64)
        self._connection.deserialize(_MAIN, _template())
        self._connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        self._connection.watch()
        self._busy = asyncio.Lock()
        self._filling = SqliteSession(self._connection)

    @property
    def bytes(self) -> int:
        """How much memory it takes."""
        pages, size = self._connection.pragma("page_count"), self._connection.pragma("page_size")
        return int(str(pages)) * int(str(size))

    @asynccontextmanager
    async def filled(self) -> AsyncIterator[SqliteSession]:
        """Writes to it: one transaction costs less than one for each statement."""
        async with self._busy:
            self._connection.execute("BEGIN")
            try:
                yield self._filling
                await self._filling.run_held()
            finally:
                self._connection.execute("COMMIT")

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        prepared = prepare(text)
        current_count().number += 1
        values = prepared.values(parameters)
        async with self._busy:  # a statement in the thread has the connection to itself
            try:
                return rows_soon(self._connection, prepared.text, values, STATEMENT_SLICE)
            except Interrupted:
                count = current_count()
                work = asyncio.to_thread(rows_limited, self._connection, prepared.text, values, count.left)
                timed = await asyncio.shield(asyncio.ensure_future(work))
                count.spend(timed.seconds)
                return timed.rows

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[MemorySession]:
        """The past does not change, so every statement sees one state."""
        yield MemorySession(self._connection, self)

    async def stream(
        self, text: str, parameters: Mapping[str, object], size: int, *, in_order: bool = False
    ) -> AsyncGenerator[Sequence[Row], None]:
        rows = await self.fetch(text, parameters)
        for start in range(0, len(rows), size):
            yield rows[start : start + size]

    def close(self) -> None:
        try:
            self._connection.close(True)
        except apsw.Error as error:
            raise translated(error) from error
