"""The connections to one PostgreSQL database: opened when needed, kept, and handed out for one tenant or for all.

A connection is the owner's, or it is bound to a tenant: in the restricted role, with the tenant named (`row_security.py`). It stays
bound when it comes back, so that the next read for that tenant is a single round trip. `take` is the only way to a connection: it
binds each one as it is asked for, before anything else is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import asyncpg

from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.postgres_causes import LOST, connecting, is_lost
from facetstore.storage.engines.postgres_hosts import Hosts
from facetstore.storage.engines.postgres_session import LONGEST_CACHED, NO_ANSWER, Connection, say, translated
from facetstore.storage.engines.postgres_watch import Watch
from facetstore.storage.engines.row_security import OWNER, UNBIND

Opened = Callable[[Connection], None]


class ConnectionPool:
    """At most `size` connections, in use and idle."""

    def __init__(self, url: str, size: int, opened: Opened) -> None:
        """`opened` is called with each new connection."""
        self.settings: dict[str, str] = {}
        """What the server sets for each new connection."""
        self._url = url
        self._size = size
        self._opened = opened
        self._hosts = Hosts(url)
        self._watch = Watch()
        self._slots = asyncio.Semaphore(size)
        self._used = 0
        self._idle: Final[list[tuple[Connection, str]]] = []
        """Idle connections and how each is bound; the one that was used last stands last."""

    @asynccontextmanager
    async def take(self, binding: str = OWNER) -> AsyncIterator[Connection]:
        """A connection that is bound to one tenant, or the owner's. asyncpg's own pool resets the session on each return, a round trip
        that is not needed: but for the binding, nothing outlives a transaction."""
        async with self._slots:
            self._used += 1
            try:
                async with self._handled(binding) as connection:
                    yield connection
            finally:
                self._used -= 1

    @asynccontextmanager
    async def _handled(self, binding: str) -> AsyncIterator[Connection]:
        """A connection that is kept afterwards, unless it was lost or is in the middle of something."""
        connection, bound = self._kept(binding) or (await self._connect(), OWNER)
        try:
            with self._watch.watched(connection, self._hosts.of(connection)):
                if bound != binding:
                    await say(connection, binding or UNBIND)
                yield connection
        except (OSError, asyncpg.InterfaceError, *LOST) as error:
            if not is_lost(error, is_closed=connection.is_closed()):
                # Not an error of the connection, but for example a file that cannot be read.
                self._give_back(connection, binding)
                raise
            connection.terminate()
            # The cause, mostly a restart, has ended the idle ones as well.
            self.terminate_idle()
            raise Unavailable(NO_ANSWER) from error
        except Exception as error:
            self._give_back(connection, binding)
            raise translated(error) from error
        except BaseException:
            self._give_back(connection, binding)
            raise
        else:
            self._idle.append((connection, binding))

    def _kept(self, binding: str) -> tuple[Connection, str] | None:
        """An idle connection, one with this binding if there is one; None if a new one may be opened instead."""
        self._idle[:] = [each for each in self._idle if not each[0].is_closed()]
        for place in reversed(range(len(self._idle))):
            if self._idle[place][1] == binding:
                return self._idle.pop(place)
        return self._idle.pop(0) if self._used + len(self._idle) > self._size else None

    def _give_back(self, connection: Connection, binding: str) -> None:
        if connection.is_closed() or connection.is_in_transaction():
            connection.terminate()
        else:
            self._idle.append((connection, binding))

    def terminate_idle(self) -> None:
        while self._idle:
            self._idle.pop()[0].terminate()

    async def _connect(self) -> Connection:
        try:
            connection = await self._hosts.connect(
                server_settings=self.settings,
                statement_cache_size=256,
                max_cacheable_statement_size=LONGEST_CACHED,
            )
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
            raise Unavailable(NO_ANSWER, cause=connecting(error, self._url)) from error
        self._opened(connection)
        return connection

    async def close(self) -> None:
        self._watch.close()
        while self._idle:
            await self._idle.pop()[0].close(timeout=5)
