"""The servers that an address names: connects to the one that takes writes, wherever it is now.

asyncpg takes such addresses, too, but gives all hosts together one time limit: a first host that is cut off would use it up.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit
from weakref import WeakKeyDictionary

import asyncpg

from facetstore.storage.engines.postgres_session import Connection

ALONE_SECONDS: Final = 5.0
"""For a connection to the only server."""
EACH_SECONDS: Final = 3.0
"""For a connection to one of several."""
DEFAULT_PORT: Final = 5432
TAKES_WRITES: Final = ("read-write", "primary")
REFUSALS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


class DatabaseHost(NamedTuple):
    """A server by its name or its address."""

    name: str
    port: int


def hosts_of(url: str) -> tuple[DatabaseHost, ...]:
    """The servers of an address that are reached by TCP; none if it names a socket, or names them elsewhere."""
    parts = urlsplit(url)
    named = [_host(each) for each in parts.netloc.rpartition("@")[2].split(",")]
    if "host" in parse_qs(parts.query) or any(each is None for each in named):
        return ()
    return tuple(each for each in named if each is not None)


def _host(text: str) -> DatabaseHost | None:
    name, colon, port = text.rpartition(":") if not text.endswith("]") else (text, "", "")
    name = unquote(name if colon else text).strip("[]")
    if not name or name.startswith("/") or not (port.isdecimal() or not colon):
        return None
    return DatabaseHost(name, int(port) if colon else DEFAULT_PORT)


class Hosts:
    """The servers of an address; those that failed last are asked last."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._hosts = list(hosts_of(url))
        self._wanted = parse_qs(urlsplit(url).query).get("target_session_attrs", [None])[0]
        self._at: WeakKeyDictionary[Connection, DatabaseHost] = WeakKeyDictionary()

    def of(self, connection: Connection) -> DatabaseHost | None:
        """Where a connection goes; None for a socket."""
        return self._at.get(connection)

    async def connect(self, **options: Any) -> Connection:
        """A connection to the server that takes writes. Raises OSError and what asyncpg raises."""
        if len(self._hosts) < 2:
            connection: Connection = await asyncpg.connect(self._url, timeout=ALONE_SECONDS, **options)
            if self._hosts:
                self._at[connection] = self._hosts[0]
            return connection
        if self._wanted not in (None, *TAKES_WRITES):
            raise asyncpg.InterfaceError(
                f"target_session_attrs={self._wanted} leads to servers that take no writes; say read-write, or nothing"
            )
        return await self._connect_to_one(options)

    async def _connect_to_one(self, options: dict[str, Any]) -> Connection:
        errors = []
        for host in [*self._hosts]:
            try:
                connection = await self._connect_to(host, options)
            except (OSError, *REFUSALS) as error:
                errors.append(error)
                self._ask_last(host)
            else:
                self._at[connection] = host
                return connection
        raise max(errors, key=_rank)

    async def _connect_to(self, host: DatabaseHost, options: dict[str, Any]) -> Connection:
        wanted: Any = self._wanted or TAKES_WRITES[0]
        return await asyncpg.connect(
            self._url,
            host=host.name,
            port=host.port,
            target_session_attrs=wanted,
            timeout=EACH_SECONDS,
            **options,
        )

    def _ask_last(self, host: DatabaseHost) -> None:
        self._hosts.remove(host)
        self._hosts.append(host)


def _rank(error: Exception) -> int:
    """How much an error says of why there is no connection. A standby or a start says less than a wrong password."""
    if isinstance(error, asyncpg.TargetServerAttributeNotMatched):
        return 2
    if isinstance(error, asyncpg.CannotConnectNowError):
        return 1
    return 3 if isinstance(error, REFUSALS) else 0
