"""SQLite through APSW: one file, many readers, one writer at a time.

Short statements run inline on the event loop: a point read costs a few microseconds, handing it to a thread would cost ten
times that. Streams use connections of their own, and large inserts run in a thread.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import apsw
import apsw.sqlite_extra

from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.engines.engine import Row, Session
from facetstore.storage.engines.sqlite_errors import translated
from facetstore.storage.engines.sqlite_group import Change, Group
from facetstore.storage.engines.sqlite_session import (
    SqliteSession,
    execute,
    fetch_on,
    prepare,
    run_held,
)
from facetstore.storage.engines.sqlite_under_way import USUAL_CACHE
from facetstore.usecases.measure import count_statement

OLDEST_SAFE: Final = (3, 51, 3)
"""Earlier versions can corrupt a database in WAL mode when a checkpoint races a commit."""

_BUSY_MILLISECONDS: Final = 5000
_PATIENCE: Final = 10.0
"""Seconds to wait for other processes that write before giving up."""

LARGEST_GROUP: Final = 64
"""How many changes are committed together at most."""

_MAGIC: Final = b"SQLite format 3\0"
_ANY_ROW: Final = "SELECT count(*) FROM sqlite_schema"

_PRAGMAS: Final = f"""
    PRAGMA busy_timeout = {_BUSY_MILLISECONDS};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA cell_size_check = ON;
    PRAGMA mmap_size = 0;
    PRAGMA temp_store = MEMORY;
    {USUAL_CACHE};
