"""What every response says to browsers, so that they do nothing with it that was not asked for."""

import re
from collections.abc import Iterator
from importlib.resources import files

import httpx
import pytest

from facetstore.rest.wire.call import Origin
from tests.support.api import ACME, Api

pytestmark = pytest.mark.one_engine

FACETS = f"/{ACME}/_api/rest/facets"
DATA = (
    ("GET", FACETS, 200),
    ("HEAD", FACETS, 200),
    ("OPTIONS", FACETS, 204),
    ("GET", f"/{ACME}/_api/rest/facets/processes/reporting", 200),
    ("GET", f"/{ACME}/_api/rest/session", 200),
    ("GET", f"/{ACME}/_api/rest/nothing", 404),
    ("PUT", FACETS, 405),
    ("GET", "/no/where/_api/rest/facets", 401),
    ("GET", "/_health/live", 200),
    ("GET", "/_metrics", 200),
    ("GET", "/_api/openapi.json", 200),
    ("GET", "/_docs/docs.js", 200),
    ("GET", "/nothing", 404),
    ("GET", "/", 302),
)
PAGES = ("/_docs",)
HTTPS = "strict-transport-security"


@pytest.fixture(scope="module")
def secure(api: Api) -> Iterator[Api]:
    """The service as it is reached by https."""
    other = Api(api.database, origin=Origin("https://repository.example"))
    yield other
    other.close()


def send(api: Api, method: str, path: str, **headers: str) -> httpx.Response:
    token = {"symbio-auth-token": api.database.tokens[ACME, "viewer"]}
    return api.at(method, path, headers={**token, **{name.replace("_", "-"): each for name, each in headers.items()}})


def check(response: httpx.Response) -> None:
    headers = response.headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert headers["referrer-policy"] == "no-referrer"
    for name in ("x-content-type-options", "content-security-policy", HTTPS):
        assert len(headers.get_list(name)) <= 1


@pytest.mark.parametrize(("method", "path", "status"), DATA)
def test_data_are_no_page_to_a_browser(api: Api, method: str, path: str, status: int) -> None:
    response = send(api, method, path)

    assert response.status_code == status
    check(response)
    assert response.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'self'"
    assert HTTPS not in response.headers


@pytest.mark.parametrize("path", PAGES)
def test_a_page_runs_and_loads_what_comes_from_here_alone(api: Api, path: str) -> None:
    response = send(api, "GET", path)

    check(response)
    policy = dict(part.strip().split(" ", 1) for part in response.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in str(policy)


@pytest.mark.parametrize("name", ["docs.html"])
def test_nothing_of_a_page_needs_more_than_its_policy_allows(name: str) -> None:
    page = (files("facetstore.rest") / "pages" / name).read_text()

    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", page) == []


def test_a_cached_answer_and_one_that_is_known_have_the_same_headers(api: Api) -> None:
    first = send(api, "GET", FACETS)
    again = send(api, "GET", FACETS)
    known = send(api, "GET", FACETS, if_none_match=first.headers["etag"])

    assert known.status_code == 304
    for each in (first, again, known):
        check(each)
        assert each.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'self'"


@pytest.mark.parametrize("path", [FACETS, *PAGES, "/", "/nothing", f"/{ACME}/_api/rest/nothing"])
def test_who_comes_by_https_is_to_come_by_nothing_else(secure: Api, path: str) -> None:
    for _ in range(3):
        response = send(secure, "GET", path)

        check(response)
        assert response.headers[HTTPS] == "max-age=31536000"


def test_an_answer_cached_for_https_is_not_sent_to_others(api: Api, secure: Api) -> None:
    send(secure, "GET", FACETS)

    assert HTTPS not in send(api, "GET", FACETS).headers
