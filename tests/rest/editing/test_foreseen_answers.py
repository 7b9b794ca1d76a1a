"""Answers to changes: most are known from what was loaded to be changed, and then they are what a look would find."""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import pytest

from tests.support import company
from tests.support.api import Api, Database, element
from tests.support.foresight import compare_foresight

_numbers = count(1)
VIEWS = ("detail", "list", "tree")
KNOWN: Mapping[str, Mapping[str, Any]] = {
    "another text": {"attributes": {"description": {"1031": "<p>Neu</p>"}}},
    "another name": {"attributes": {"name": {"1033": "Receiving"}}},
    "nothing": {},
    "what it has": {"attributes": {"name": {"1031": "Wareneingang"}}},
}
LOOKED_UP: Mapping[str, Mapping[str, Any]] = {
    "another owner": {"related": {"owner": [{"id": company.QUENTIN}]}},
    "no system": {"related": {"systems": []}},
    "another stereotype": {"stereotype": "localProcess"},
}


@pytest.fixture
def own(database: Database) -> Iterator[Api]:
    api = Api(database)
    yield api
    api.close()


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    return compare_foresight(monkeypatch)


@pytest.fixture
def tenant(database: Database) -> str:
    return database.add_tenant(f"foreseen/{next(_numbers)}", company.SETTINGS, company.acme)


def change(api: Api, tenant: str, *bodies: Mapping[str, Any], view: str = "detail", dry_run: bool = False) -> Any:
    path = f"rest/facets/processes/views/{view}/elements{'?dryRun=true' if dry_run else ''}"
    response = api.post(path, "administrator", tenant=tenant, content=json.dumps({"elements": bodies}).encode())
    assert response.status_code == 200, response.text
    return response.json()["elements"]


@pytest.mark.parametrize("id_", [company.RECEIPT, company.RECEIPT_2_1], ids=["by element", "by version"])
@pytest.mark.parametrize("body", KNOWN.values(), ids=KNOWN)
def test_what_changes_nothing_but_itself_is_known(
    own: Api, tenant: str, known: list[bool], id_: str, body: Mapping[str, Any]
) -> None:
    answered = change(own, tenant, {"id": id_, **body})

    assert known == [True]
    assert answered == own.get(element(id_), "administrator", tenant=tenant).json()["elements"]


@pytest.mark.parametrize("body", LOOKED_UP.values(), ids=LOOKED_UP)
def test_what_changes_what_surrounds_it_is_looked_up(
    own: Api, tenant: str, known: list[bool], body: Mapping[str, Any]
) -> None:
    answered = change(own, tenant, {"id": company.RECEIPT, **body})

    assert known == [False]
    assert answered == own.get(element(company.RECEIPT), "administrator", tenant=tenant).json()["elements"]


def test_a_dry_run_knows_as_much(own: Api, tenant: str, known: list[bool]) -> None:
    body = {"id": company.RECEIPT, **KNOWN["another name"]}

    foreseen = change(own, tenant, body, dry_run=True)
    stored = change(own, tenant, body)

    assert known == [True, True]
    assert foreseen[0]["attributes"]["name"] == stored[0]["attributes"]["name"]


def test_several_at_once_and_new_ones_are_looked_up(own: Api, tenant: str, known: list[bool]) -> None:
    change(own, tenant, *({"id": id_, **KNOWN["another text"]} for id_ in (company.RECEIPT, company.RETURNS)))
    change(own, tenant, {"type": "subProcess", "attributes": {"name": {"1031": "Neu"}}})

    assert known == [False, False]


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_foreseen_as_it_shows(own: Api, tenant: str, known: list[bool], view: str) -> None:
    change(own, tenant, {"id": company.RECEIPT, **KNOWN["another name"]}, view=view)

    assert known == [True]
