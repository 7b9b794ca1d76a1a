"""PostgreSQL through asyncpg: one database for any number of nodes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from math import inf
from typing import Any, Final, cast
from weakref import WeakSet

import asyncpg

from facetstore.domain.budget import CHANGE_SECONDS, LOCK_SECONDS, MOST_WAITING, READ_SECONDS, STREAMS_OF_TENANT
from facetstore.domain.causes import Cause
from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.dialect import POSTGRES
from facetstore.storage.engines.engine import Row, Session
from facetstore.storage.engines.postgres_causes import clock_cause
from facetstore.storage.engines.postgres_pool import ConnectionPool
from facetstore.storage.engines.postgres_session import (
    BEGIN_SNAPSHOT,
    BEGIN_STREAM,
    NO_ANSWER,
    Connection,
    PostgresSession,
    fetch,
    say,
    sent,
    stream,
)
from facetstore.storage.engines.postgres_tenant import TenantEngine
from facetstore.storage.engines.row_security import OWNER, Wall, look_at_wall
from facetstore.storage.engines.shares import Shares
from facetstore.usecases.measure import allow_change, current_count

_NAME: Final = (
    "facetstore"  # of our connections on the server; those of a process that serves have its address behind it
)
_SERVERS: Final = """
    SELECT application_name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE :servers ORDER BY backend_start DESC LIMIT 1
