"""Maintaining the database, and who holds a permission set: for administrators alone."""

from collections.abc import Iterator

import jsonschema_rs
import pytest

from facetstore.rest.openapi.schemas import SCHEMAS
from tests.support import company
from tests.support.administration import SYSTEM, Installation
from tests.support.api import ACME, ROLES, Api, Database
from tests.support.bundles import HEADER, guid

SETS = "rest/permissions/permissionsets"


@pytest.fixture
def installation(empty_database: Database) -> Iterator[Installation]:
    installation = Installation(empty_database)
    yield installation
    installation.close()


@pytest.mark.parametrize("path", ["rest/maintain", "rest/maintain/", "rest/maintain/default", "rest/maintain/DEFAULT"])
def test_it_reports_for_each_pool_whether_it_went_well(installation: Installation, path: str) -> None:
    answer = installation.api.post(path, tenant=SYSTEM)
    assert installation.api.get(path, tenant=SYSTEM).json() == answer.json()

    assert (answer.status_code, answer.headers["api-version"]) == (200, "4.0")
    assert answer.json() == {"count": 1, "values": [{"item1": "default", "item2": True}]}
    jsonschema_rs.validate(SCHEMAS["Maintained"], answer.json())


def test_it_purges_what_was_deleted_long_ago_each_time_it_is_asked(installation: Installation) -> None:
    database = installation.database
    for _ in range(2):
        installation.create("acme/plant")
        installation.delete("acme/plant")
        assert installation.api.post("rest/maintain", tenant=SYSTEM).status_code == 200
        assert len(database.run(database.storage.tenants(deleted=True))) == 3, "its time is not over"
        database.run(database.storage.engine.fetch("UPDATE tenant SET purge_at = 1 WHERE purge_at IS NOT NULL", {}))

        assert installation.api.post("rest/maintain", tenant=SYSTEM).status_code == 200

        assert len(database.run(database.storage.tenants(deleted=True))) == 2


def test_there_is_no_other_pool(installation: Installation) -> None:
    for method in ("GET", "POST"):
        assert installation.api.send(method, "rest/maintain/other", tenant=SYSTEM).status_code == 404


def test_only_administrators_of_the_system_maintain(installation: Installation) -> None:
    installation.create("acme/plant")
    for address in ("acme/plant", "acme/_admin"):
        installation.let_in(address)
        for method in ("GET", "POST"):
            assert installation.api.send(method, "rest/maintain", tenant=address).status_code == 404
    for method in ("GET", "POST"):
        assert installation.api.send(method, "rest/maintain", "viewer", tenant=SYSTEM).status_code == 403


@pytest.fixture
def held(installation: Installation) -> Installation:
    """With two permission sets, one of which a user and two groups hold."""
    installation.create("acme/plant", mandatory_cultures=(1031, 1033))
    records = [
        record("permissionsets", "permissionSet", 1, name={"1033": "Editor"}),
        record("permissionsets", "permissionSet", 2, name={"1033": "Nobody's"}),
        record("users", "user", 3, holds=1, firstName={"127": "Anna"}, lastName={"127": "Amsel"}),
        record("users", "user", 4, holds=None, firstName={"127": "Ben"}, lastName={"127": "Berg"}),
        record("usergroups", "userGroup", 5, holds=1, name={"1033": "Writers"}),
        record("usergroups", "userGroup", 6, holds=1, name={"1033": "Authors"}),
    ]
    installation.database.add_elements("acme/plant", lambda: iter([HEADER, *records]))
    for role in ("viewer", "architect", "administrator"):
        installation.let_in("acme/plant", role)
    return installation


def record(facet: str, type_: str, number: int, holds: int | None = None, **attributes: object) -> dict[str, object]:
    related = {"permissionSets": [{"facetName": "permissionsets", "type": "permissionSet", "id": guid(holds)}]}
    return {
        "facetName": facet,
        "type": type_,
        "id": guid(number),
        "attributes": attributes,
        "related": related if holds else {},
    }


def test_a_permission_set_shows_who_holds_it_without_a_count(held: Installation) -> None:
    answer = held.api.get(f"{SETS}/{guid(1)}", tenant="acme/plant")

    assert (answer.status_code, answer.headers["api-version"]) == (200, "1.0")
    assert answer.json() == {"id": guid(1), "users": [guid(3)], "userGroups": [guid(6), guid(5)]}
    jsonschema_rs.validate(SCHEMAS["PermissionSet"], answer.json())
    nobody = held.api.read(f"{SETS}/{guid(2).upper()}", tenant="acme/plant")
    assert nobody == {"id": guid(2), "users": [], "userGroups": []}


def test_who_holds_it_is_shown_again_after_a_change(held: Installation) -> None:
    held.api.read(f"{SETS}/{guid(2)}", tenant="acme/plant")
    change = {"id": guid(4), "related": {"permissionSets": [{"id": guid(2)}]}}

    held.write("rest/facets/users/views/detail/elements", {"elements": [change]}, at="acme/plant")

    assert held.api.read(f"{SETS}/{guid(2)}", tenant="acme/plant")["users"] == [guid(4)]


@pytest.mark.parametrize("id_", [guid(99), guid(3), "nothing"])
def test_what_is_no_permission_set_is_not_found(held: Installation, id_: str) -> None:
    assert held.api.get(f"{SETS}/{id_}", tenant="acme/plant").status_code == 404


@pytest.mark.parametrize("role", [each for each in ROLES if each != "administrator"])
def test_others_are_not_shown_who_holds_what(api: Api, role: str) -> None:
    assert api.get(f"{SETS}/{company.ANNA}", role, tenant=ACME).status_code == 403
