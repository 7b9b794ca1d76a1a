"""Two nodes on one database that cache their responses, and a third without a cache, whose responses are taken as true."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple
from urllib.parse import quote

import httpx

from facetstore.bootstrap.settings import Settings
from tests.stateful.method import ROLES
from tests.stateful.model import Json
from tests.support import company
from tests.support.api import Api, Database

_KEEPING = 2


@dataclass(frozen=True)
class Request:
    """A write, ready to be sent."""

    path: str
    body: object = None
    method: str = "POST"


class Answer(NamedTuple):
    """What a read was answered with."""

    status: int
    etag: str
    body: bytes


class Cluster:
    """The databases of the nodes; each history has a tenant of its own on them."""

    def __init__(self, settings: Settings) -> None:
        self.databases = [Database.open(settings) for _ in range(_KEEPING)]
        self._numbers = count(1)
        for each in self.databases[1:]:
            each.tokens = self.databases[0].tokens

    def new_tenant(self) -> "Nodes":
        address = f"histories/{next(self._numbers)}"
        self.databases[0].add_tenant(address, company.SETTINGS, roles=ROLES)
        return Nodes(self, address)

    def close(self) -> None:
        for each in self.databases:
            each.close()


class Nodes:
    """The nodes as clients of one tenant see them."""

    def __init__(self, cluster: Cluster, tenant: str) -> None:
        self._cluster = cluster
        self._tenant = tenant
        self._nodes = [Api(each) for each in cluster.databases]
        self._truth = Api(cluster.databases[0], cache_bytes=0)
        self._turn = count()
        self._known: dict[tuple[str, str], tuple[str, bytes]] = {}
        """Entity tag and body of what was read last, by path and role."""

    def close(self) -> None:
        for each in (*self._nodes, self._truth):
            each.close()

    def restart(self, number: int) -> None:
        """End one node and start it again on what is stored."""
        self._nodes[number].close()
        database = self._cluster.databases[number]
        database.reopen()
        self._nodes[number] = Api(database)
        if self._truth.database is database:
            self._truth.close()
            self._truth = Api(database, cache_bytes=0)

    def send(
        self, request: Request, role: str, headers: Mapping[str, str] | None = None, *, node: int = 0
    ) -> httpx.Response:
        content = None if request.body is None else json.dumps(request.body).encode()
        return self._nodes[node].send(
            request.method, request.path, role, tenant=self._tenant, headers=headers, content=content
        )

    def read(self, path: str, role: str = "administrator") -> Json:
        """Read from one node after the other: a cached response must be the true one, and a 304 come if nothing differs."""
        truth = self._get(self._truth, path, role)
        assert truth.status == 200, truth
        etag, body = self._known.get((path, role), ("", b""))
        answer = self._get(self._nodes[next(self._turn) % _KEEPING], path, role, etag)
        assert answer.status == (304 if body == truth.body else 200), (path, role, answer, body, truth)
        assert answer.status == 304 or answer.body == truth.body, (path, role, answer, truth)
        self._known[path, role] = answer.etag, truth.body
        found: Json = json.loads(truth.body)
        return found

    def _get(self, node: Api, path: str, role: str, etag: str = "") -> "Answer":
        """Straight to the application: a history reads so often that a client would take most of its time."""
        address, _, query = path.partition("?")
        headers = {
            "symbio-auth-token": node.database.tokens[self._tenant, role],
            **({"if-none-match": etag} if etag else {}),
        }
        status, answer_headers, body = node.wire(
            f"/{self._tenant}/_api/{address}".encode(),
            quote(query, safe="=&").encode(),
            [(name.encode(), value.encode()) for name, value in headers.items()],
        )
        return Answer(status, answer_headers.get("etag", ""), body)

    def etag(self, path: str, role: str = "administrator") -> str:
        return self._get(self._nodes[0], path, role).etag

    def is_unknown(self, path: str) -> bool:
        """Whether no node finds anything at an address."""
        statuses = {self._get(each, path, "administrator").status for each in (*self._nodes, self._truth)}
        assert len(statuses) == 1, (path, statuses)
        return statuses == {404}

    @property
    def revision(self) -> int:
        """The tenant's: responses that are not cached carry it in their entity tags."""
        return int(self.etag("rest/tasks").strip('"').partition("-")[0])

    @property
    def principals(self) -> dict[str, str]:
        """The token of each role: a token is named by its role."""
        tokens = self.read("rest/facets/automation/views/detail/elements")["elements"]
        names = {str(each["attributes"]["name"]["1033"]): str(each["id"]) for each in tokens}
        return {role: names[role] for role in ROLES}
