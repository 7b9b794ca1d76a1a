"""Ends connections to a server that no longer answers: a machine that is cut off closes none, and their statements would wait for ever.

The server limits how long a statement takes, but only while it is there. So a server whose connection has been in use for long is asked
for a sign of life, on a connection of its own; how long the statement itself takes does not matter.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from facetstore.storage.engines.postgres_hosts import DatabaseHost
from facetstore.storage.engines.postgres_session import Connection

LONG_SECONDS: Final = 2.0
"""A connection in use for longer makes its server suspect."""
SIGN_SECONDS: Final = 2.0
"""For a sign of life."""
MOST_MISSED: Final = 3
"""Signs of life that may be missing in a row. With the seconds above, a lost server is noticed within 12 seconds."""
_SSL_REQUEST: Final = bytes((0, 0, 0, 8, 4, 210, 22, 47))
"""The server answers it with one letter, before it asks who is there."""


class Watch:
    """The connections in use, and when their use began."""

    def __init__(self) -> None:
        self._used: dict[Connection, tuple[DatabaseHost, float]] = {}
        self._missed: Counter[DatabaseHost] = Counter()
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None

    @contextmanager
    def watched(self, connection: Connection, host: DatabaseHost | None) -> Iterator[None]:
        """Watch the server of a connection for the time of a block."""
        if host is None:
            yield
            return
        loop = asyncio.get_running_loop()
        self._used[connection] = host, loop.time()
        if self._timer is None:
            self._timer = loop.call_later(LONG_SECONDS, self._look)
        try:
            yield
        finally:
            del self._used[connection]

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(LONG_SECONDS, self._look) if self._used else None
        suspects = {host for host, since in self._used.values() if loop.time() - since >= LONG_SECONDS}
        for host in self._missed.keys() - suspects:
            del self._missed[host]
        if suspects and (self._asking is None or self._asking.done()):
            self._asking = loop.create_task(self._ask(suspects))

    async def _ask(self, hosts: set[DatabaseHost]) -> None:
        for host in hosts:
            self._missed[host] = 0 if await is_alive(host) else self._missed[host] + 1
            if self._missed[host] >= MOST_MISSED:
                self._end(host)

    def _end(self, lost: DatabaseHost) -> None:
        """Statements on these connections fail now, as if the server had closed them."""
        for connection, (host, _) in [*self._used.items()]:
            if host == lost:
                connection.terminate()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._asking is not None:
            self._asking.cancel()


async def is_alive(host: DatabaseHost) -> bool:
    """Whether a server gives a sign of life."""
    try:
        async with asyncio.timeout(SIGN_SECONDS):
            reader, writer = await asyncio.open_connection(host.name, host.port)
            try:
                writer.write(_SSL_REQUEST)
                await reader.read(1)
            finally:
                writer.transport.abort()
    except OSError:  # a time limit that ran out is one, too
        return False
    return True
