"""Addresses outside the tenants' API: health, metrics, old links, and where people land."""

import asyncio
from collections.abc import Callable

import pytest
from prometheus_client.parser import text_string_to_metric_families

from facetstore.rest import service_pages
from facetstore.rest.wire.call import Call
from tests.support import company
from tests.support.api import ACME, BASE, Api, element

pytestmark = pytest.mark.one_engine

LINK = f"/{ACME}/1031/BasePlugin/GoTo/Processes/treeanddiagram"


def test_the_service_says_that_it_lives(api: Api) -> None:
    response = api.at("GET", "/_health/live")

    assert (response.status_code, response.json()) == (200, {"status": "live"})
    assert response.headers["cache-control"] == "no-store"
    assert api.statements == 0


def test_the_service_says_that_it_is_ready_after_asking_the_database(api: Api) -> None:
    response = api.at("GET", "/_health/ready")

    assert (response.status_code, response.json()) == (200, {"status": "ready"})
    assert api.statements == 1


@pytest.mark.parametrize("path", ["/_health/live", "/_health/ready", "/_metrics", "/_api/openapi.json", "/_docs", "/"])
def test_service_pages_need_no_token_and_answer_to_get_and_head_only(api: Api, path: str) -> None:
    got = api.at("GET", path)
    asked = api.at("HEAD", path)
    posted = api.at("POST", path)

    assert got.status_code == asked.status_code in (200, 302)
    assert asked.content == b""
    assert posted.status_code == 405
    assert posted.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "path", ["/_api/openapi.json", "/_api/openapi.json?api-version=4.0", "/swagger/v1/swagger.json"]
)
def test_the_first_document_of_the_interface_keeps_no_other_caller_waiting(
    api: Api, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Making it imports what describes all operations, a third of a second: not in the thread that answers everyone."""
    beside_a_loop = list[bool]()

    def noting(make: Callable[[Call], bytes]) -> Callable[[Call], bytes]:
        def made(call: Call) -> bytes:
            beside_a_loop.append(_has_loop())
            return make(call)

        return made

    for name in ("_interface", "_swagger"):
        monkeypatch.setattr(service_pages, name, noting(getattr(service_pages, name)))

    assert api.at("GET", path).is_success
    assert beside_a_loop == [False]


def _has_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@pytest.mark.parametrize(
    "path", ["/_nothing", "/_health", "/_health/nothing", "/_api", "/_docs/nothing.js", "/a/b/_c", "/_ui/nothing.js"]
)
def test_a_page_that_is_none_is_not_found(api: Api, path: str) -> None:
    for method in ("GET", "HEAD", "POST", "DELETE"):
        assert api.at(method, path).status_code == 404


def test_the_figures_are_what_prometheus_reads(api: Api) -> None:
    metrics = Api(api.database)
    for _ in range(3):
        metrics.get("rest/facets", "viewer")
    metrics.get("rest/nothing", "viewer")
    metrics.get("rest/facets", None)

    response = metrics.at("GET", "/_metrics")
    metrics.close()

    families = {each.name: each for each in text_string_to_metric_families(response.text)}
    requests = {
        (each.labels["route"], each.labels["status"]): each.value for each in families["facetstore_requests"].samples
    }
    assert response.headers["content-type"].startswith("text/plain; version=")
    assert requests["facets-list", "200"] == 3
    assert sum(value for (_, status), value in requests.items() if status == "404") == 1
    assert sum(value for (_, status), value in requests.items() if status == "401") == 1
    durations = {
        each.name: each.value
        for each in families["facetstore_request_seconds"].samples
        if each.labels["route"] == "facets-list" and each.labels.get("le", "+Inf") == "+Inf"
    }
    assert durations["facetstore_request_seconds_count"] == durations["facetstore_request_seconds_bucket"] == 3
    assert 0 < durations["facetstore_request_seconds_sum"] < 60
    (statements,) = families["facetstore_statements"].samples
    assert statements.value >= 5


def test_buckets_only_grow(api: Api) -> None:
    api.get("rest/facets")
    families = {each.name: each for each in text_string_to_metric_families(api.at("GET", "/_metrics").text)}

    buckets: dict[str, list[float]] = {}
    for each in families["facetstore_request_seconds"].samples:
        if each.name.endswith("_bucket"):
            buckets.setdefault(each.labels["route"], []).append(each.value)

    assert buckets
    assert all(values == sorted(values) for values in buckets.values())


def test_no_label_of_a_figure_comes_from_a_request(api: Api) -> None:
    api.get("rest/facets/secret-facet/views")
    api.at("GET", "/secret/page/here")

    assert "secret" not in api.at("GET", "/_metrics").text


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/", "/_docs"),
        ("/_docs/", "/_docs"),
        (f"/{ACME}", f"/{ACME}/"),
        (f"{LINK}/{company.RECEIPT_2_0}", f"/{ACME}/elements/Processes/{company.RECEIPT_2_0}?culture=1031"),
        (f"{LINK}/{company.RECEIPT_2_0.upper()}", f"/{ACME}/elements/Processes/{company.RECEIPT_2_0}?culture=1031"),
        (
            f"{LINK}//{company.RECEIPT}/{company.RECEIPT_2_0}/{company.shape_id(6, '2.0', 2)}",
            f"/{ACME}/elements/Processes/{company.RECEIPT_2_0}?culture=1031&shape={company.shape_id(6, '2.0', 2)}",
        ),
        (
            f"/{ACME}/1033/BasePlugin/GoTo/Products/personalizedgraphic/{company.ERP_1_0}",
            f"/{ACME}/elements/Products/{company.ERP_1_0}?culture=1033",
        ),
        (
            f"/nobody/here/1033/BasePlugin/GoTo/Users/list/{company.ANNA}",
            f"/nobody/here/elements/Users/{company.ANNA}?culture=1033",
        ),
    ],
)
def test_people_are_sent_where_they_want_to_go(api: Api, path: str, target: str) -> None:
    response = api.at("GET", path)

    assert response.status_code == 302
    assert response.headers["location"] == BASE + target


def test_every_link_in_an_answer_leads_somewhere(api: Api) -> None:
    (found,) = api.read(element(company.RECEIPT_2_0), "viewer")["elements"]
    shapes = api.read(f"{element(company.RECEIPT_2_0)}/content", "viewer")["elements"]
    links = [link for each in (found, *shapes) for link in each["attributes"]["gotoUrl"].values()]

    for link in links:
        assert api.at("GET", link.removeprefix(BASE)).status_code == 302


@pytest.mark.parametrize(
    "path",
    [
        f"{LINK}/not-an-id",
        f"{LINK}/",
        f"{LINK}//{company.RECEIPT}/{company.RECEIPT_2_0}",
        f"/{ACME}/german/BasePlugin/GoTo/Processes/treeanddiagram/{company.RECEIPT}",
        f"/{ACME}/%D9%A1/BasePlugin/GoTo/Processes/treeanddiagram/{company.RECEIPT}",
        f"/a b/c/1031/BasePlugin/GoTo/Processes/treeanddiagram/{company.RECEIPT}",
    ],
)
def test_a_link_that_is_none_is_not_found(api: Api, path: str) -> None:
    assert api.at("GET", path).status_code == 404
