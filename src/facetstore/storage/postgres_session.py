"""Statements on one connection to PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

import asyncpg

from facetstore.storage.dialect import POSTGRES, Prepared
from facetstore.storage.engine import Row
from facetstore.usecases.measure import count_statement

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]
else:
    Connection = asyncpg.Connection

BEGIN_SNAPSHOT: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


class PostgresSession:
    """Statements on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        return await fetch(self._connection, text, parameters)

    async def run_for_each(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        if len(parameters) == 1:
            await self.fetch(text, parameters[0])
        elif parameters:
            prepared = prepare(text)
            count_statement()
            await self._connection.executemany(prepared.text, list(map(prepared.values, parameters)))

    async def run_last(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        await self.run_for_each(text, parameters)

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        await self._connection.copy_records_to_table(table, records=rows, columns=list(columns))

    async def allocate_keys(self, count: int) -> Sequence[int]:
        rows = await self._connection.fetch(
            "SELECT nextval(pg_get_serial_sequence('version', 'key')) FROM generate_series(1, $1)", count
        )
        return [row[0] for row in rows]

    async def execute_script(self, text: str) -> None:
        await self._connection.execute(text)


@lru_cache(maxsize=4096)
def prepare(text: str) -> Prepared:
    return POSTGRES.prepare(text)


async def fetch(connection: Connection, text: str, parameters: Mapping[str, object]) -> Sequence[Any]:
    prepared = prepare(text)
    count_statement()
    return await connection.fetch(prepared.text, *prepared.values(parameters))


async def stream(
    connection: Connection, text: str, parameters: Mapping[str, object], size: int
) -> AsyncIterator[Sequence[Row]]:
    prepared = prepare(text)
    count_statement()
    cursor = await connection.cursor(prepared.text, *prepared.values(parameters))
    while chunk := await cursor.fetch(size):
        yield cast("Sequence[Row]", chunk)


_TYPES: Final[dict[str, Sequence[str]]] = {}


async def type_names(connection: Connection, text: str) -> Sequence[str]:
    """The types of the columns that a statement gives, which are asked for once."""
    if text not in _TYPES:
        _TYPES[text] = [each.type.name for each in (await connection.prepare(text)).get_attributes()]
    return _TYPES[text]
