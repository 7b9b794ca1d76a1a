"""Reads of SQLite that take longer than a slice: each in a thread, while the event loop goes on (decision 0059)."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from itertools import islice
from typing import Final

import apsw

from facetstore.domain.budget import (
    LONG_READS,
    LONG_READS_OF_TENANT,
    MOST_WAITING,
    READ_SECONDS,
    STATEMENT_SLICE,
    STREAMS_OF_TENANT,
)
from facetstore.storage.engines.engine import Row
from facetstore.storage.engines.shares import Shares
from facetstore.storage.engines.sqlite_connection import (
    LONGEST_CACHED,
    NO_CACHE,
    Connection,
    Timed,
    limited,
    rows_limited,
)
from facetstore.storage.engines.sqlite_errors import translated
from facetstore.usecases.measure import current_count

TENANT: Final = "tenant"
"""The parameter that every statement about a tenant has."""
_NICE: Final = 5
"""The nice value of these threads, so that the event loop goes first on a busy machine."""
_MOST_LONG: Final = 256
"""So many statements are known to be long."""
_AGAIN: Final = 0.002
"""Seconds until a statement is interrupted again."""


class LongReads:
    """Threads, connections for them, and a share of both for each tenant."""

    def __init__(self, open_: Callable[[], Connection]) -> None:
        self._open = open_
        self._idle: list[Connection] = []
        self._threads = ThreadPoolExecutor(LONG_READS, "sqlite-read", initializer=_step_back)
        self.known = OrderedDict[tuple[object, str], None]()
        """Statements that took longer than a slice when they last ran for a tenant. Where there is room, they are not tried on the event
        loop first, which would be lost."""
        self._reads = Shares(LONG_READS_OF_TENANT, MOST_WAITING)
        self._streams = Shares(STREAMS_OF_TENANT, MOST_WAITING)

    def has_room(self, tenant: object) -> bool:
        """Whether a thread is free for a read of a tenant."""
        return self._reads.users(tenant) < LONG_READS_OF_TENANT and self._reads.all_users < LONG_READS

    async def fetch(
        self, tenant: object, text: str, values: Sequence[object], own: Connection | None = None
    ) -> Sequence[Row]:
        """The rows of a statement, on the connection `own` or on an idle one. Raises TooCostly, Unavailable."""
        count = current_count()
        async with self._reads.take(tenant):
            connection = own or self.take()
            try:
                timed = await self._run(connection, lambda: rows_limited(connection, text, values, count.left))
            finally:
                if own is None:
                    self.give_back(connection)
        count.spend(timed.seconds)
        self._note((tenant, text), timed.seconds)
        return timed.rows

    def _note(self, key: tuple[object, str], seconds: float) -> None:
        self.known.pop(key, None)
        if seconds > STATEMENT_SLICE and len(key[1]) <= LONGEST_CACHED:
            self.known[key] = None
            while len(self.known) > _MOST_LONG:
                self.known.popitem(last=False)

    async def stream(
        self, tenant: object, text: str, values: Sequence[object], size: int
    ) -> AsyncGenerator[Sequence[Row], None]:
        """The rows of a statement in chunks; the time limit is for each chunk. Raises TooCostly, Unavailable."""
        async with self._streams.take(tenant):
            connection = self._open()
            try:
                cursor = connection.cursor()
                chunk = await self._chunk(tenant, connection, lambda: cursor.execute(text, values), size)
                while chunk:
                    yield chunk
                    chunk = await self._chunk(tenant, connection, lambda: cursor, size)
            finally:
                connection.close(True)

    async def _chunk(
        self, tenant: object, connection: Connection, begin: Callable[[], apsw.Cursor], size: int
    ) -> Sequence[Row]:
        def take() -> Sequence[Row]:
            try:
                return list(islice(begin(), size))
            except apsw.Error as error:
                raise translated(error) from error

        async with self._reads.take(tenant):
            return (await self._run(connection, lambda: limited(connection, READ_SECONDS, take))).rows

    async def _run(self, connection: Connection, work: Callable[[], Timed]) -> Timed:
        running = self._threads.submit(work)
        try:
            return await asyncio.wrap_future(running)
        except asyncio.CancelledError:
            # The connection is used again or closed, but not before the thread is done with it. A read that still waits for a
            # thread is cancelled. SQLite forgets an interruption that comes just before a statement, so it is repeated.
            while not running.cancel() and wait([running], _AGAIN).not_done:
                connection.interrupt()
            raise

    def take(self) -> Connection:
        """A connection that is not in use."""
        return self._idle.pop() if self._idle else self._open()

    def give_back(self, connection: Connection) -> None:
        """Keep a connection, without its cached pages, for the next read; close it if there are enough."""
        if len(self._idle) < LONG_READS:
            connection.execute(NO_CACHE)
            self._idle.append(connection)
        else:
            connection.close(True)

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)
        for connection in self._idle:
            connection.close(True)


def _step_back() -> None:
    """Lower the priority of this thread, so that the event loop goes first."""
    if sys.platform == "linux":  # elsewhere it would hold for the whole process
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
