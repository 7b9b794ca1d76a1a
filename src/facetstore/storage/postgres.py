"""PostgreSQL through asyncpg: one database for any number of nodes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

import asyncpg

from facetstore.domain.errors import Unavailable
from facetstore.storage.dialect import POSTGRES, Prepared
from facetstore.storage.engine import Row, Session
from facetstore.usecases.measure import count_statement

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]
else:
    Connection = asyncpg.Connection

_SETTINGS: Final = {
    "application_name": "facetstore",
    "search_path": "facetstore, public",
    # Plans of prepared statements are made once; just-in-time compilation would cost more than the statements.
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
}

# The others: the server has said goodbye, but the connection is not closed yet.
_LOST: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)


class PostgresEngine:
    """A PostgreSQL database; connections are opened as needed and kept."""

    dialect = POSTGRES

    def __init__(self, url: str, size: int = 8) -> None:
        self._url = url
        self._size = size
        self._idle: list[Connection] = []
        self._slots = asyncio.Semaphore(size)

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        async with self._connection() as connection:
            return await _fetch(connection, text, parameters)

    def reads_at_once(self, text: str) -> Callable[[object], Row | None] | None:
        return None

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        """A kept connection. asyncpg's own pool resets the session on each return, a round trip we do not need:
        nothing of ours outlives a transaction."""
        async with self._slots:
            connection = self._kept() or await self._connect()
            try:
                yield connection
            except (OSError, asyncpg.InterfaceError, *_LOST) as error:
                if not _is_lost(connection, error):
                    # Somebody else's trouble, such as a file that cannot be read.
                    self._give_back(connection)
                    raise
                connection.terminate()
                # What ended this one, a restart mostly, has ended those that nobody uses as well.
                self._terminate_kept()
                raise Unavailable("The database does not answer. Try again in a moment.") from error
            except BaseException:
                self._give_back(connection)
                raise
            else:
                self._idle.append(connection)

    def _kept(self) -> Connection | None:
        """A connection from before that still is one."""
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    def _give_back(self, connection: Connection) -> None:
        if connection.is_closed() or connection.is_in_transaction():
            connection.terminate()
        else:
            self._idle.append(connection)

    def _terminate_kept(self) -> None:
        while self._idle:
            self._idle.pop().terminate()

    async def _connect(self) -> Connection:
        try:
            return await asyncpg.connect(self._url, timeout=5, server_settings=_SETTINGS, statement_cache_size=512)
        except (OSError, asyncpg.PostgresError, TimeoutError) as error:
            raise Unavailable("The database does not answer. Try again in a moment.") from error

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Session]:
        async with self._connection() as connection:
            yield PostgresSession(connection)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Session]:
        async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            yield PostgresSession(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Session]:
        async with self._connection() as connection, connection.transaction():
            yield PostgresSession(connection)

    async def stream(self, text: str, parameters: Mapping[str, object], size: int) -> AsyncIterator[Sequence[Row]]:
        prepared = _prepare(text)
        count_statement()
        async with self._connection() as connection, connection.transaction(readonly=True):
            cursor = await connection.cursor(prepared.text, *prepared.values(parameters))
            while chunk := await cursor.fetch(size):
                yield cast("Sequence[Row]", chunk)

    async def check(self) -> None:
        await self.fetch("SELECT 1", {})

    async def diagnose(self) -> Mapping[str, str]:
        shown = (
            "server_version",
            "data_checksums",
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "server_encoding",
        )
        async with self._connection() as connection:
            values = {name: str(await connection.fetchval(f"SHOW {name}")) for name in shown}
        return {"engine": f"PostgreSQL {values.pop('server_version')} (asyncpg {asyncpg.__version__})", **values}

    async def close(self) -> None:
        while self._idle:
            await self._idle.pop().close(timeout=5)


def _is_lost(connection: Connection, error: BaseException) -> bool:
    """Whether an error is the end of a connection, or follows from it: what is lost cannot be rolled back, either."""
    return isinstance(error, _LOST) or isinstance(error.__context__, _LOST) or connection.is_closed()


class PostgresSession:
    """Statements on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        return await _fetch(self._connection, text, parameters)

    async def run_for_each(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        if len(parameters) == 1:
            await self.fetch(text, parameters[0])
        elif parameters:
            prepared = _prepare(text)
            count_statement()
            await self._connection.executemany(prepared.text, list(map(prepared.values, parameters)))

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
def _prepare(text: str) -> Prepared:
    return POSTGRES.prepare(text)


async def _fetch(connection: Connection, text: str, parameters: Mapping[str, object]) -> Sequence[Any]:
    prepared = _prepare(text)
    count_statement()
    return await connection.fetch(prepared.text, *prepared.values(parameters))
