"""Statements on one connection to SQLite. Large ones of a transaction run in a thread, while the next ones are prepared.

The rows of a large statement are passed as one JSON document. One by one, each would have to wait for the interpreter lock of Python.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple, TypeVar, cast

import apsw
import msgspec

from facetstore.domain.budget import STATEMENT_SLICE
from facetstore.storage.engines.engine import Row
from facetstore.storage.engines.number_ranges import LAST_VERSION
from facetstore.storage.engines.sqlite_connection import (
    LARGE_CACHE,
    USUAL_CACHE,
    Connection,
    execute,
    prepare,
    rows_limited,
    rows_of,
    rows_soon,
)
from facetstore.storage.engines.sqlite_errors import Interrupted, translated
from facetstore.storage.engines.sqlite_long import TENANT, LongReads
from facetstore.usecases.measure import StatementCount, current_count

T = TypeVar("T")

MANY: Final = 200
"""From this number of rows on, the thread is worth its cost."""
MOST: Final = 12
"""How many statements are under way at most: the rows of each are in memory."""
MOST_HELD: Final = 500
"""How many rows wait for the commit at most."""

_VALUES: Final = re.compile(r"(.*\S)\s+VALUES\s+\(([?\d, ]+)\)\s*", re.DOTALL)


class _WaitingStatement(NamedTuple):
    """A statement that waits for the commit, with the values of each time it is run."""

    text: str
    rows: Sequence[Row]


class UnderWay:
    """Statements of one transaction in a thread, in their order. Nothing else may use the connection before they have ended."""

    def __init__(self, connection: apsw.Connection, thread: Executor) -> None:
        self._connection = connection
        self._thread = thread
        self._waiting: deque[Future[Any]] = deque()
        self._spent = 0.0
        """Seconds of statements that the event loop has waited for."""
        self._was_used = False

    @property
    def is_slow(self) -> bool:
        """Whether the event loop has waited long enough: the rest is done in the thread."""
        return self._spent > STATEMENT_SLICE

    def __bool__(self) -> bool:
        return bool(self._waiting)

    async def set_out(self, text: str, rows: Sequence[Row]) -> bool:
        """Start a statement for all rows in the thread. False: it cannot run there, or has too few rows."""
        from_document = _from_document(text)
        if len(rows) < MANY or from_document is None or any(isinstance(value, bytes) for value in rows[0]):
            return False
        if not self._was_used:
            self._connection.execute(LARGE_CACHE)
            self._was_used = True
        while len(self._waiting) >= MOST:
            await self._first()
        document = msgspec.json.encode(rows).decode()
        self._waiting.append(self._thread.submit(rows_of, self._connection, from_document, (document,)))
        return True

    async def run(self, work: Callable[[], T]) -> T:
        """Run a statement after those under way: here, or in the thread once the event loop has waited long enough."""
        if self.is_slow:
            return await self.run_beside(work)
        if self._waiting:
            await self.arrive()
        began = time.perf_counter()
        try:
            return work()
        finally:
            self._spent += time.perf_counter() - began

    async def run_beside(self, work: Callable[[], T]) -> T:
        """Run a statement in the thread. Raises TooCostly if the statements of the request have taken too long by now."""
        await self.arrive()
        self._waiting.append(self._thread.submit(_timed, work))
        found, seconds = await asyncio.wrap_future(self._waiting[0])
        self._waiting.popleft()
        current_count().spend(seconds)
        return cast("T", found)

    async def arrive(self) -> None:
        """Wait for all statements under way; raises what the first of them failed with."""
        while self._waiting:
            await self._first()

    async def _first(self) -> None:
        await asyncio.wrap_future(self._waiting[0])
        self._waiting.popleft()

    async def rest(self) -> None:
        """Wait until none runs any more, whether they fail or not: the rollback of their transaction has to come after them."""
        await _finished(asyncio.gather(*map(asyncio.wrap_future, self._waiting), return_exceptions=True))
        self._waiting.clear()

    async def commit(self) -> None:
        """Commit after all statements, in the thread: a commit waits for the disk, and other requests must not."""
        await self.arrive()
        await _finished(asyncio.wrap_future(self._thread.submit(execute, self._connection, "COMMIT")))

    def close(self) -> None:
        """Give back the memory that large statements needed."""
        if self._was_used:
            self._connection.execute(USUAL_CACHE)


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
            ((last,),) = await self.fetch(f"SELECT {LAST_VERSION}", {})
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
        tenant = parameters.get(TENANT)
        if (tenant, prepared.text) not in self._long_reads.known or not self._long_reads.has_room(tenant):
            try:
                return rows_soon(self.connection, prepared.text, values, STATEMENT_SLICE)
            except Interrupted:
                pass
        self._leave()
        return await self._long_reads.fetch(tenant, prepared.text, values, self.connection)


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


async def _finished(work: asyncio.Future[T]) -> T:
    """The result of work in the thread. It is waited for to its end, also if the request is cancelled: until then it uses the
    connection."""
    cancelled: asyncio.CancelledError | None = None
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        work.exception()  # marks it as seen
        raise cancelled
    return work.result()


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.thread_time()
    return work(), time.thread_time() - began


@lru_cache(maxsize=256)
def _from_document(text: str) -> str | None:
    """The statement for all rows of a document; None if it does more than to insert its parameters in their order."""
    found = _VALUES.fullmatch(text)
    marks = found[2].split(", ") if found else []
    if found is None or any(mark not in ("?", f"?{number}") for number, mark in enumerate(marks, start=1)):
        return None
    columns = ", ".join(f"value ->> {number}" for number in range(len(marks)))
    return f"{found[1]} SELECT {columns} FROM jsonb_each(?)"
