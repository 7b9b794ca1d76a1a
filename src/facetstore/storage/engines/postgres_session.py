"""Statements on one connection to PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

import asyncpg

from facetstore.domain.errors import TooCostly, Unavailable
from facetstore.storage.engines.dialect import POSTGRES, Prepared
from facetstore.storage.engines.engine import Row
from facetstore.storage.engines.postgres_causes import working
from facetstore.storage.engines.postgres_waiting import Statement, WaitingStatements, changed_table
from facetstore.usecases.measure import current_count

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]
else:
    Connection = asyncpg.Connection

BEGIN_SNAPSHOT: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
BEGIN_STREAM: Final = ("BEGIN READ ONLY", "BEGIN READ ONLY; SET LOCAL enable_sort = off")
"""How a stream begins, and one in the order of an index. Behind row security PostgreSQL expects few rows, and would put all of them in
order on its disk before it returns the first."""
NO_ANSWER: Final = "The database does not answer. Try again in a moment."
NOT_NOW: Final = "The database cannot be written or read at the moment."
_TYPES: Final[dict[str, Sequence[str]]] = {}
# The sequence is looked up once: by its name PostgreSQL would look it up for every key.
_KEYS: Final = """
    WITH keys AS MATERIALIZED (SELECT CAST(pg_get_serial_sequence('version', 'key') AS regclass) AS sequence)
    SELECT nextval(keys.sequence) FROM keys CROSS JOIN generate_series(1, $1)
