"""Statements on one connection to SQLite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple

import apsw

from facetstore.domain.budget import STATEMENT_SLICE
from facetstore.storage.engines.dialect import SQLITE, Prepared
from facetstore.storage.engines.engine import Row
from facetstore.storage.engines.sqlite_connection import (
    LONGEST_CACHED,
    Connection,
    rows_limited,
    rows_of,
    rows_soon,
)
from facetstore.storage.engines.sqlite_errors import Interrupted, translated
from facetstore.storage.engines.sqlite_long import LongReads, tenant_of
from facetstore.storage.engines.sqlite_under_way import MANY, UnderWay
from facetstore.usecases.measure import StatementCount, current_count

MOST_HELD: Final = 500
"""How many rows wait for the commit at most."""


class _WaitingStatement(NamedTuple):
    """A statement that waits for the commit, with the values of each time it is run."""

    text: str
    rows: Sequence[Row]


class SqliteSession:
    """Statements on one connection. In a transaction large ones run in a thread while the caller goes on."""

    def __init__(
        self, connection: Connection, under_way: UnderWay | None = None, count: StatementCount | None = None
    ) -> None:
        """`count`: that of the request, if it is known already."""
        self.connection = connection
        self._held: list[_WaitingStatement] = []
        self._under_way = under_way
        self._last_key: int | None = None
        self._count = count or current_count()

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        prepared = prepare(text)
        self._count.number += 1
        values = prepared.values(parameters)
        if self._under_way is None:
            return rows_of(self.connection, prepared.text, values)
        if prepared.is_read:
            return await self._read(self._under_way, prepared.text, values)
        return await self._under_way.run(lambda: rows_of(self.connection, prepared.text, values))

    async def _read(self, under_way: UnderWay, text: str, values: Sequence[object]) -> Sequence[Row]:
        """A read in a change. Unlike a write, it can be interrupted: SQLite then undoes nothing."""
        if under_way.is_slow:
            return await self._read_beside(under_way, text, values)
        try:
            return await under_way.run(lambda: rows_soon(self.connection, text, values, STATEMENT_SLICE))
        except Interrupted:
            return await self._read_beside(under_way, text, values)

    async def _read_beside(self, under_way: UnderWay, text: str, values: Sequence[object]) -> Sequence[Row]:
        left = self._count.left
        timed = await under_way.run_beside(lambda: rows_limited(self.connection, text, values, left))
        return timed.rows

    async def run_for_each(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        prepared = prepare(text)
        self._count.number += 1
        await self._run_many(prepared.text, list(map(prepared.values, parameters)))

    async def run_last(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        prepared = prepare(text)
        self._count.number += 1
        self._held.append(_WaitingStatement(prepared.text, list(map(prepared.values, parameters))))
        if sum(len(each.rows) for each in self._held) > MOST_HELD:
            await self.run_held()

    async def run_held(self) -> None:
        """Run the statements that wait for the commit, in the order in which they were given."""
        held, self._held = self._held, []
        for statement, rows in _joined(held):
            await self._run_many(statement, rows)

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        await self._run_many(_insert(table, tuple(columns)), rows)

    async def _run_many(self, text: str, rows: Sequence[Row]) -> None:
        if self._under_way is None:
            run_many(self.connection, text, rows)
        elif len(rows) < MANY or not await self._under_way.set_out(text, rows):
            await self._under_way.run(lambda: run_many(self.connection, text, rows))

    async def allocate_keys(self, count: int) -> Sequence[int]:
        # Inside BEGIN IMMEDIATE no other connection can take them.
        if self._last_key is None:
            ((last,),) = await self.fetch("SELECT coalesce(max(key), 0) FROM version", {})
            self._last_key = int(str(last))
        first, self._last_key = self._last_key + 1, self._last_key + count
        return range(first, first + count)

    async def execute_script(self, text: str) -> None:
        if self._under_way:
            await self._under_way.arrive()
        self.connection.execute(text).fetchall()


class SnapshotSession(SqliteSession):
    """Reads of one state of the data. From the first read that takes longer than a slice on, no other request uses the
    connection."""

    def __init__(self, connection: Connection, long_reads: LongReads, leave: Callable[[], None]) -> None:
        super().__init__(connection)
        self._long_reads = long_reads
        self._leave = leave

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        prepared = prepare(text)
        self._count.number += 1
        values = prepared.values(parameters)
        try:
            return rows_soon(self.connection, prepared.text, values, STATEMENT_SLICE)
        except Interrupted:
            self._leave()
            return await self._long_reads.fetch(tenant_of(parameters), prepared.text, values, self.connection)


def prepare(text: str) -> Prepared:
    return _prepared(text) if len(text) <= LONGEST_CACHED else SQLITE.prepare(text)


@lru_cache(maxsize=512)
def _prepared(text: str) -> Prepared:
    return SQLITE.prepare(text)


@lru_cache(maxsize=256)
def _insert(table: str, columns: Sequence[str]) -> str:
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def run_many(connection: apsw.Connection, text: str, rows: Sequence[Row]) -> None:
    try:
        connection.executemany(text, rows).fetchall()
    except apsw.Error as error:
        raise translated(error) from error


def _joined(held: Iterable[_WaitingStatement]) -> Iterator[tuple[str, Sequence[Row]]]:
    """Each statement with the rows of all its equal neighbours, sorted by the first value: that is a key, and the word index writes
    what it has gathered to its table whenever a key is smaller than the one before."""
    for text, alike in groupby(held, key=attrgetter("text")):
        yield text, sorted(chain.from_iterable(each.rows for each in alike), key=itemgetter(0))