"""


def check_version() -> None:
    """Refuse an SQLite that is known to lose data."""
    found = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if found < OLDEST_SAFE:
        wanted = ".".join(map(str, OLDEST_SAFE))
        raise Unavailable(f"SQLite {apsw.sqlite_lib_version()} can corrupt its file; {wanted} or later is needed.")


class SqliteEngine:
    """A database in one file."""

    dialect = SQLITE

    def __init__(self, path: Path) -> None:
        check_version()
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        # Page checksums find every flipped bit; they need 8 reserved bytes in a page, set when the file is made.
        apsw.sqlite_extra.load(apsw.Connection(":memory:"), "cksumvfs")
        # Reads and, between them, writes: after a commit of its own a connection still has its pages in memory, after that of
        # another it reads and verifies them all again.
        self._main = self._open()
        self._beside: apsw.Connection | None = None
        self._writing_on_main = False
        self._writing = asyncio.Lock()
        self._waiting = 0
        self._group: Group | None = None
        self._thread = ThreadPoolExecutor(
            max_workers=1, thread_name_prefix="sqlite"
        )  # it begins with the first large statement

    @property
    def _reader(self) -> apsw.Connection:
        """Where to read: not where a transaction is under way, whose changes nobody may see before they are committed."""
        return self._other() if self._writing_on_main else self._main

    def _other(self) -> apsw.Connection:
        if self._beside is None:
            self._beside = self._open()
        return self._beside

    def _open(self) -> apsw.Connection:
        fresh = not self.path.exists() or self.path.stat().st_size == 0
        try:
            connection = apsw.Connection(str(self.path), statementcachesize=512, vfs="cksmvfs")
            if fresh:
                connection.execute("PRAGMA page_size = 8192")
                connection.reserve_bytes("main", 8)
            connection.execute(_PRAGMAS).fetchall()
            # Plans that do not look at bound values: else a statement is planned anew whenever it gets other ones, which costs
            # several times what it does.
            connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        except apsw.Error as error:
            raise translated(error) from error
        return connection

    def for_tenant(self, _tenant: int) -> SqliteEngine:
        return self

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        return fetch_on(self._reader, text, parameters)

    def reads_at_once(self, text: str) -> Callable[[object], Row | None] | None:
        prepared = SQLITE.prepare(text).text

        def look(parameter: object) -> Row | None:
            count_statement()
            try:
                rows = self._reader.execute(prepared, (parameter,)).fetchall()
            except apsw.Error as error:
                raise translated(error) from error
            return rows[0] if rows else None

        def read(parameter: object) -> Row | None:
            if self._group is None or not self._writing_on_main:
                return look(parameter)
            # While a group is under way nobody commits, no other process either: what was found meanwhile holds.
            found, key = self._group.found, (prepared, parameter)
            if key not in found:
                found[key] = look(parameter)
            return found[key]

        return read

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Session]:
        yield SqliteSession(self._reader)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Session]:
        # No statement in the block suspends, so blocks of two requests never interleave on the one connection.
        with _transaction(self._reader, "BEGIN"):
            yield SqliteSession(self._reader)

    def transaction(self) -> AbstractAsyncContextManager[Session]:
        """Changes that come while others are being made are committed with them: the disk is waited for once for all."""
        return Change(self)

    def change(self) -> AbstractAsyncContextManager[Session]:
        return Change(self, goes_on=True)

    async def join(self) -> Group:
        """Wait for one's turn to change something, and be one of those that are committed together."""
        await self._take_turn()
        try:
            if self._group is None:
                self._group = await self._begin()
        except BaseException:
            self._writing.release()
            raise
        return self._group

    async def leave(self, group: Group) -> None:
        """Let the next one have his turn, and wait for the commit, which comes behind the last of a group."""
        try:
            group.members += 1
            if group.undone_by is not None or group.members >= LARGEST_GROUP:
                self._end(group)
            elif not self._waiting and not group.is_ending:
                # Not at once: statements do not suspend, so those whose requests are here already had no turn to wait for.
                group.is_ending = True
                asyncio.get_running_loop().call_soon(self._end_if_last, group)
        finally:
            self._writing.release()
            # Nobody is told anything before the commit: not that his change is stored, and not what he found of others'.
            await group.wait()

    def _end_if_last(self, group: Group) -> None:
        group.is_ending = False
        if self._group is group and not self._waiting and not self._writing.locked():
            self._end(group)

    async def _take_turn(self) -> None:
        self._waiting += 1
        try:
            await self._writing.acquire()
        except BaseException:
            # Those before may have counted on this one to commit for them.
            if self._group is not None and self._waiting == 1 and not self._writing.locked():
                self._end(self._group)
            raise
        finally:
            self._waiting -= 1

    async def _begin(self) -> Group:
        # A snapshot under way is left alone: it would see the changes.
        connection = self._other() if self._main.in_transaction else self._main
        await _begin_writing(connection)
        self._writing_on_main = connection is self._main
        return Group(connection, self._thread)

    def _end(self, group: Group) -> None:
        self._group, self._writing_on_main = None, False
        try:
            if group.undone_by is not None:
                raise group.undone_by
            run_held(group.connection, group.held)
            execute(group.connection, "COMMIT")
        except Exception as error:
            group.tell(error)
            _roll_back(group.connection)
        else:
            group.tell(None)
        finally:
            if group.is_large:
                group.connection.execute(USUAL_CACHE)

    async def stream(self, text: str, parameters: Mapping[str, object], size: int) -> AsyncIterator[Sequence[Row]]:
        connection = self._open()
        try:
            prepared = prepare(text)
            count_statement()
            cursor = connection.execute(prepared.text, prepared.values(parameters))
            while chunk := _take(cursor, size):
                yield chunk
                await asyncio.sleep(0)
        except apsw.Error as error:
            raise translated(error) from error
        finally:
            connection.close(True)

    async def check(self) -> None:
        # A statement may be answered from memory; the first bytes of the file tell whether it is still there and a database.
        try:
            with self.path.open("rb") as file:
                intact = file.read(len(_MAGIC)) == _MAGIC
        except OSError:
            intact = False
        if not intact:
            raise Unavailable("The database file cannot be read.")
        await self.fetch(_ANY_ROW, {})

    async def maintain(self) -> None:
        await asyncio.to_thread(self._maintain)  # on a connection of its own: requests go on meanwhile

    def _maintain(self) -> None:
        connection = self._open()
        try:
            execute(connection, "PRAGMA optimize(0x10002)")
            execute(connection, "PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            connection.close(True)

    async def diagnose(self) -> Mapping[str, str]:
        def value(pragma: str) -> str:
            return str(self._reader.pragma(pragma))

        pragmas = ("journal_mode", "synchronous", "foreign_keys", "page_size", "checksum_verification", "mmap_size")
        return {
            "engine": f"SQLite {apsw.sqlite_lib_version()} (apsw {apsw.apsw_version()})",
            "file": str(self.path),
            **{pragma: value(pragma) for pragma in pragmas},
            "reserved bytes": str(self._reader.reserve_bytes()),
            "integrity": self._integrity(),
        }

    def _integrity(self) -> str:
        """Whether every page can be read, holds its checksum and hangs together with the others."""
        try:
            return str(self._reader.pragma("quick_check"))
        except apsw.Error as error:
            return str(error)

    async def close(self) -> None:
        self._thread.shutdown()
        for connection in (self._beside, self._main):
            if connection is not None:
                connection.close(True)


def _take(cursor: apsw.Cursor, size: int) -> list[Row]:
    rows: list[Row] = []
    for row in cursor:
        rows.append(row)
        if len(rows) == size:
            break
    return rows


@contextmanager
def _transaction(connection: apsw.Connection, begin: str) -> Iterator[None]:
    execute(connection, begin)
    try:
        yield
    except BaseException:
        _roll_back(connection)
        raise
    try:
        execute(connection, "COMMIT")
    except Exception:
        _roll_back(connection)
        raise


async def _begin_writing(connection: apsw.Connection) -> None:
    """Begin a transaction that writes. Another process may be at it: then others are served while we wait, not held up."""
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
            connection.set_busy_timeout(_BUSY_MILLISECONDS)
        await asyncio.sleep(0.005)


def _roll_back(connection: apsw.Connection) -> None:
    """Undo what was done, unless SQLite has: a full disk or a damaged page ends a transaction at once."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
