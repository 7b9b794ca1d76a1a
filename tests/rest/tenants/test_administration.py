"""Collections and storages as elements: making, changing, deleting or restoring one does so with its tenant."""

import asyncio
from collections.abc import Iterator

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.support.administration import (
    COLLECTIONS,
    DETAIL,
    PROCESSES,
    STORAGES,
    SYSTEM,
    Installation,
    attributes,
    collection,
    storage,
)
from tests.support.api import Database


@pytest.fixture
def installation(empty_database: Database) -> Iterator[Installation]:
    installation = Installation(empty_database)
    yield installation
    installation.close()


def test_a_collection_made_as_an_element_has_an_administration_of_its_own(installation: Installation) -> None:
    made = installation.add_collection("acme")

    tenant = installation.database.tenant("acme/_admin")
    assert (tenant.id, tenant.settings.title) == (made["id"], "The acme")
    installation.let_in("acme/_admin")
    assert installation.ids(COLLECTIONS) == installation.ids(COLLECTIONS, at="acme/_admin") == ["acme"]


def test_a_storage_made_as_an_element_with_its_template_is_a_tenant(installation: Installation) -> None:
    acme = installation.add_collection("acme")

    made = installation.add_storage("plant", acme, storageTemplate="standard", timeZone="Europe/Berlin", region="DE")

    found = attributes(made)
    assert (found["storageCreated"], found["storageTemplate"]) == (True, "standard")
    installation.let_in("acme/plant")
    info = installation.api.read("rest/info", tenant="acme/plant")
    assert (info["tenant"], info["title"], info["template"]) == (made["id"], "The plant", "standard")
    assert (info["region"]["name"], info["timeZone"]["Id"]) == ("DE", "W. Europe Standard Time")
    sets = installation.api.read("rest/facets/permissionsets/views/list/elements", tenant="acme/plant")
    assert sets["count"] == 6


def test_without_a_template_a_storage_is_planned_and_made_when_it_gets_one(installation: Installation) -> None:
    acme = installation.add_collection("acme")

    planned = installation.add_storage("plant", acme, storageTemplate="")
    assert "storageCreated" not in attributes(planned)
    assert not installation.exists("acme/plant")

    change = {"id": planned["id"], "attributes": {"storageTemplate": {"127": "empty"}}}
    (made,) = installation.write(DETAIL, {"elements": [change]})["elements"]
    assert attributes(made)["storageCreated"] is True
    assert installation.database.tenant("acme/plant").id == planned["id"]


def test_storages_stand_in_their_collection_and_in_the_system_and_nowhere_else(installation: Installation) -> None:
    for name in ("acme", "rival"):
        made = installation.add_collection(name)
        installation.add_storage(f"{name}-plant", made)
        installation.let_in(f"{name}/_admin")

    assert installation.ids(STORAGES) == ["acme-plant", "rival-plant"]
    assert installation.ids(STORAGES, at="acme/_admin") == ["acme-plant"]
    foreign = installation.api.read(STORAGES, tenant="rival/_admin")["elements"][0]["id"]
    for path in (f"{STORAGES}/{foreign}", f"{STORAGES}/{foreign}/info"):
        assert installation.api.get(path, tenant="acme/_admin").status_code == 404
    change = {"elements": [{"id": foreign, "attributes": {"name": {"1033": "Mine"}}}]}
    assert installation.post(DETAIL, change, at="acme/_admin").status_code == 404
    assert installation.post(f"{DETAIL}/{foreign}/delete", at="acme/_admin").status_code == 404


def test_administrators_of_a_collection_make_storages_in_it_and_no_collections(installation: Installation) -> None:
    installation.add_collection("acme")
    installation.let_in("acme/_admin")

    made = installation.add(DETAIL, at="acme/_admin", **storage("plant"))

    assert installation.database.tenant("acme/plant").id == made["id"]
    assert made["related"]["inCollection"][0]["id"] == installation.database.tenant("acme/_admin").id
    assert installation.ids(STORAGES) == ["plant"]
    refused = installation.post(COLLECTIONS, {"elements": [collection("other")]}, at="acme/_admin")
    assert (refused.status_code, installation.exists("other/_admin")) == (403, False)
    own = installation.database.tenant("acme/_admin").id
    assert installation.post(f"{COLLECTIONS}/{own}/delete?force=true", at="acme/_admin").status_code == 403


