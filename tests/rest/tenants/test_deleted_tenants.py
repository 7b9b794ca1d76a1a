"""Deleted tenants: they cannot be called, for a while they can be brought back, and then all their rows are gone."""

from collections.abc import Iterator

import httpx
import pytest

from facetstore.domain.errors import Conflict
from facetstore.storage.purging import TABLES
from tests.support.administration import COLLECTIONS, DETAIL, PROCESSES, STORAGES, SYSTEM, Installation
from tests.support.api import Database, Json

READS = ("rest/info", PROCESSES, "rest/facets", "rest/nothing")
BODY = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Check"}}}]}


@pytest.fixture
def installation(empty_database: Database) -> Iterator[Installation]:
    """With one storage, `acme/plant`."""
    installation = Installation(empty_database)
    acme = installation.add_collection("acme")
    installation.add_storage("plant", acme, storageTemplate="standard")
    for address in ("acme/_admin", "acme/plant"):
        installation.let_in(address)
    yield installation
    installation.close()


def element_of(installation: Installation, address: str = "acme/plant") -> str:
    return installation.database.tenant(address).id


def comparable(response: httpx.Response) -> tuple[int, Json, list[tuple[str, str]]]:
    """All that a caller learns, but what differs with every request."""
    body = {name: value for name, value in response.json().items() if name != "requestId"}
    return response.status_code, body, sorted(each for each in response.headers.items() if each[0] != "x-request-id")


def test_a_deleted_storage_answers_like_one_that_never_was(installation: Installation) -> None:
    api, secret = installation.api, installation.database.tokens["acme/plant", "administrator"]
    for path in READS:
        api.get(path, tenant="acme/plant")  # so that there is a cached response

    installation.write(f"{DETAIL}/{element_of(installation)}/delete")

    for path in READS:
        deleted = api.get(path, tenant="acme/plant", token=secret)
        unknown = api.at("GET", f"/acme/never/_api/{path}", headers={"symbio-auth-token": secret})
        assert comparable(deleted) == comparable(unknown)
        assert deleted.status_code == 401
    assert installation.post(PROCESSES, BODY, at="acme/plant").status_code == 401


def test_a_deleted_storage_stands_in_no_list_and_in_every_trash(installation: Installation) -> None:
    element = element_of(installation)

    installation.write(f"{DETAIL}/{element}/delete", at="acme/_admin")

    for at in (SYSTEM, "acme/_admin"):
        assert installation.ids(STORAGES, at=at) == []
        assert [each["elementId"] for each in installation.api.read("rest/trash", tenant=at)["values"]] == [element]


@pytest.mark.parametrize("at", [SYSTEM, "acme/_admin"])
def test_a_deleted_storage_is_brought_back_out_of_either_trash(installation: Installation, at: str) -> None:
    element = element_of(installation)
    change = {"elements": [{"id": element, "attributes": {"contactPerson": {"127": "Anna"}}}]}
    installation.write(DETAIL, change, at="acme/_admin")
    before = installation.api.read(PROCESSES, tenant="acme/plant")
    installation.write(f"{DETAIL}/{element}/delete")
    (deletion,) = installation.api.read("rest/trash", tenant=at)["values"]

    installation.write(f"rest/trash/{deletion['id']}/restore", at=at)

    assert installation.api.read(PROCESSES, tenant="acme/plant") == before
    for each in (SYSTEM, "acme/_admin"):
        assert installation.ids(STORAGES, at=each) == ["plant"]
        assert installation.api.read("rest/trash", tenant=each)["count"] == 0
    kept = installation.api.read(f"{DETAIL}/{element}", tenant="acme/_admin")["elements"][0]
    assert kept["attributes"]["contactPerson"] == {"127": "Anna"}


def test_what_a_command_deletes_and_restores_goes_and_comes_as_an_element(installation: Installation) -> None:
    installation.delete("acme/plant")
    assert installation.ids(STORAGES) == installation.ids(STORAGES, at="acme/_admin") == []
    assert installation.api.get("rest/info", tenant="acme/plant").status_code == 401

    installation.restore("acme/plant")
    assert installation.ids(STORAGES) == installation.ids(STORAGES, at="acme/_admin") == ["plant"]
    assert installation.api.get("rest/info", tenant="acme/plant").status_code == 200


