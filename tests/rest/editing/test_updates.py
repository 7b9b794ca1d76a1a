"""Operation 5: what a body changes, what it creates, and what stays as it is."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import httpx
import pytest

from tests.support import company
from tests.support.api import Api, Database, element

_numbers = count(1)
PROCESSES = "rest/facets/processes/views/detail/elements"


@pytest.fixture
def tenant(database: Database) -> str:
    """A tenant that the test may change."""
    return database.add_tenant(f"updates/{next(_numbers)}", company.SETTINGS, company.acme)


@pytest.fixture
def own(database: Database) -> Iterator[Api]:
    api = Api(database)
    yield api
    api.close()


Post = Callable[..., httpx.Response]


@pytest.fixture
def post(own: Api, tenant: str) -> Post:
    def send(
        elements: list[dict[str, Any]], role: str = "administrator", path: str = PROCESSES, **headers: str
    ) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = json.dumps({"elements": elements}).encode()
        return own.post(path, role, tenant=tenant, content=body, headers=named)

    return send


def read(own: Api, tenant: str, id_: str) -> dict[str, Any]:
    found: dict[str, Any] = own.get(element(id_), "administrator", tenant=tenant).json()["elements"][0]
    return found


def test_an_attribute_in_one_culture_changes_and_all_else_stays(own: Api, tenant: str, post: Post) -> None:
    before = read(own, tenant, company.RECEIPT_2_1)

    response = post(
        [{"id": company.RECEIPT, "versionId": company.RECEIPT_2_1, "attributes": {"name": {"1033": "Receiving"}}}]
    )

    assert response.status_code == 200, response.text
    after = read(own, tenant, company.RECEIPT_2_1)
    assert response.json() == {"count": 1, "elements": [after]}
    names = {**before["attributes"]["name"], "1033": "Receiving"}
    untouched = {name: value for name, value in before["attributes"].items() if name not in ("name", "changedOn")}
    assert after["attributes"]["name"] == names
    assert {name: after["attributes"][name] for name in untouched} == untouched
    assert [each["type"] for each in after["related"]["changedBy"]] == ["authToken"]


def test_new_children_stand_behind_those_that_are_there_in_the_order_of_the_body(
    own: Api, tenant: str, post: Post
) -> None:
    path = f"rest/facets/processes/views/tree/elements/{company.LOGISTICS}/children"
    before = [each["id"] for each in own.get(path, "administrator", tenant=tenant).json()["elements"]]

    made = post(
        [
            {"type": "subProcess", "parent": company.LOGISTICS, "attributes": {"name": {"1033": name}}}
            for name in ("Zeta", "Alpha")
        ]
    ).json()["elements"]

    after = [each["id"] for each in own.get(path, "administrator", tenant=tenant).json()["elements"]]
    assert after == [*before, *(each["id"] for each in made)]


def test_what_was_read_and_is_posted_back_changes_nothing(own: Api, tenant: str, post: Post) -> None:
    whole = own.get(PROCESSES, "administrator", tenant=tenant).json()["elements"]

    response = post(whole)

    assert response.status_code == 200, response.text
    assert own.get(PROCESSES, "administrator", tenant=tenant).json()["elements"] == whole
    for each in whole:
        history = own.get(f"{PROCESSES}/{each['id']}/history", "administrator", tenant=tenant).json()["values"]
        assert not [entry for entry in history if entry["kind"] == "element.changed"]


def test_a_released_version_cannot_be_changed(post: Post) -> None:
    response = post([{"id": company.RECEIPT_2_0, "attributes": {"name": {"1033": "Too late"}}}])

    assert response.status_code == 409
    assert response.json()["data"][0]["code"] == "not-editable"


def test_every_finding_is_reported_and_nothing_is_stored(own: Api, tenant: str, post: Post) -> None:
    before = read(own, tenant, company.RECEIPT_2_1)
    wrong = {"name": {"1033": 7}, "nmae": {"1033": "x"}}

    response = post(
        [
            {"id": company.RECEIPT_2_1, "attributes": {"name": {"1033": "Good"}}},
            {"id": company.RECEIPT_2_1, "attributes": wrong},
        ]
    )

    assert response.status_code == 400
    assert {each["path"] for each in response.json()["data"]} == {
        "elements[1].attributes.name.1033",
        "elements[1].attributes.nmae",
    }
    assert read(own, tenant, company.RECEIPT_2_1) == before


def test_if_match_refuses_what_was_changed_meanwhile(own: Api, tenant: str, post: Post) -> None:
    etag = own.get(element(company.RECEIPT_2_1), "administrator", tenant=tenant).headers["etag"]
    change = [{"id": company.RECEIPT_2_1, "attributes": {"name": {"1033": "First"}}}]

    assert post(change, if_match=etag).status_code == 200
    late = post([{"id": company.RECEIPT_2_1, "attributes": {"name": {"1033": "Second"}}}], if_match=etag)

    assert late.status_code == 412
    assert read(own, tenant, company.RECEIPT_2_1)["attributes"]["name"]["1033"] == "First"


def test_the_same_key_has_one_effect_and_one_answer(own: Api, tenant: str, post: Post) -> None:
    made = [{"type": "subProcess", "attributes": {"name": {"1033": "Once"}}}]

    first, again = (post(made, idempotency_key="4711") for _ in range(2))

    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    other = post([{"type": "subProcess", "attributes": {"name": {"1033": "Twice"}}}], idempotency_key="4711")
    assert other.status_code == 422


def test_a_dry_run_answers_and_stores_nothing(own: Api, tenant: str, post: Post) -> None:
    before = read(own, tenant, company.RECEIPT_2_1)
    change = [{"id": company.RECEIPT_2_1, "attributes": {"name": {"1033": "Perhaps"}}}]

    response = post(change, path=f"{PROCESSES}?dryRun=true")

    assert response.json()["elements"][0]["attributes"]["name"]["1033"] == "Perhaps"
    assert read(own, tenant, company.RECEIPT_2_1) == before


def test_a_viewer_changes_nothing(database: Database, post: Post) -> None:
    change = [{"id": company.RECEIPT_2_1, "attributes": {"name": {"1033": "No"}}}]
    assert post(change, "viewer").status_code == 403
