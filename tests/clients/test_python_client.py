"""The Python client against a served demo company: reads, pages, the feed, drafts, transitions, files, tables, refusals, repetitions."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from facetstore_client import (
    AsyncClient,
    AsyncFacetClient,
    ChangedMeanwhile,
    Client,
    FacetClient,
    FacetstoreError,
    Missing,
    NotAllowed,
    NotAuthenticated,
    WrongRequest,
)
from tests.support.demo_service import TENANT, DemoService, demo_service

pytestmark = pytest.mark.one_engine

NEW: dict[str, Any] = {"name": {"1031": "Aus dem Client", "1033": "From the client"}}


@pytest.fixture(scope="module")
def service(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    with demo_service(demo_data, tmp_path_factory.mktemp("clients")) as service:
        yield service


@pytest.fixture(scope="module")
def client(service: DemoService) -> Iterator[Client]:
    with Client(address(service), service.tokens["administrator"]) as client:
        yield client


def address(service: DemoService) -> str:
    return f"{service.base}/{TENANT}"


def test_it_says_who_is_calling_and_what_there_is(client: Client) -> None:
    assert client.me().role == "administrator"
    assert "processes" in {each.name for each in client.facets()}
    assert {"list", "detail"} <= {each.name for each in client.facet("processes").views()}


def test_a_list_is_read_page_by_page_and_is_whole(client: Client, service: DemoService) -> None:
    processes = client.facet("processes")

    found = [each.id for each in processes.elements(size=7, order="name")]

    with service.client() as plain:
        listed = plain.get("rest/facets/processes/views/list/elements?$orderby=name").json()["elements"]
    assert found == [each["id"] for each in listed]
    assert len(found) > 14


def test_filters_and_texts(client: Client) -> None:
    drafts = list(client.facet("processes").elements(filter="state -eq 'inProcess'", select=["name"]))

    assert {each.state for each in drafts} == {"inProcess"}
    assert all(each.text("name", 1033) for each in drafts)
    assert drafts[0].value("nothing") is None


def test_a_draft_goes_from_its_creation_to_its_review_and_back(client: Client) -> None:
    processes = client.facet("processes")
    made = processes.create("subProcess", NEW)
    read = processes.get(made.id)

    changed = processes.update(made.id, if_match=read.etag, reason="Geprüft", attributes={"name": {"1033": "Changed"}})
    with pytest.raises(ChangedMeanwhile):
        processes.update(made.id, if_match=read.etag, attributes={"name": {"1033": "Lost"}})
    steps = client.transitions(made.id)
    review = client.take(made.id, "InProcessToInReview", message="Please look")
    back = client.take(made.id, "InReviewToInProcess", reason="Not yet")
    processes.delete(made.id)

    assert (changed.text("name", 1033), changed.text("name", 1031)) == ("Changed", "Aus dem Client")
    assert "InProcessToInReview" in {each.transition_id for each in steps}
    assert (review.id, back.id) == (made.id, made.id)
    with pytest.raises(Missing):
        processes.get(made.id)


def test_a_released_element_gets_a_new_version(client: Client) -> None:
    for each in client.facet("processes").elements(view="lastReleasedProcesses"):
        if not list(client.facet("processes").elements(filter=f"id -eq '{each.id}' AND isReleased -eq false")):
            draft = client.new_version(each.id)
            assert (draft.id, draft.version_id != each.version_id) == (each.id, True)
            return
    raise AssertionError("the company has released elements without a draft")


def test_files_come_back_as_they_were(client: Client) -> None:
    processes = client.facet("processes")
    made = processes.create("subProcess", NEW)

    file = processes.upload(made.id, "plan über alles.txt", b"a plan")

    assert [(each.name, each.size) for each in processes.files(made.id)] == [("plan über alles.txt", 6)]
    assert processes.download(made.id, file.id) == b"a plan"


def test_the_feed_goes_on_where_it_was_left(client: Client) -> None:
    before = [each.id for each in client.events(size=50)]
    made = client.facet("processes").create("subProcess", NEW)

    after = list(client.events(before[-1]))

    assert len(set(before)) == len(before) > 50
    assert [(each.data.kind, each.subject) for each in after] == [("element.created", made.id)]
    assert list(client.events(after[-1].id)) == []


def test_what_is_found_and_what_waits(client: Client) -> None:
    assert client.search("goods", size=3)
    assert all(each.state == "open" for each in client.tasks(size=5))
    assert isinstance(client.proposals(), list)


def test_elements_become_tables(client: Client) -> None:
    processes = client.facet("processes")

    table, other = processes.to_pandas(culture=1033), processes.to_polars(culture=1033)

    assert len(table) == len(other) == len(list(processes.elements()))
    assert set(table["elementType"]) == set(other["elementType"])
    assert {"id", "name", "owner.ids"} <= set(table.columns)


def test_refusals_say_what_is_wrong(client: Client, service: DemoService) -> None:
    with pytest.raises(WrongRequest) as wrong:
        client.facet("processes").create("subProces", {})
    with Client(address(service), "wrong") as stranger, pytest.raises(NotAuthenticated):
        stranger.me()
    with Client(address(service), service.tokens["viewer"]) as viewer, pytest.raises(NotAllowed):
        viewer.facet("processes").create("subProcess", NEW)

    assert wrong.value.findings[0].path == "elements[0].type"
    assert wrong.value.request_id
    assert service.tokens["administrator"] not in str(wrong.value)


class Busy(httpx.BaseTransport):
    """Passes requests on, and is too busy for the first ones."""

    def __init__(self, refusals: int) -> None:
        self.refusals, self.seen = refusals, list[httpx.Request]()
        self._inner = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.seen.append(request)
        if len(self.seen) <= self.refusals:
            return httpx.Response(503, headers={"retry-after": "3"}, json={"message": "Busy"})
        return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()


def test_what_the_server_is_too_busy_for_is_sent_again_as_it_asks_for(service: DemoService) -> None:
    busy, waited = Busy(2), list[float]()
    with Client(address(service), service.tokens["administrator"], transport=busy, sleep=waited.append) as client:
        made = client.facet("processes").create("subProcess", NEW)

    assert (made.type, waited) == ("subProcess", [3.0, 3.0])
    assert len({each.headers["idempotency-key"] for each in busy.seen}) == 1


def test_it_gives_up_after_its_attempts(service: DemoService) -> None:
    busy, waited = Busy(9), list[float]()
    with (
        Client(address(service), "token", attempts=3, transport=busy, sleep=waited.append) as client,
        pytest.raises(FacetstoreError) as refused,
    ):
        client.me()

    assert (refused.value.status, len(busy.seen), len(waited)) == (503, 3, 2)


def test_the_token_goes_to_no_other_host(service: DemoService) -> None:
    from facetstore_client import operations

    assert operations.page_at("https://evil.example/a/b/_api/rest/facets?x=1").path == "rest/facets?x=1"


def test_the_async_client_does_the_same(service: DemoService) -> None:
    async def work() -> None:
        async with AsyncClient(address(service), service.tokens["administrator"]) as client:
            processes = client.facet("processes")
            made = await processes.create("subProcess", NEW)
            listed = [each.id async for each in processes.elements(size=20)]
            assert made.id in listed
            assert (await processes.get(made.id)).text("name", 1033) == "From the client"
            assert [each async for each in client.events(size=100)]
            assert len(await processes.to_pandas(culture=1033)) == len(listed)
            await processes.delete(made.id)

    asyncio.run(work())


@pytest.mark.parametrize(("one", "other"), [(Client, AsyncClient), (FacetClient, AsyncFacetClient)])
def test_both_clients_have_the_same_methods(one: type, other: type) -> None:
    def methods(of: type) -> dict[str, list[str]]:
        named = inspect.getmembers(of, inspect.isfunction)
        return {name: list(inspect.signature(each).parameters) for name, each in named if not name.startswith("_")}

    assert methods(one) == methods(other)
