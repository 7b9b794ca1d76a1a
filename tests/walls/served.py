"""A service as it is run, with one or two workers on either engine, and callers who reach every worker of it."""

import http.client
import json
import time
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import TenantSettings
from tests.reliability.nodes import Node
from tests.support import company
from tests.support.api import Database, Records

SESSION: Final = "facetstore-session"
_CONNECT_SECONDS: Final = 60

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Answer:
    """One response of one worker."""

    worker: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float
    cookies: tuple[str, ...] = ()
    """Those that are set, as `name=value`."""

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Served:
    """A running service. `database` opens the same data beside it, to create tenants, people and tokens."""

    node: Node
    workers: int
    database: Database
    _connections: dict[str, http.client.HTTPConnection] = field(default_factory=dict)

    @property
    def engine(self) -> str:
        return self.database.engine

    def new_tenant(
        self,
        records: Records = company.acme,
        roles: tuple[str, ...] = ("viewer", "editor", "administrator"),
        settings: TenantSettings = company.SETTINGS,
        collection: str = "walls",
    ) -> str:
        """The address of a new tenant, with a token for each role in `database.tokens`."""
        return self.database.add_tenant(f"{collection}/t{next(_numbers)}", settings, records, roles=roles)

    def ask(
        self,
        tenant: str,
        who: str | None,
        path: str,
        body: object = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request to any worker, with the tenant's token of this name; None: without a token."""
        worker = next(iter(self._all_connections()))
        return self._send(worker, tenant, who, path, body, method, headers)

    def ask_all(
        self,
        tenant: str,
        who: str | None,
        path: str,
        body: object = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> list[Answer]:
        """Send the same request to each worker in turn, on connections that stay open."""
        workers = list(self._all_connections())
        return [self._send(worker, tenant, who, path, body, method, headers) for worker in workers]

    def _send(
        self,
        worker: str,
        tenant: str,
        who: str | None,
        path: str,
        body: object,
        method: str | None,
        headers: Mapping[str, str] | None,
    ) -> Answer:
        given = dict(headers or {})
        if who is not None:
            given["symbio-auth-token"] = self.database.tokens[tenant, who]
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if content is not None:
            given.setdefault("content-type", "application/json")
        connection, began = self._connections[worker], time.monotonic()
        connection.request(method or ("GET" if body is None else "POST"), f"/{tenant}/_api/{path}", content, given)
        response = connection.getresponse()
        found = {name.lower(): value for name, value in response.getheaders()}
        cookies = tuple(each.partition(";")[0] for each in response.headers.get_all("set-cookie", ()))
        return Answer(worker, response.status, found, response.read(), time.monotonic() - began, cookies)

    def _all_connections(self) -> Mapping[str, http.client.HTTPConnection]:
        """A kept connection to each worker, by the part of request ids that only this worker uses."""
        until = time.monotonic() + _CONNECT_SECONDS
        while len(self._connections) < self.workers:
            assert time.monotonic() < until, "One worker answers everything."
            connection = http.client.HTTPConnection("127.0.0.1", self.node.port, timeout=60)
            connection.request("GET", "/_health/live")
            response = connection.getresponse()
            response.read()
            worker = response.headers["x-request-id"].partition("-")[0]
            if worker in self._connections:
                connection.close()
            else:
                self._connections[worker] = connection
        return self._connections

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()
        self.node.stop()
        self.database.close()


def serving(settings: Settings, folder: Path, workers: int, *options: str) -> Generator[Served]:
    """A service for the time of a fixture."""
    database = Database.open(settings)
    node = Node(settings, folder / "walls.log", options=("--workers", str(workers), *options))
    node.start()
    with closing(Served(node, workers, database)) as served:
        yield served
