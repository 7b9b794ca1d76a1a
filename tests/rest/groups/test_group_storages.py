"""`_api/v1/storages`: listed and created where storages are administered."""

import json
from collections.abc import Iterator

import pytest

from tests.support.administration import SYSTEM, Installation
from tests.support.api import Database, Json

STORAGES = "v1/storages"


@pytest.fixture
def installation(empty_database: Database) -> Iterator[Installation]:
    installation = Installation(empty_database)
    yield installation
    installation.close()


def names(installation: Installation, at: str) -> list[str]:
    return [each["name"] for each in installation.api.read(STORAGES, tenant=at)["values"]]


def test_a_storage_is_created_and_listed_where_it_is_administered(installation: Installation) -> None:
    acme = installation.add_collection("acme")
    installation.add_collection("other")
    for address in ("acme/_admin", "other/_admin"):
        installation.let_in(address)
    body = {"id": "plant", "name": "The plant", "template": "standard"}

    made: Json = installation.write(STORAGES, body, at="acme/_admin")

    (storage,) = made["values"]
    assert (storage["name"], storage["displayNames"], storage["template"]) == (
        "plant",
        {"1033": "The plant"},
        "standard",
    )
    assert storage["isCreated"] is True
    assert installation.database.tenant("acme/plant").id == storage["id"]
    assert (
        installation.write(STORAGES, {"id": "mill", "collection": acme["id"]})["values"][0]["collection"] == acme["id"]
    )
    assert names(installation, "acme/_admin") == names(installation, SYSTEM) == ["mill", "plant"]
    assert names(installation, "other/_admin") == []
    listed = installation.api.read(f"{STORAGES}?page=2&pageSize=1", tenant="acme/_admin")["values"]
    assert [each["id"] for each in listed] == [storage["id"]]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "id"),
        ({"id": "a b"}, "id"),
        ({"id": "plant", "template": "nothing"}, "template"),
        ({"id": "plant", "name": 1}, "name"),
        ({"id": "plant", "size": "1"}, "size"),
        ({"id": "plant", "collection": "00000000-0000-0000-0000-000000000001"}, "collection"),
    ],
)
def test_a_wrong_storage_is_refused_at_its_field_and_nothing_is_stored(
    installation: Installation, body: Json, path: str
) -> None:
    installation.add_collection("acme")
    installation.let_in("acme/_admin")

    response = installation.post(STORAGES, body, at="acme/_admin")

    assert response.status_code == 400, response.text
    assert path in {each["path"].partition("[")[0] for each in response.json()["data"]}
    assert names(installation, "acme/_admin") == []


def test_who_may_not_create_and_where_there_are_none(installation: Installation) -> None:
    installation.create("acme/plant")
    installation.let_in("acme/plant")
    body = json.dumps({"id": "mill"}).encode()

    assert installation.api.post(STORAGES, "viewer", tenant=SYSTEM, content=body).status_code == 403
    assert installation.post(STORAGES, {"id": "mill"}, at="acme/plant").status_code == 404
    assert installation.api.get(STORAGES, tenant="acme/plant").status_code == 404
    taken = installation.post(STORAGES, {"id": "plant"}, at=SYSTEM)
    assert taken.status_code == 400, "the collection is missing"