@pytest.mark.parametrize("role", ["viewer", "editor", "architect"])
def test_only_administrators_make_collections_and_storages(installation: Installation, role: str) -> None:
    acme = installation.add_collection("acme")
    installation.let_in(SYSTEM, role)

    for path, element in ((COLLECTIONS, collection("other")), (DETAIL, storage("plant", acme))):
        assert installation.post(path, {"elements": [element]}, role=role).status_code == 403
    assert not installation.exists("other/_admin")
    assert not installation.exists("acme/plant")


def test_what_a_command_makes_stands_as_an_element(installation: Installation) -> None:
    tenant = installation.create("acme/plant", title="Works", time_zone="Europe/Berlin")
    installation.let_in("acme/_admin")

    for at in (SYSTEM, "acme/_admin"):
        element = installation.api.read(f"{DETAIL}/{tenant.id}", tenant=at)["elements"][0]
        found = attributes(element)
        assert (found["id"], found["name"], found["timeZone"]) == ("plant", "Works", "Europe/Berlin")
        assert element["related"]["inCollection"][0]["id"] == installation.database.tenant("acme/_admin").id
    assert installation.ids(COLLECTIONS) == ["acme"]


def test_tenants_that_were_there_before_stand_in_a_new_administration(empty_database: Database) -> None:
    for address in ("acme/one", "acme/two", "rival/one"):
        empty_database.add_tenant(address, TenantSettings())

    installation = Installation(empty_database)

    assert installation.ids(COLLECTIONS) == ["acme", "rival"]
    assert sorted(installation.ids(STORAGES)) == ["one", "one", "two"]
    installation.let_in("acme/_admin")
    assert sorted(installation.ids(STORAGES, at="acme/_admin")) == ["one", "two"]
    installation.close()


def test_a_changed_element_changes_its_tenant_and_all_elements_of_it(installation: Installation) -> None:
    acme = installation.add_collection("acme")
    made = installation.add_storage("plant", acme)
    installation.let_in("acme/_admin")

    change = {"name": {"1033": "Works"}, "region": {"127": "DE"}, "contactPerson": {"127": "Anna"}}
    change["expirePredecessor"] = {"127": "whenValid"}
    installation.write(DETAIL, {"elements": [{"id": made["id"], "attributes": change}]}, at="acme/_admin")

    settings = installation.database.tenant("acme/plant").settings
    assert (settings.title, settings.region, settings.expire_predecessor) == ("Works", "DE", "whenValid")
    other = attributes(installation.api.read(f"{DETAIL}/{made['id']}", tenant=SYSTEM)["elements"][0])
    assert (other["name"], other["region"]) == ("Works", "DE")


def test_what_was_read_can_be_posted_back_and_changes_nothing(installation: Installation) -> None:
    made = installation.add_storage("plant", installation.add_collection("acme"))
    body = installation.api.read(f"{DETAIL}/{made['id']}", tenant=SYSTEM)
    before = installation.database.tenant(SYSTEM).revision

    installation.write(DETAIL, body)

    assert installation.database.tenant(SYSTEM).revision == before


@pytest.mark.parametrize(
    ("element", "status", "path"),
    [
        (storage("a/b"), 400, "elements[0].attributes.id"),
        (storage("_admin"), 400, "elements[0].attributes.id"),
        (storage("_own"), 400, "elements[0].attributes.id"),
        (storage(""), 400, "elements[0].attributes.id"),
        (storage("plant", storageTemplate="emtpy"), 400, "elements[0].attributes.storageTemplate"),
        (storage("plant", timeZone="Berlin"), 400, "elements[0].attributes.timeZone"),
        (storage("plant", region="XX"), 400, "elements[0].attributes.region"),
        (storage("taken"), 409, ""),
    ],
)
def test_a_storage_that_cannot_be_made_is_no_element(
    installation: Installation, element: dict[str, object], status: int, path: str
) -> None:
    installation.create("acme/taken")
    installation.let_in("acme/_admin")

    refused = installation.post(DETAIL, {"elements": [element]}, at="acme/_admin")

    assert (refused.status_code, refused.json()["data"][0].get("path", "")) == (status, path), refused.text
    assert installation.ids(STORAGES) == installation.ids(STORAGES, at="acme/_admin") == ["taken"]


