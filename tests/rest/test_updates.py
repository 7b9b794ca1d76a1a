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