def test_the_address_of_a_deleted_storage_is_taken_until_it_is_purged(installation: Installation) -> None:
    installation.delete("acme/plant")

    with pytest.raises(Conflict, match="was deleted and can be brought back until"):
        installation.create("acme/plant")
    purge(installation)
    assert installation.create("acme/plant").revision == 1


def test_a_collection_goes_when_it_holds_nothing_and_comes_back_before_its_storages(installation: Installation) -> None:
    acme = element_of(installation, "acme/_admin")
    refused = installation.post(f"{COLLECTIONS}/{acme}/delete?force=true")
    assert (refused.status_code, refused.json()["data"][0]["code"]) == (409, "still-used")

    installation.delete("acme/plant")
    installation.write(f"{COLLECTIONS}/{acme}/delete?force=true")
    assert installation.api.get("rest/facets", tenant="acme/_admin").status_code == 401
    with pytest.raises(Conflict, match="collection acme was deleted"):
        installation.restore("acme/plant")
    with pytest.raises(Conflict, match="collection acme was deleted"):
        installation.create("acme/other")

    installation.restore("acme/_admin")
    installation.restore("acme/plant")
    assert installation.ids(COLLECTIONS) == ["acme"]
    assert installation.ids(STORAGES, at="acme/_admin") == ["plant"]


def test_the_system_administration_cannot_be_deleted(installation: Installation) -> None:
    with pytest.raises(Conflict, match="cannot be deleted"):
        installation.delete(SYSTEM)


def test_after_its_time_a_deleted_tenant_is_purged_with_all_its_rows(installation: Installation) -> None:
    acme = {"id": element_of(installation, "acme/_admin")}
    installation.add_storage("show", acme, storageTemplate="demo")
    key = installation.database.tenant("acme/show").key
    filled = rows(installation, key)
    installation.delete("acme/show")
    assert rows(installation, key) == filled, "nothing goes before its time"

    purge(installation)

    assert not any(rows(installation, key).values())
    assert filled["version"] > 1000
    with pytest.raises(Exception, match="no deleted tenant"):
        installation.restore("acme/show")
    (deletion,) = installation.api.read("rest/trash", tenant=SYSTEM)["values"]
    refused = installation.post(f"rest/trash/{deletion['id']}/restore")
    assert (refused.status_code, refused.json()["data"][0]["code"]) == (409, "purged")


def test_no_key_is_given_twice(installation: Installation) -> None:
    """What is still cached of a purged tenant is found under its key."""
    last = installation.create("acme/last").key
    installation.delete("acme/last")
    purge(installation)

    assert installation.create("acme/last").key > last


def test_others_are_left_alone_by_a_purge(installation: Installation) -> None:
    installation.create("acme/other")
    installation.let_in("acme/other")
    installation.write(PROCESSES, BODY, at="acme/other")
    key = installation.database.tenant("acme/other").key
    before = rows(installation, key)
    installation.delete("acme/plant")

    purge(installation)

    assert rows(installation, key) == before
    assert installation.api.get(PROCESSES, tenant="acme/other").status_code == 200


def purge(installation: Installation) -> None:
    """What the scheduler does when the time of all deleted tenants is over."""
    database = installation.database
    database.run(database.storage.engine.fetch("UPDATE tenant SET purge_at = 1 WHERE deleted_at IS NOT NULL", {}))
    database.run(database.storage.purge())


def rows(installation: Installation, key: int) -> dict[str, int]:
    """How many rows each table has of a tenant."""
    engine = installation.database.storage.engine
    tables = [str(name) for (name,) in installation.database.run(engine.fetch(TABLES[engine.dialect.name], {}))]
    counts = {
        name: installation.database.run(engine.fetch(f"SELECT count(*) FROM {name} WHERE tenant = :key", {"key": key}))
        for name in tables
    }
    return {name: int(str(count[0][0])) for name, count in counts.items()}