def test_a_storage_needs_its_collection_in_the_system_administration(installation: Installation) -> None:
    refused = installation.post(DETAIL, {"elements": [storage("plant")]})

    assert refused.status_code == 400
    assert refused.json()["data"][0]["path"] == "elements[0].related.inCollection"


@pytest.mark.parametrize("name", ["_own", "a b", ""])
def test_a_collection_needs_a_name_that_can_be_part_of_an_address(installation: Installation, name: str) -> None:
    assert installation.post(COLLECTIONS, {"elements": [collection(name)]}).status_code == 400


@pytest.mark.parametrize("name", ["_sysadmin", "_SYSADMIN"])
def test_the_collection_of_the_system_is_taken_however_it_is_spelled(installation: Installation, name: str) -> None:
    assert installation.post(COLLECTIONS, {"elements": [collection(name)]}).status_code == 409


@pytest.mark.parametrize("change", [{"id": {"127": "other"}}, {"storageTemplate": {"127": "demo"}}])
def test_address_and_template_of_a_storage_stay(installation: Installation, change: dict[str, object]) -> None:
    made = installation.add_storage("plant", installation.add_collection("acme"))

    refused = installation.post(DETAIL, {"elements": [{"id": made["id"], "attributes": change}]})

    assert (refused.status_code, refused.json()["data"][0]["code"]) == (409, "storage-created")


def test_a_dry_run_makes_no_tenant(installation: Installation) -> None:
    answer = installation.post(f"{COLLECTIONS}?dryRun=true", {"elements": [collection("acme")]})

    assert (answer.status_code, installation.exists("acme/_admin")) == (200, False)
    assert installation.ids(COLLECTIONS) == []


def test_tenants_are_not_imported(installation: Installation) -> None:
    made = installation.add_storage("plant", installation.add_collection("acme"))
    record = {"facetName": "storages", "id": made["id"].replace("-4", "-5", 1), "type": "storage", "attributes": {}}

    with pytest.raises(Exception, match="nothing was stored"):
        installation.database.add_elements(SYSTEM, lambda: iter([{"facetstore": "bundle", "version": 1}, record]))


def test_a_new_storage_can_hold_the_demo_company(installation: Installation) -> None:
    installation.add_storage("show", installation.add_collection("acme"), storageTemplate="Demo")
    installation.let_in("acme/show")

    assert installation.api.read("rest/info", tenant="acme/show")["title"] == "The show"
    assert installation.api.read(f"{PROCESSES}?$pageSize=1", tenant="acme/show")["count"] == 1


def test_administrators_who_make_storages_at_once_do_not_get_into_each_others_way(installation: Installation) -> None:
    acme = installation.add_collection("acme")
    installation.let_in("acme/_admin")
    wanted = [(f"s{n}", SYSTEM if n % 2 else "acme/_admin") for n in range(12)]

    async def make_all() -> list[int]:
        return await asyncio.gather(*(make(name, at) for name, at in wanted))

    async def make(name: str, at: str) -> int:
        body = {"elements": [storage(name, acme)]}
        headers = {"symbio-auth-token": installation.database.tokens[at, "administrator"]}
        answer = await installation.api.client.post(f"/{at}/_api/{DETAIL}", json=body, headers=headers)
        return answer.status_code

    assert installation.database.run(make_all()) == [200] * len(wanted)
    for at in (SYSTEM, "acme/_admin"):
        assert sorted(installation.ids(STORAGES, at=at)) == sorted(name for name, _ in wanted)
