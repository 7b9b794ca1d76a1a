"""Large statements that SQLite runs in a thread, while the next ones are prepared.

The rows of a statement are passed as one JSON document. One by one, each would have to wait for the interpreter lock of Python.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

import apsw
import msgspec

from facetstore.domain.budget import STATEMENT_SLICE
from facetstore.storage.engines.engine import Row
from facetstore.storage.engines.sqlite_connection import LARGE_CACHE, USUAL_CACHE
from facetstore.storage.engines.sqlite_errors import translated
from facetstore.usecases.measure import current_count

T = TypeVar("T")

MANY: Final = 200
"""From this number of rows on, the thread is worth its cost."""
MOST: Final = 12
"""How many statements are under way at most: the rows of each are in memory."""

_VALUES: Final = re.compile(r"(.*\S)\s+VALUES\s+\(([?\d, ]+)\)\s*", re.DOTALL)


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
        self._waiting.append(self._thread.submit(_run, self._connection, from_document, document))
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


def execute(connection: apsw.Connection, statement: str) -> None:
    try:
        connection.execute(statement)
    except apsw.Error as error:
        raise translated(error) from error


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.thread_time()
    return work(), time.thread_time() - began


def _run(connection: apsw.Connection, text: str, document: str) -> None:
    try:
        connection.execute(text, (document,)).fetchall()
    except apsw.Error as error:
        raise translated(error) from error


@lru_cache(maxsize=256)
def _from_document(text: str) -> str | None:
    """The statement for all rows of a document; None if it does more than to insert its parameters in their order."""
    found = _VALUES.fullmatch(text)
    marks = found[2].split(", ") if found else []
    if found is None or any(mark not in ("?", f"?{number}") for number, mark in enumerate(marks, start=1)):
        return None
    columns = ", ".join(f"value ->> {number}" for number in range(len(marks)))
    return f"{found[1]} SELECT {columns} FROM jsonb_each(?)"
