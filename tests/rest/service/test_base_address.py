"""Addresses in answers: what --base-url says, else what the request says, else what a trusted proxy says."""

import ipaddress
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from facetstore.rest.wire.call import Origin
from tests.support import company
from tests.support.api import ACME, Api, element

pytestmark = pytest.mark.one_engine

FORWARDED = {
    "x-forwarded-proto": "https",
    "x-forwarded-host": "processes.example",
    "x-forwarded-prefix": "/repository",
}


@contextmanager
def served(api: Api, origin: Origin, **more: Any) -> Iterator[Api]:
    """The service with another idea of where it is."""
    other = Api(api.database, origin=origin, **more)
    try:
        yield other
    finally:
        other.close()


def network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    return ipaddress.ip_network(text)


def base_of(api: Api, path: str = f"/{ACME}/_api/rest/info", **headers: str) -> str:
    """The base address in an answer."""
    token = api.database.tokens[ACME, "viewer"]
    response = api.at("GET", path, headers={"symbio-auth-token": token, **headers})
    assert response.status_code == 200, response.text
    address: str = response.json()["apiUrl"]
    return address.removesuffix(f"/{ACME}/_api/")


@pytest.mark.parametrize("prefix", ["", "/deep", "/very/deep"])
def test_a_fixed_base_address_stands_in_every_address(api: Api, prefix: str) -> None:
    base = f"https://repository.example{prefix}"

    with served(api, Origin(base)) as other:
        text = other.get(
            f"{element(company.RECEIPT_2_0)}?$resources=attributes,related,content,rootPath", "viewer"
        ).text
        facets = other.get("rest/facets").text
        info = base_of(other)

    assert info == base
    assert text.count(f"{base}/{ACME}/") == text.count(f"/{ACME}/") > 10
    assert facets.count(f"{base}/{ACME}/_api/rest/facets/") == 41
    assert "http://test" not in text + facets


@pytest.mark.parametrize("prefix", ["/deep", "/very/deep"])
def test_requests_may_come_with_the_prefix_or_without_it(api: Api, prefix: str) -> None:
    path = f"/{ACME}/_api/{element(company.RECEIPT_2_0)}"
    headers = {"symbio-auth-token": api.database.tokens[ACME, "viewer"]}

    with served(api, Origin(f"https://repository.example{prefix}")) as other:
        with_it = other.at("GET", prefix + path, headers=headers)
        without_it = other.at("GET", path, headers=headers)

    assert with_it.status_code == without_it.status_code == 200
    assert with_it.content == without_it.content


def test_the_prefix_holds_for_service_pages_and_links_too(api: Api) -> None:
    with served(api, Origin("https://repository.example/deep")) as other:
        live = other.at("GET", "/deep/_health/live")
        docs = [other.at("GET", path) for path in ("/deep/", "/deep", "/")]
        link = other.at("GET", f"/deep/{ACME}/1031/BasePlugin/GoTo/Users/list/{company.ANNA}")

    assert live.status_code == 200
    assert [each.headers["location"] for each in docs] == ["https://repository.example/deep/_docs"] * 3
    assert (
        link.headers["location"] == f"https://repository.example/deep/{ACME}/elements/Users/{company.ANNA}?culture=1031"
    )


def test_a_path_that_only_begins_like_the_prefix_is_another(api: Api) -> None:
    with served(api, Origin("https://repository.example/deep")) as other:
        assert other.at("GET", "/deeper/_health/live").status_code == 404


def test_a_fixed_base_address_wins_over_the_host_and_over_proxies(api: Api) -> None:
    origin = Origin("https://repository.example", (network("127.0.0.0/8"),))

    with served(api, origin) as other:
        assert base_of(other, host="elsewhere", **FORWARDED) == "https://repository.example"
        assert base_of(other, host="not a host") == "https://repository.example"


def test_without_it_addresses_are_those_of_the_request(api: Api) -> None:
    assert base_of(api) == "http://test"
    assert base_of(api, host="other.example:8443") == "http://other.example:8443"


def test_what_a_proxy_says_counts_for_nothing_unless_it_is_trusted(api: Api) -> None:
    assert base_of(api, **FORWARDED) == "http://test"
    with served(api, Origin(trusted=(network("10.0.0.0/8"),)), client=("192.168.1.7", 1)) as other:
        assert base_of(other, **FORWARDED) == "http://test"


@pytest.mark.parametrize(
    ("trusted", "client"),
    [("10.0.0.0/8", "10.1.2.3"), ("127.0.0.1/32", "127.0.0.1"), ("fd00::/8", "fd00::7"), ("0.0.0.0/0", "8.8.8.8")],
)
def test_what_a_trusted_proxy_says_counts(api: Api, trusted: str, client: str) -> None:
    with served(api, Origin(trusted=(network(trusted),)), client=(client, 1)) as other:
        assert base_of(other, **FORWARDED) == "https://processes.example/repository"
        assert base_of(other, **{"x-forwarded-proto": "https"}) == "https://test"
        assert base_of(other, **{"x-forwarded-host": "a.example, b.example"}) == "http://b.example"
        assert base_of(other, **{"x-forwarded-prefix": "/x/"}) == "http://test/x"
        assert base_of(other) == "http://test"


def test_answers_to_different_addresses_are_cached_apart(api: Api) -> None:
    with served(api, Origin(trusted=(network("127.0.0.0/8"),))) as other:
        for _ in range(2):
            assert base_of(other, **FORWARDED) == "https://processes.example/repository"
            assert base_of(other) == "http://test"
            assert base_of(other, host="third.example") == "http://third.example"


@pytest.mark.parametrize(
    "headers",
    [
        {"x-forwarded-host": 'evil"},"x":"'},
        {"x-forwarded-host": "evil.example/path"},
        {"x-forwarded-proto": "javascript"},
        {"x-forwarded-prefix": '/"><script>'},
        {"x-forwarded-prefix": "//evil.example"},
    ],
)
def test_what_a_trusted_proxy_says_must_still_be_an_address(api: Api, headers: dict[str, str]) -> None:
    with served(api, Origin(trusted=(network("127.0.0.0/8"),))) as other:
        response = other.get("rest/info", "viewer", headers=headers)

    assert response.status_code == 400
    assert "evil" not in response.text


def test_a_caller_without_an_address_is_not_trusted(api: Api) -> None:
    """As behind a Unix socket."""
    headers = [
        (b"symbio-auth-token", api.database.tokens[ACME, "viewer"].encode()),
        (b"x-forwarded-host", b"elsewhere.example"),
    ]

    with served(api, Origin(trusted=(network("0.0.0.0/0"),))) as other:
        _, _, body = other.wire(f"/{ACME}/_api/rest/info".encode(), headers=headers, client=None)

    assert json.loads(body)["apiUrl"] == f"http://test/{ACME}/_api/"