"""
LONGEST_CACHED: Final = 4000
"""Longer statements are made for one filter: they are not cached, which would fill the memory."""
FEW: Final = 8
"""Up to this number, rows wait to be sent with other statements; more are sent on their own."""


class PostgresSession:
    """Statements on one connection. Small ones that return nothing wait, and are sent together before the next one that does
    or at the end. Large ones run in the background."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting = WaitingStatements()
        self._under_way: asyncio.Task[object] | None = None

    @property
    def connection(self) -> Connection:
        return self._connection

    async def send(self) -> None:
        """Send the waiting statements, after the one under way."""
        await self._arrive()
        if self._waiting:
            text, values = self._waiting.take()
            await self._connection.fetch(text, *values)

    async def _arrive(self) -> None:
        """Wait for the statement under way; raises what it failed with."""
        if self._under_way is not None:
            await self._under_way
            self._under_way = None

    async def rest(self) -> None:
        """Wait for the statement under way, even if it fails: the connection takes no other meanwhile."""
        if self._under_way is not None:
            await asyncio.wait([self._under_way])
            if not self._under_way.cancelled():
                self._under_way.exception()
            self._under_way = None

    async def _set_out(self, statement: Coroutine[Any, Any, object]) -> None:
        """Start a statement in a task, so that PostgreSQL runs it while the next ones are prepared."""
        self._under_way = asyncio.create_task(statement)
        await asyncio.sleep(0)

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        await self.send()
        return await fetch(self._connection, text, parameters)

    async def run_for_each(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        if not parameters:
            return
        current_count().number += 1
        prepared, table = prepare(text), changed_table(text)
        rows = list(map(prepared.values, parameters))
        if table is not None and len(rows) <= FEW:
            await self._wait(table, [Statement(prepared.text, row) for row in rows])
        else:
            await self.send()
            await self._set_out(self._connection.executemany(prepared.text, rows))

    async def _wait(self, table: str, statements: Sequence[Statement]) -> None:
        if self._waiting.has(table):
            await self.send()
        self._waiting.add(table, statements)

    async def run_last(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        await self.run_for_each(text, parameters)

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        if not rows:
            return
        if len(rows) <= FEW:
            await self._arrive()
            await self._wait(table, [await self._inserting(table, columns, rows)])
        else:
            await self.send()
            await self._set_out(self._insert_many(table, columns, rows))

    async def _insert_many(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        await self._connection.copy_records_to_table(table, records=rows, columns=list(columns))

    async def _inserting(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> Statement:
        """A statement that inserts rows: all values of a column are one parameter, a list, or a single value if all rows
        have the same. Most of the time to pass a list goes into searching it for nested lists."""
        names = tuple(columns)
        if len(rows) == 1:
            return Statement(_insert(table, names), rows[0])
        types = tuple(await self._type_names(f"SELECT {', '.join(names)} FROM {table}"))
        values = list(zip(*rows, strict=True))
        same = tuple([each[0] == each[-1] and each.count(each[0]) == len(each) for each in values])
        if all(same):
            same = (False, *same[1:])
        given = [each[0] if is_same else each for each, is_same in zip(values, same, strict=True)]
        return Statement(_insert_many(table, names, types, same), given)

    async def _type_names(self, text: str) -> Sequence[str]:
        """The types of the columns that a statement returns; cached."""
        if text not in _TYPES:
            _TYPES[text] = [each.type.name for each in (await self._connection.prepare(text)).get_attributes()]
        return _TYPES[text]

    async def allocate_keys(self, count: int) -> Sequence[int]:
        await self.send()
        return [row[0] for row in await self._connection.fetch(_KEYS, count)]

    async def execute_script(self, text: str) -> None:
        await self.send()
        await self._connection.execute(text)


@asynccontextmanager
async def sent(session: PostgresSession) -> AsyncIterator[PostgresSession]:
    """A session whose waiting statements are sent when the block succeeds. After the block no statement is under way."""
    try:
        yield session
        await session.send()
    except BaseException:
        await session.rest()
        raise


def translated(error: Exception) -> Exception:
    """The error for the caller: TooCostly if the statement was cancelled, Unavailable if a lock was not to be had or if the server
    cannot work; others as they are."""
    match error:
        case asyncpg.QueryCanceledError():
            return TooCostly()
        case asyncpg.LockNotAvailableError():
            return Unavailable("The database is busy. Try again in a moment.")
        case _:
            cause = working(error)
            return error if cause is None else Unavailable(NOT_NOW, cause=cause)


def prepare(text: str) -> Prepared:
    return _prepared(text) if len(text) <= LONGEST_CACHED else POSTGRES.prepare(text)


@lru_cache(maxsize=512)
def _prepared(text: str) -> Prepared:
    return POSTGRES.prepare(text)


@lru_cache(maxsize=256)
def _insert(table: str, columns: Sequence[str]) -> str:
    marks = ", ".join(f"${number}" for number in range(1, len(columns) + 1))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


@lru_cache(maxsize=1024)
def _insert_many(table: str, columns: Sequence[str], types: Sequence[str], same: Sequence[bool]) -> str:
    """`same`: for each column, whether all rows have the same value."""
    described = list(enumerate(zip(columns, types, same, strict=True), start=1))
    each = ", ".join(f"${n}::{type_}" if is_same else f"many.{name}" for n, (name, type_, is_same) in described)
    lists = ", ".join(f"${n}::{type_}[]" for n, (_, type_, is_same) in described if not is_same)
    names = ", ".join(name for name, is_same in zip(columns, same, strict=True) if not is_same)
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {each} FROM unnest({lists}) AS many ({names})"


async def fetch(connection: Connection, text: str, parameters: Mapping[str, object]) -> Sequence[Any]:
    prepared = prepare(text)
    current_count().number += 1
    return await connection.fetch(prepared.text, *prepared.values(parameters))


async def stream(
    connection: Connection, text: str, parameters: Mapping[str, object], size: int
) -> AsyncIterator[Sequence[Row]]:
    prepared = prepare(text)
    current_count().number += 1
    cursor = await connection.cursor(prepared.text, *prepared.values(parameters))
    while chunk := await cursor.fetch(size):
        yield cast("Sequence[Row]", chunk)


async def say(connection: Connection, text: str) -> None:
    """Begin or end a transaction, or bind a connection. After an interruption it is not known what the server has done: the connection
    is not kept."""
    try:
        await connection.execute(text)
    except BaseException:
        connection.terminate()
        raise
