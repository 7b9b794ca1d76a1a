"""SQLite through APSW: one file, many readers, one writer at a time.

Short statements run inline on the event loop: a point read costs a few microseconds, handing it to a thread would cost ten
times that. Streams use connections of their own, and large inserts run in a thread.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

import apsw
import apsw.sqlite_extra

from facetstore.domain.budget import STATEMENT_SLICE
from facetstore.domain.causes import Cause, early_clock
from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.engines.disk_causes import look_at_folder, replaced, write_to_folder
from facetstore.storage.engines.engine import Row, Session
from facetstore.storage.engines.passing_file import PassingFile
from facetstore.storage.engines.private_files import is_same_database, leave_address, left_address, make_private, turns
from facetstore.storage.engines.sqlite_connection import (
    Connection,
    begin_writing,
    execute,
    open_connection,
    prepare,
    roll_back,
    rows_of,
    rows_soon,
    transaction_on,
)
from facetstore.storage.engines.sqlite_errors import NOT_NOW, Interrupted, translated
from facetstore.storage.engines.sqlite_long import TENANT, LongReads
from facetstore.storage.engines.sqlite_session import SnapshotSession, SqliteSession, UnderWay
from facetstore.usecases.measure import allow_change, current_count

OLDEST_SAFE: Final = (3, 51, 3)
"""Earlier versions can corrupt a database in WAL mode when a checkpoint races a commit."""

_ANY_ROW: Final = "SELECT count(*) FROM sqlite_schema"


def check_version() -> None:
    """Raise Unavailable if this version of SQLite is known to lose data."""
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
        make_private(path)
        # Page checksums find every flipped bit; they need 8 reserved bytes in a page, set when the file is made.
        apsw.sqlite_extra.load(apsw.Connection(":memory:"), "cksumvfs")
        # For reads and, between them, writes: after its own commit a connection still has its pages in memory, after that of
        # another one it reads and verifies all of them again.
        self._main = open_connection(path)
        # Kept open: closing a descriptor of the file releases all locks of this process on it, also those of SQLite.
        self._file = os.open(path, os.O_RDONLY)
        self._beside: Connection | None = None
        self._home: Connection | None = None
        """The one that was `_main` until a long read took it."""
        self._long_reads = LongReads(lambda: open_connection(path))
        self._passing = PassingFile(path.with_name(f"{path.name}.passing"))
        self._changing: Connection | None = None
        self._writing = asyncio.Lock()
        self._thread = ThreadPoolExecutor(
            max_workers=1, thread_name_prefix="sqlite"
        )  # it starts with the first large statement

    @property
    def _reader(self) -> Connection:
        """A connection without a transaction: its reads see neither uncommitted changes nor the snapshot of another request."""
        return self._main if self._is_free(self._main) else self._other()

    def _other(self) -> Connection:
        if self._beside is None or not self._is_free(self._beside):
            self._beside = self._long_reads.take()
        return self._beside

    def _is_free(self, connection: Connection) -> bool:
        # The one that writes is not even asked: while it is busy in the thread, that would fail.
        return connection is not self._changing and not connection.in_transaction

    def _leave(self, connection: Connection) -> None:
        """Serve other requests on another connection than one that a long read uses."""
        if connection is self._main:
            self._main, self._home = self._long_reads.take(), connection
        elif connection is self._beside:
            self._beside = None

    def _retire(self, connection: Connection) -> None:
        """Give back a connection that was replaced meanwhile, for the next long read. What a long read has taken comes back in its
        place, with the pages that it has in memory, unless the other is in use."""
        is_home, self._home = connection is self._home, None if connection is self._home else self._home
        if is_home and self._is_free(self._main) and not self._writing.locked():
            self._main, connection = connection, self._main
        if connection is not self._main and connection is not self._beside:
            self._long_reads.give_back(connection)

    def for_tenant(self, _tenant: int) -> SqliteEngine:
        return self

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        prepared = prepare(text)
        current_count().number += 1
        values = prepared.values(parameters)
        if not prepared.is_read:
            return rows_of(self._reader, prepared.text, values)
        tenant = parameters.get(TENANT)
        if (tenant, prepared.text) not in self._long_reads.known or not self._long_reads.has_room(tenant):
            try:
                return rows_soon(self._reader, prepared.text, values, STATEMENT_SLICE)
            except Interrupted:
                pass
        return await self._long_reads.fetch(tenant, prepared.text, values)

    async def fetch_passing(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        current_count().number += 1
        return self._passing.fetch(text, parameters)

    def reads_at_once(self, text: str) -> Callable[[object], Row | None] | None:
        prepared = SQLITE.prepare(text).text

        def read(parameter: object) -> Row | None:
            current_count().number += 1
            try:
                rows = self._reader.execute(prepared, (parameter,)).fetchall()
            except apsw.Error as error:
                raise translated(error) from error
            return rows[0] if rows else None

        return read

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Session]:
        yield SqliteSession(self._reader)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Session]:
        connection = self._reader
        try:
            with transaction_on(connection, "BEGIN"):
                yield SnapshotSession(connection, self._long_reads, lambda: self._leave(connection))
        finally:
            self._retire(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Session]:
        count = allow_change()
        async with self._writing:
            connection = await self._begin_turn()
            under_way = UnderWay(connection, self._thread)
            session = SqliteSession(connection, under_way, count)
            try:
                yield session
                await session.run_held()
                await under_way.commit()
            except BaseException:
                await self._undo(under_way, connection)
                raise
            finally:
                self._end_turn(connection)
                under_way.close()

    async def _undo(self, under_way: UnderWay, connection: Connection) -> None:
        try:
            await under_way.rest()
        finally:
            roll_back(connection)

    async def _begin_turn(self) -> Connection:
        """The connection that writes, in an open transaction. There is one at a time; others wait for the lock."""
        connection = self._reader  # not one with a snapshot, which would see the changes
        await begin_writing(connection)
        self._changing = connection
        return connection

    def _end_turn(self, connection: Connection) -> None:
        self._changing = None
        self._retire(connection)

    def change(self) -> AbstractAsyncContextManager[Session]:
        return self.transaction()

    def stream(
        self, text: str, parameters: Mapping[str, object], size: int, *, in_order: bool = False
    ) -> AsyncGenerator[Sequence[Row], None]:
        prepared = prepare(text)
        current_count().number += 1
        return self._long_reads.stream(parameters.get(TENANT), prepared.text, prepared.values(parameters), size)

    async def check(self) -> None:
        # A statement may be answered from memory; the file shows whether it is still there and a database.
        if not is_same_database(self.path, self._file):
            raise Unavailable(NOT_NOW, cause=replaced(str(self.path)))
        await self.fetch(_ANY_ROW, {})

    async def find_trouble(self, *, thorough: bool) -> Cause | None:
        folder = self.path.parent
        cause = look_at_folder(folder) or early_clock(time.time())
        return cause or (await asyncio.to_thread(write_to_folder, folder) if thorough else None)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        with turns(self.path.parent) as take:
            while not take():  # noqa: ASYNC110  # another process has it
                await asyncio.sleep(0.02)
            yield

    async def maintain(self) -> None:
        await asyncio.to_thread(self._maintain)  # on a connection of its own: requests go on meanwhile

    def _maintain(self) -> None:
        connection = open_connection(self.path)
        try:
            execute(connection, "PRAGMA optimize(0x10002)")
            execute(connection, "PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            connection.close(True)

    async def scrub(self, largest: int) -> bool:
        if os.fstat(self._file).st_size > largest:
            return False
        await asyncio.to_thread(self._scrub)
        return True

    def _scrub(self) -> None:
        connection = open_connection(self.path)
        try:
            # The index of words forgets what was deleted when its parts are merged.
            for statement in ("INSERT INTO words (words) VALUES ('optimize')", "VACUUM"):
                execute(connection, statement)
            execute(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
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
        """`ok` if every page can be read, has its checksum and fits the others; else what is wrong."""
        try:
            return str(self._reader.pragma("quick_check"))
        except apsw.Error as error:
            return str(error)

    def announce(self, address: str) -> None:
        leave_address(self.path, address)

    async def served_at(self) -> str | None:
        return left_address(self.path)

    async def close(self) -> None:
        self._thread.shutdown()  # waits for what it still writes
        self._long_reads.close()
        self._passing.close()
        for connection in (self._beside, self._main):
            if connection is not None:
                connection.close(True)
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
