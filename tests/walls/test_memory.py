"""The memory test: what callers make up takes no room for good, however much of it they send."""

import http.client
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Final
from urllib.parse import quote

import pytest

from tests.rest.conftest import settings_of
from tests.support.proof import record, sampled
from tests.walls.processes import resident_bytes
from tests.walls.served import Served, serving

REQUESTS: Final = sampled(100_000, 1_000)
WARM_UP: Final = 300
MOST_BYTES: Final = 40 << 20
ELEMENTS: Final = "rest/facets/processes/views/detail/elements"

Sent = tuple[str, str, bytes | None, dict[str, str]]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def attacked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("memory")
    yield from serving(settings_of(request, folder, request.param), folder, 1, "--trusted-proxies", "127.0.0.1")


class Hostile:
    """Makes requests of which each is like no other, by a caller who has a token and by one who has none."""

    def __init__(self, tenant: str, token: str, random: Random) -> None:
        self._address = f"/{tenant}/_api/"
        self._token = {"symbio-auth-token": token}
        self._random = random
        self._kinds: list[Callable[[], Sent]] = [
            self._cookie, self._header, self._query, self._filter, self._names, self._path, self._made_up_token,
            self._host, self._search, self._body, self._address_of_tenant, self._sign_in, self._cursor, self._list_at_host,
            self._forwarded_prefix, self._forwarded_for,
        ]  # fmt: skip

    def make(self) -> Sent:
        # A third of them with large cookies, which were kept whole once.
        return self._cookie() if self._random.random() < 0.3 else self._random.choice(self._kinds)()

    def _text(self, length: int) -> str:
        return self._random.randbytes(length // 2 + 1).hex()[:length]

    def _get(self, path: str, **headers: str) -> Sent:
        return "GET", self._address + path, None, self._token | headers

    def _cookie(self) -> Sent:
        return self._get(f"{ELEMENTS}?$pageSize=1", cookie=f"{self._text(8)}={self._text(30_000)}")

    def _header(self) -> Sent:
        name = self._random.choice(("accept", "accept-encoding", "accept-language", "if-none-match"))
        return self._get("rest/me", **{name: self._text(6_000)})

    def _query(self) -> Sent:
        return self._get(f"{ELEMENTS}?$pageSize=1&n={self._text(7_000)}")

    def _filter(self) -> Sent:
        conditions = " OR ".join(f"name -eq '{self._text(20)}'" for _ in range(self._random.randrange(1, 90)))
        return self._get(f"{ELEMENTS}?$pageSize=1&$filter={quote(conditions)}"[:8000])

    def _names(self) -> Sent:
        known = self._random.sample(("name", "description", "type", "state", "author", "owner", "createdOn"), 4)
        return self._get(f"{ELEMENTS}?$select={','.join(known)},{self._text(self._random.randrange(2000))}")

    def _path(self) -> Sent:
        return self._get(f"rest/facets/{self._text(2_000)}/views/{self._text(2_000)}/elements")

    def _made_up_token(self) -> Sent:
        return "GET", f"{self._address}rest/me", None, {"symbio-auth-token": self._text(4_000)}

    def _host(self) -> Sent:
        return self._get("rest/me", host=f"{self._text(200)}.example")

    def _list_at_host(self) -> Sent:
        return self._get(f"{ELEMENTS}?$pageSize=1", host=f"{self._text(20)}.example")

    def _forwarded_prefix(self) -> Sent:
        return self._get(f"{ELEMENTS}?$pageSize=1", **{"x-forwarded-prefix": f"/{self._text(30_000)}"})

    def _forwarded_for(self) -> Sent:
        return self._get("rest/me", **{"x-forwarded-for": f"{self._text(30_000)}, 127.0.0.1"})

    def _search(self) -> Sent:
        return self._get(f"rest/search?q={self._text(180)}")

    def _body(self) -> Sent:
        body = {"elements": [{"type": "mainProcess", "attributes": {self._text(60): {"1033": self._text(9_000)}}}]}
        return "POST", f"{self._address}{ELEMENTS}", json.dumps(body).encode(), self._token

    def _address_of_tenant(self) -> Sent:
        return "GET", f"/{self._text(500)}/{self._text(500)}/_api/rest/me", None, self._token

    def _sign_in(self) -> Sent:
        given = {"userName": self._text(200), "password": ""}
        return "POST", f"{self._address}rest/session", json.dumps(given).encode(), {}

    def _cursor(self) -> Sent:
        return self._get(f"{ELEMENTS}?$cursor={self._text(6_000)}")


def send(connection: http.client.HTTPConnection, hostile: Hostile, count: int) -> None:
    for _ in range(count):
        method, path, body, headers = hostile.make()
        connection.request(method, path, body, headers | ({"content-type": "application/json"} if body else {}))
        response = connection.getresponse()
        response.read()
        assert response.status < 500 or response.status == 503, (response.status, path[:300])


def test_requests_of_which_each_is_like_no_other_leave_nothing_in_memory(attacked: Served) -> None:
    tenant = attacked.new_tenant()
    hostile = Hostile(tenant, attacked.database.tokens[tenant, "editor"], Random(16))
    connection = http.client.HTTPConnection("127.0.0.1", attacked.node.port, timeout=60)
    try:
        send(connection, hostile, WARM_UP)
        before = resident_bytes(attacked.node.pid)
        send(connection, hostile, REQUESTS)
    finally:
        connection.close()

    more = resident_bytes(attacked.node.pid) - before
    figures: dict[str, float | str] = {"engine": attacked.engine, "more MB": round(more / (1 << 20), 1)}
    record("Hostile requests leave nothing in memory", REQUESTS, "held", **figures)
    assert more < MOST_BYTES, figures
