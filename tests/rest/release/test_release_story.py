"""The whole life of a process, as a user with curl would see it: made, drawn, reviewed, released, renewed, expired."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tests.support import company
from tests.support.api import Api, Database

_numbers = count(1)
ELEMENTS = "rest/facets/processes/views/tree/elements"
DIAGRAM = "rest/facets/processes/views/diagram/elements"


class Teller:
    """A client that sends requests to one tenant and wants them to succeed."""

    def __init__(self, api: Api, tenant: str) -> None:
        self._api = api
        self._tenant = tenant

    def get(self, path: str, role: str = "administrator") -> Any:
        response = self._api.get(path, role, tenant=self._tenant)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: object = None, role: str = "editor", status: int = 200) -> Any:
        content = None if body is None else json.dumps(body).encode()
        response = self._api.post(path, role, tenant=self._tenant, content=content)
        assert response.status_code == status, response.text
        return response.json()


@pytest.fixture
def teller(database: Database) -> Iterator[Teller]:
    api = Api(database)
    roles = ("viewer", "editor", "approver", "architect", "administrator")
    tenant = database.add_tenant(f"story/{next(_numbers)}", company.SETTINGS, company.acme, roles=roles)
    yield Teller(api, tenant)
    api.close()


def _item(index: int, type_: str, name: str, *predecessors: int) -> dict[str, Any]:
    """A new shape of a diagram."""
    element = {"type": type_, "attributes": {"name": {"1033": name}}}
    return {"element": element, "shapeInfo": {"index": index, "predecessors": list(predecessors)}}


def test_a_process_from_its_first_draft_to_its_expiry(teller: Teller) -> None:
    # An author creates a process below a category, in one language.
    made = teller.post(
        ELEMENTS,
        {
            "elements": [
                {"type": "subProcess", "parent": company.LOGISTICS, "attributes": {"name": {"1033": "Pick goods"}}}
            ]
        },
    )["elements"][0]
    process, draft = made["id"], made["versionId"]
    assert made["state"] == "inProcess"
    assert made["attributes"]["version"] == {"127": "0.1"}

    # The process is drawn: start, two tasks, end.
    drawn = teller.post(
        f"{DIAGRAM}/{process}/content",
        {
            "values": [
                _item(0, "evStart", "Order arrived"),
                _item(1, "task", "Find goods", 0),
                _item(2, "task", "Pack goods", 1),
                _item(3, "evEnd", "Goods packed", 2),
            ]
        },
    )
    assert [each["index"] for each in drawn["values"]] == [0, 1, 2, 3]
    content = teller.get(f"{DIAGRAM}/{process}/content")
    assert [each["attributes"]["name"]["1033"] for each in content["elements"]] == [
        "Order arrived", "Find goods", "Pack goods", "Goods packed",
    ]  # fmt: skip

    # What is missing for a release is reported, all of it, and nothing happens.
    stopped = teller.post(f"release/{process}/transitions/InProcessToReleased", role="architect", status=409)
    assert {each["code"] for each in stopped["data"]} == {"mandatoryAttributes"}
    texts = {name: {"1031": "Ware holen", "1033": "Pick goods"} for name in ("name", "description")}
    quality = {"qualityManager": [{"id": company.ANNA}]}
    teller.post(ELEMENTS, {"elements": [{"id": process, "attributes": texts, "related": quality}]})

    # Review, quality, release: one after the other, by three people.
    teller.post(f"release/{process}/transitions/InProcessToInReview")
    (review,) = teller.get("rest/tasks", "architect")["values"]
    assert (review["kind"], review["elementId"]) == ("Review", process)
    teller.post(f"rest/tasks/{review['id']}/accept", role="architect")
    (check,) = teller.get(f"rest/tasks?element={process}", "administrator")["values"]
    assert (check["kind"], check["assignee"]) == ("Approve quality", company.ANNA)
    teller.post(f"rest/tasks/{check['id']}/accept", role="administrator")
    (approval,) = teller.get(f"rest/tasks?element={process}", "approver")["values"]
    assert approval["kind"] == "Approve release"
    teller.post(f"rest/tasks/{approval['id']}/accept", role="approver")
    released = teller.get(f"{ELEMENTS}/{process}", "viewer")["elements"][0]
    assert (released["versionId"], released["state"]) == (draft, "released")

    # A new version, changed and released: the first one expires.
    second = teller.post(f"release/{process}/createversion")["elements"][0]
    assert second["versionId"] != draft
    teller.post(
        ELEMENTS,
        {"elements": [{"id": process, "versionId": second["versionId"], "attributes": {
            "name": {"1033": "Pick and pack goods"}, "reasonForRevision": {"127": "Packing is part of it"}}}]},
    )  # fmt: skip
    teller.post(f"release/{process}/transitions/InProcessToReleased", role="architect")
    versions = teller.get(f"{ELEMENTS}/{process}/versions")["elements"]
    assert [(each["attributes"]["version"]["127"], each["state"]) for each in versions] == [
        ("1.0", "expired"),
        ("2.0", "released"),
    ]

    # Its end is asked for, and granted through its task.
    asked = teller.post(f"release/{process}/transitions/ReleasedToRequestToExpire", role="architect")["elements"][0]
    assert asked["state"] == "released"
    (expiry,) = teller.get(f"rest/tasks?element={process}", "architect")["values"]
    teller.post(f"rest/tasks/{expiry['id']}/accept", role="architect")
    assert teller.get(f"{ELEMENTS}/{process}")["elements"][0]["state"] == "expired"

    # The history has all of it, and the two versions can be compared.
    kinds = [each["kind"] for each in teller.get(f"{ELEMENTS}/{process}/history?$pageSize=100")["values"]]
    assert kinds[-1] == "element.created"
    assert "release.InProcessToReleased" in kinds
    path = f"{ELEMENTS}/{process}/diff?from={draft}&to={second['versionId']}"
    body = teller.get(path)["values"][0]
    assert body["difference"]["attributes"]["name"] == {"1033": {"from": "Pick goods", "to": "Pick and pack goods"}}


def test_to_viewers_a_draft_is_as_unknown_as_what_does_not_exist(teller: Teller) -> None:
    draft = teller.post(ELEMENTS, {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Secret"}}}]})
    unknown = "11111111-2222-4333-8444-555555555555"

    for id_ in (draft["elements"][0]["id"], draft["elements"][0]["versionId"], unknown):
        refusal = teller.post(f"release/{id_}/transitions/InProcessToReleased", role="viewer", status=404)
        assert refusal["message"] == "There is no such element."