"""
_LONGEST_NAME: Final = 63  # PostgreSQL cuts off longer ones
_SETTINGS: Final = {
    "search_path": "facetstore, public",
    # Plans of prepared statements are made once; just-in-time compilation would cost more than the statements.
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
    # For statements without a transaction; a transaction sets its own limit.
    "statement_timeout": f"{READ_SECONDS:g}s",
}
_UNLIMITED: Final = "; SET LOCAL statement_timeout = 0"
_CHANGING: Final = (
    f"; SET LOCAL statement_timeout = '{CHANGE_SECONDS:g}s'; SET LOCAL lock_timeout = '{LOCK_SECONDS:g}s'"
)

_TURN: Final = 0x0FACE76  # arbitrary; next to the number that migrations lock
_PROBE: Final = (
    "CREATE TEMPORARY TABLE facetstore_probe ON COMMIT DROP AS SELECT repeat('x', 2000) FROM generate_series(1, 500)"
)
"""Makes files of a megabyte grow, in the tablespace of the database."""
_SCRUBBED: Final = "account, acknowledgement, acknowledgement_request, attribute, audit, comment, file_chunk, history, import_plan, mail, mail_choice, notice, openid_binding, picture, preference, proposal, review_date, span, subscription, task, trash, version, webhook, webhook_delivery, words"


class _Undo(Exception):
    """Rolls a transaction back that has done its work."""


class PostgresEngine:
    """A PostgreSQL database; connections are opened as needed and kept."""

    dialect = POSTGRES

    def __init__(self, url: str, size: int = 8, *, row_security: bool | None = None) -> None:
        """`row_security`: whether rows of other tenants must be out of reach, or need not; None: they are where they can be."""
        self._row_security = row_security
        self._wall: Wall | None = None
        self._warned: WeakSet[Connection] = WeakSet()
        self._connections = ConnectionPool(url, size, self._hear)
        self._connections.settings = {**_SETTINGS, "application_name": _NAME}
        # Of eight connections one tenant holds three for reads, one for a change and two for streams: two are left for others.
        self.shares = Shares(max(1, size // 2 - 1))
        self.changes = Shares(1)
        """Changes of one tenant follow each other: one that waits for its turn holds no connection."""
        self.streams = Shares(max(1, min(STREAMS_OF_TENANT, size // 4)), MOST_WAITING)
        self.all_streams = asyncio.Semaphore(max(1, size // 2))

    def for_tenant(self, tenant: int) -> TenantEngine:
        return TenantEngine(self, tenant)

    async def wall(self) -> Wall | None:
        """The second wall, looked at once; None where there is none. Raises Unavailable where it must stand and does not."""
        if self._row_security is False:
            return None
        if self._wall is None:
            async with self._connections.take() as connection:
                wall = await look_at_wall(connection)
            if wall.fault is not None and self._row_security:
                raise Unavailable(f"Row level security is on, but it does not hold: {wall.fault}.")
            self._wall = wall
        return self._wall if self._wall.fault is None else None

    async def fetch(self, text: str, parameters: Mapping[str, object], binding: str = OWNER) -> Sequence[Row]:
        # With another limit than a read only in a transaction: the connection itself has that of a read.
        opened = self.begun("BEGIN", binding) if _limits() else self._connections.take(binding)
        async with opened as connection:
            return await fetch(connection, text, parameters)

    async def fetch_passing(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        return await self.fetch(text, parameters)

    def reads_at_once(self, text: str) -> Callable[[object], Row | None] | None:
        return None

    def _hear(self, connection: Connection) -> None:
        connection.add_log_listener(self._note)

    def _note(self, connection: Any, message: asyncpg.PostgresLogMessage) -> None:
        if getattr(message, "severity_en", None) == "WARNING":
            self._warned.add(connection)

    async def _commit(self, connection: Connection) -> None:
        """Commit. Raises Unavailable after a warning: a commit whose wait for a standby was cancelled reports success and a warning, and
        would be lost with this server."""
        self._warned.discard(connection)
        await say(connection, "COMMIT")
        if connection in self._warned:
            raise Unavailable(NO_ANSWER)

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Session]:
        async with self._connections.take() as connection, sent(PostgresSession(connection)) as session:
            yield session

    @asynccontextmanager
    async def begun(self, begin: str, binding: str = OWNER) -> AsyncIterator[Connection]:
        """A transaction; `begin` may say more than that, for one round trip."""
        async with self._connections.take(binding) as connection:
            await say(connection, begin + _limits())
            try:
                yield connection
            except BaseException:
                await say(connection, "ROLLBACK")
                raise
            await self._commit(connection)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Session]:
        async with self.begun(BEGIN_SNAPSHOT) as connection:
            yield PostgresSession(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Session]:
        allow_change()
        async with self.begun("BEGIN") as connection, sent(PostgresSession(connection)) as session:
            yield session

    def change(self) -> AbstractAsyncContextManager[Session]:
        return self.transaction()

    async def stream(
        self, text: str, parameters: Mapping[str, object], size: int, *, in_order: bool = False
    ) -> AsyncGenerator[Sequence[Row], None]:
        async with self.begun(BEGIN_STREAM[in_order]) as connection:
            async for chunk in stream(connection, text, parameters, size):
                yield chunk

    async def check(self) -> None:
        await self.fetch("SELECT 1", {})
        if self._row_security:
            await self.wall()

    async def find_trouble(self, *, thorough: bool) -> Cause | None:
        ((now,),) = await self.fetch("SELECT clock_timestamp()", {})
        cause = clock_cause(cast("datetime", now))
        return cause or (await self._try_writing() if thorough else None)

    async def _try_writing(self) -> Cause | None:
        """What keeps the server from writing, by a table that is rolled back; None if nothing does."""
        try:
            async with self.begun("BEGIN") as connection:
                await connection.execute(_PROBE)
                raise _Undo
        except (_Undo, asyncpg.InsufficientPrivilegeError):
            return None
        except Unavailable as failure:
            return failure.cause

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        async with self._connections.take() as connection:
            await say(connection, "BEGIN")
            try:
                # Asked again and again: waiting in the server, a statement would run into its time limit.
                while not await connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", _TURN):  # noqa: ASYNC110  # of another process
                    await asyncio.sleep(0.05)
                yield
            finally:
                await say(connection, "ROLLBACK")

    async def maintain(self) -> None:
        async with self.transaction() as session:
            await session.execute_script("ANALYZE")

    async def scrub(self, largest: int) -> bool:
        async with self._connections.take() as connection:
            await connection.execute("SET statement_timeout = 0")
            try:
                await connection.execute(f"VACUUM {_SCRUBBED}")
            finally:
                await connection.execute("RESET statement_timeout")
        return True

    async def diagnose(self) -> Mapping[str, str]:
        shown = (
            "server_version",
            "data_checksums",
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "server_encoding",
        )
        async with self._connections.take() as connection:
            values = {name: str(await connection.fetchval(f"SHOW {name}")) for name in shown}
            wall = await look_at_wall(connection)
        if self._row_security is False or wall.role is not None:
            values["row_security"] = "off" if self._row_security is False else wall.fault or "on"
        return {"engine": f"PostgreSQL {values.pop('server_version')} (asyncpg {asyncpg.__version__})", **values}

    def announce(self, address: str) -> None:
        name = f"{_NAME} {address}"
        if len(name.encode()) <= _LONGEST_NAME:
            self._connections.settings["application_name"] = name

    async def served_at(self) -> str | None:
        rows = await self.fetch(_SERVERS, {"servers": f"{_NAME} %"})
        return str(rows[0][0]).removeprefix(f"{_NAME} ") if rows else None

    async def close(self) -> None:
        await self._connections.close()


def _limits() -> str:
    """What, behind a BEGIN, says how long the statements of the current request may take."""
    seconds = current_count().seconds
    if seconds == inf:
        return _UNLIMITED
    return _CHANGING if seconds > READ_SECONDS else ""
