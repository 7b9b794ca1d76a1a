"""Connections to one SQLite file, and on them transactions, and statements that are interrupted when their time is up."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Final, NamedTuple

import apsw

from facetstore.domain.errors import TooCostly
from facetstore.storage.engines.dialect import SQLITE, Prepared
from facetstore.storage.engines.engine import Row
from facetstore.storage.engines.sqlite_errors import Interrupted, translated

BUSY_MILLISECONDS: Final = 5000
_PATIENCE: Final = 10.0
"""Seconds to wait for other processes that write before giving up."""
_STEPS: Final = 2_000
_STEPS_IN_THREAD: Final = 100_000
"""How many steps of SQLite are between two checks of the time: some 50 microseconds. In a thread each check has to wait for the
interpreter lock of Python, up to 5 ms, so there are fewer."""
LONGEST_CACHED: Final = 4000
"""Longer statements are made for one filter: they are not cached, which would fill the memory."""


USUAL_CACHE: Final = "PRAGMA cache_size = -65536"
LARGE_CACHE: Final = "PRAGMA cache_size = -262144"
"""How many kilobytes of pages a connection caches. Changed pages that do not fit have to be written early, and read again."""
NO_CACHE: Final = "PRAGMA shrink_memory"

_PRAGMAS: Final = f"""
    PRAGMA busy_timeout = {BUSY_MILLISECONDS};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA cell_size_check = ON;
    PRAGMA mmap_size = 0;
    PRAGMA temp_store = MEMORY;
    {USUAL_CACHE};
"""


class Connection(apsw.Connection):
    """A connection whose statements are interrupted when the CPU time of their thread exceeds `until`."""

    until: float = inf

    def watch(self, steps: int = _STEPS) -> None:
        # SQLite never closes a connection that its own handler refers to, if nothing else closes it.
        watched = weakref.ref(self)

        def is_late() -> bool:
            # Not by the clock: on a busy machine all statements would be interrupted, and run twice.
            connection = watched()
            return connection is not None and time.thread_time() > connection.until

        self.set_progress_handler(is_late, steps)


class Timed(NamedTuple):
    """The rows of a statement, and the CPU seconds that it took."""

    rows: Sequence[Row]
    seconds: float


def open_connection(path: Path) -> Connection:
    fresh = not path.exists() or path.stat().st_size == 0
    try:
        connection = Connection(str(path), statementcachesize=256, vfs="cksmvfs")
        if fresh:
            connection.execute("PRAGMA page_size = 8192")
            connection.reserve_bytes("main", 8)
        connection.execute(_PRAGMAS).fetchall()
        # Plans that do not depend on bound values: otherwise a statement is planned again whenever it gets other ones, which
        # costs several times as much as running it.
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        connection.watch()
    except apsw.Error as error:
        raise translated(error, path) from error
    return connection


def prepare(text: str) -> Prepared:
    return _prepared(text) if len(text) <= LONGEST_CACHED else SQLITE.prepare(text)


@lru_cache(maxsize=512)
def _prepared(text: str) -> Prepared:
    return SQLITE.prepare(text)


def execute(connection: apsw.Connection, statement: str) -> None:
    try:
        connection.execute(statement)
    except apsw.Error as error:
        raise translated(error) from error


def rows_of(connection: apsw.Connection, text: str, values: Sequence[object]) -> Sequence[Row]:
    """The rows of a statement that has the placeholders of SQLite."""
    try:
        return connection.execute(text, values, can_cache=len(text) <= LONGEST_CACHED).fetchall()
    except apsw.Error as error:
        raise translated(error) from error


def rows_soon(connection: Connection, text: str, values: Sequence[object], seconds: float) -> Sequence[Row]:
    """The rows of a statement; raises Interrupted if it takes more CPU seconds than this."""
    connection.until = time.thread_time() + seconds
    try:
        return rows_of(connection, text, values)
    finally:
        connection.until = inf


def rows_limited(connection: Connection, text: str, values: Sequence[object], seconds: float) -> Timed:
    """The rows of a statement and the CPU seconds it took. For a call in a thread; raises TooCostly if it takes more."""
    return limited(connection, seconds, lambda: rows_of(connection, text, values))


def limited(connection: Connection, seconds: float, work: Callable[[], Sequence[Row]]) -> Timed:
    """The rows of some work on a connection and the CPU seconds it took. For a call in a thread; raises TooCostly."""
    began = time.thread_time()
    connection.until = began + seconds
    connection.watch(_STEPS_IN_THREAD)
    try:
        rows = work()
    except Interrupted as error:
        raise TooCostly from error
    finally:
        connection.until = inf
        connection.watch()
    return Timed(rows, time.thread_time() - began)


@contextmanager
def transaction_on(connection: apsw.Connection, begin: str) -> Iterator[None]:
    """A transaction for the duration of a block: committed at its end, rolled back if it fails."""
    execute(connection, begin)
    try:
        yield
    except BaseException:
        roll_back(connection)
        raise
    try:
        execute(connection, "COMMIT")
    except Exception:
        roll_back(connection)
        raise


async def begin_writing(connection: apsw.Connection) -> None:
    """Begin a transaction that writes. Waits for other processes while other requests are served, then raises Unavailable."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        connection.set_busy_timeout(0)
        try:
            connection.execute("BEGIN IMMEDIATE")
        except apsw.BusyError as error:
            if time.monotonic() > deadline:
                raise translated(error) from error
        except apsw.Error as error:
            raise translated(error) from error
        else:
            return
        finally:
            connection.set_busy_timeout(BUSY_MILLISECONDS)
        await asyncio.sleep(0.005)


def roll_back(connection: apsw.Connection) -> None:
    """Roll back, unless SQLite has: a full disk or a damaged page ends a transaction at once."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
