"""Behind a proxy the client's address is the one that the proxy saw, whatever the client writes."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from facetstore.domain.throttling import OF_ADDRESS
from tests.rest.conftest import settings_of
from tests.walls.conftest import SERVICES
from tests.walls.proxies import KINDS, Proxy, proxy_or_skip
from tests.walls.served import Served, serving

AUTOMATION: Final = "rest/facets/automation/views/detail/elements"
CLIENT, OTHER = "127.0.0.2", "127.0.0.3"
FORGED: Final = {
    "x-forwarded-for": "198.51.100.7",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
    "x-forwarded-prefix": "/evil",
    "forwarded": "for=198.51.100.7;host=evil.example",
}


@pytest.fixture(scope="module", params=SERVICES)
def behind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service that listens to IPv4 and IPv6 and trusts proxies at 127.0.0.1, written in both ways."""
    engine, _, workers = request.param.partition("-")
    folder: Path = tmp_path_factory.mktemp("behind")
    options = ("--host", "::", "--trusted-proxies", "127.0.0.1,::ffff:127.0.0.1")
    yield from serving(settings_of(request, folder, engine), folder, int(workers), *options)


@pytest.fixture(scope="module", params=KINDS)
def proxy(request: pytest.FixtureRequest, behind: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with proxy_or_skip(request.param, tmp_path_factory.mktemp("proxy") / request.param, behind.node.port) as proxy:
        yield proxy


def test_a_client_cannot_choose_its_address(behind: Served, proxy: Proxy) -> None:
    tenant = behind.new_tenant()
    _shut_out(behind, tenant, "viewer", CLIENT)
    path, token = f"/{tenant}/_api/rest/facets", {"symbio-auth-token": behind.database.tokens[tenant, "viewer"]}

    forged = [{}, FORGED, {"x-forwarded-for": f"{OTHER}, {OTHER}"}, {"x-forwarded-for": "127.0.0.1"}]

    assert [proxy.ask(path, CLIENT, token | each).status for each in forged] == [401] * 4
    assert [proxy.ask(path, OTHER, token | each).status for each in forged] == [200] * 4
    assert proxy.ask(path, OTHER, token | {"x-forwarded-for": CLIENT}).status == 200


def test_the_sign_in_limit_of_an_address_holds_behind_a_proxy(behind: Served, proxy: Proxy) -> None:
    tenant = behind.new_tenant()
    client, neighbour = f"127.0.{proxy.port % 250}.9", f"127.0.{proxy.port % 250}.10"
    path = f"/{tenant}/_api/rest/session"

    def attempts(address: str, count: int) -> list[int]:
        with closing(proxy.connect(address)) as connection:
            forged = [{"x-forwarded-for": f"198.51.100.{number}"} for number in range(count)]
            return [proxy.send(connection, path, each, {"link": "a" * 26}).status for each in forged]

    assert attempts(client, OF_ADDRESS.free + 1) == [401] * OF_ADDRESS.free + [429]
    assert attempts(neighbour, 1) == [401]


def test_addresses_in_answers_are_those_of_the_proxy(behind: Served, proxy: Proxy) -> None:
    tenant = behind.new_tenant()
    token = {"symbio-auth-token": behind.database.tokens[tenant, "viewer"]}

    for headers in (token, token | FORGED):
        answer = proxy.ask(f"/{tenant}/_api/rest/info", CLIENT, headers)
        assert answer.json()["apiUrl"] == f"{proxy.base}/{tenant}/_api/"
    assert proxy.ask("/_metrics", CLIENT).status == proxy.ask("/_health/live", CLIENT).status == 403


def test_who_is_no_proxy_is_not_believed(behind: Served) -> None:
    """Also where IPv4 clients come by a socket of IPv6."""
    tenant = behind.new_tenant()
    _shut_out(behind, tenant, "viewer", CLIENT)
    token = {"symbio-auth-token": behind.database.tokens[tenant, "viewer"], "x-forwarded-for": OTHER}

    assert _direct(behind, CLIENT, f"/{tenant}/_api/rest/facets", token) == 401
    assert _direct(behind, OTHER, f"/{tenant}/_api/rest/facets", token | {"x-forwarded-for": CLIENT}) == 200


def test_ipv4_clients_of_a_socket_of_ipv6_have_a_limit_each(behind: Served) -> None:
    path, body = f"/{behind.new_tenant()}/_api/rest/session", {"link": "a" * 26}

    statuses = [_direct(behind, "127.9.0.1", path, {}, body) for _ in range(OF_ADDRESS.free + 1)]

    assert statuses == [401] * OF_ADDRESS.free + [429]
    assert _direct(behind, "127.9.0.2", path, {}, body) == 401


def _shut_out(behind: Served, tenant: str, name: str, address: str) -> None:
    """Have an administrator say that a token must not be used from an address."""
    tokens = behind.ask(tenant, "administrator", "rest/tokens").json()["values"]
    token = next(each["id"] for each in tokens if each["name"] == name)
    values = {"name": {"1033": "No"}, "hostAddress": {"127": address}, "isActive": {"127": False}}
    element = {"type": "host", "parent": token, "attributes": values}
    answer = behind.ask(tenant, "administrator", AUTOMATION, {"elements": [element]})
    assert answer.status == 200, answer.body


def _direct(behind: Served, client: str, path: str, headers: dict[str, str], body: object = None) -> int:
    """The status of a request that is sent from an address without a proxy."""
    connection = http.client.HTTPConnection("127.0.0.1", behind.node.port, timeout=60, source_address=(client, 0))
    with closing(connection):
        content = None if body is None else json.dumps(body)
        sent = {"content-type": "application/json", **headers}
        connection.request("GET" if body is None else "POST", path, content, sent)
        return connection.getresponse().status
