"""Tenants in two pools are one installation: for callers, for administrators, and for commands."""

from pathlib import Path

import pytest

from facetstore.bootstrap.pool_work import keep_directory
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Conflict, InvalidValues, Unavailable
from facetstore.domain.tenant import TenantSettings, parse_address
from facetstore.storage.engines.number_ranges import RANGE
from facetstore.storage.moving import moves
from facetstore.storage.pools.directory import ENTRIES, spread, unrecorded
from facetstore.storage.pools.pooled_store import PooledStorage
from facetstore.usecases.tenants.tenant_administration import delete_tenant, restore_tenant
from facetstore.usecases.tenants.tenant_changes import create_tenant
from tests.storage.pools.installations import PROCESSES, add_process, add_tenant, names, pooled_settings, served
from tests.support.administration import COLLECTIONS, STORAGES, SYSTEM, Installation
from tests.support.api import Api
from tests.support.storages import ENGINES

HERE, THERE = "acme/here", "acme/there"


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return pooled_settings(request, tmp_path, request.param)


def pools_of(api: Api) -> dict[str, str | None]:
    storage = api.database.storage
    return {str(each.address): storage.pool_of(each) for each in api.database.run(storage.tenants())}


def directories(api: Api) -> list[set[tuple[object, ...]]]:
    storage = api.database.storage
    assert isinstance(storage, PooledStorage)
    return [{(row[0], row[2]) for row in api.database.run(each.engine.fetch(ENTRIES, {}))} for each in storage.parts]


def test_tenants_of_two_pools_are_served_by_every_node(settings: Settings) -> None:
    with served(settings) as api, served(settings) as other:
        add_tenant(api, HERE)
        add_tenant(api, THERE, "north")
        other.database.tokens |= api.database.tokens

        for tenant in (HERE, THERE):
            assert add_process(api, tenant, f"Made in {tenant}").status_code == 200
            assert names(other, tenant) == names(api, tenant) == [f"Made in {tenant}"]
        assert pools_of(other) == {HERE: "main", THERE: "north"}
        # What is in the one is not in the other, and a token of the one opens nothing of the other.
        assert (
            other.get("rest/facets", tenant=HERE, token=api.database.tokens[THERE, "administrator"]).status_code == 401
        )
        keys = [api.database.tenant(each).key for each in (HERE, THERE)]
        assert [key // RANGE for key in keys] == [0, 1]


def test_numbers_of_versions_and_zones_are_of_the_range_of_their_pool(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, THERE, "north")
        made = add_process(api, THERE, "Sales").json()["elements"][0]["id"]
        permissions = b'{"grants": [], "excludes": false, "inherits": false}'
        set_ = api.post(f"{PROCESSES}/{made}/permissions", tenant=THERE, content=permissions)
        assert set_.status_code == 200, set_.text
        storage = api.database.storage
        engine = storage.engine_of(api.database.tenant(THERE).key)
        versions = {int(str(key)) // RANGE for (key,) in api.database.run(engine.fetch("SELECT key FROM version", {}))}
        zones = {
            int(str(zone)) // RANGE for (zone,) in api.database.run(engine.fetch("SELECT zone FROM permission", {}))
        }

        assert versions == {1}
        assert zones == {1}


def test_what_is_hidden_in_another_pool_stays_hidden_also_behind_a_move(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, THERE, "north")
        api.database.add_token(THERE, "editor")
        made = {name: process_of(api, THERE, name) for name in ("Sales", "Purchase", "Open")}
        hide(api, made["Sales"])
        assert names(api, THERE, "editor") == ["Open", "Purchase"]

        move(api, THERE, "main")
        hide(api, made["Purchase"])

        assert names(api, THERE, "editor") == ["Open"]


def process_of(api: Api, tenant: str, name: str) -> str:
    made = add_process(api, tenant, name)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def hide(api: Api, element: str) -> None:
    permissions = b'{"grants": [], "excludes": true}'
    set_ = api.post(f"{PROCESSES}/{element}/permissions?force=true", tenant=THERE, content=permissions)
    assert set_.status_code == 200, set_.text


def test_every_pool_knows_where_all_tenants_live(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, HERE)
        add_tenant(api, THERE, "north")
        storage = api.database.storage
        assert isinstance(storage, PooledStorage)
        wanted = {(HERE, "main"), (THERE, "north")}
        assert directories(api) == [wanted, wanted]

        api.database.run(storage.parts[1].engine.fetch("DELETE FROM directory", {}))
        assert api.database.run(spread(storage.parts)) == 2
        assert directories(api) == [wanted, wanted]
        assert api.database.run(spread(storage.parts)) == 0


def test_an_address_is_used_once_in_all_pools(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, THERE, "north")
        where = parse_address("Acme/There")
        assert where is not None
        with pytest.raises(Conflict, match="There is a tenant"):
            api.database.run(create_tenant(api.database.storage, where, TenantSettings()))
        api.database.run(delete_tenant(api.database.storage, where))
        with pytest.raises(Conflict, match="was deleted and can be brought back"):
            api.database.run(create_tenant(api.database.storage, where, TenantSettings()))
        api.database.run(restore_tenant(api.database.storage, where))
        assert pools_of(api) == {THERE: "north"}


def test_an_unknown_pool_is_set_(settings: Settings) -> None:
    with (
        served(settings) as api,
        pytest.raises(InvalidValues, match=r"There is no pool nort\. .* Did you mean north\?"),
    ):
        add_tenant(api, THERE, "nort")


def test_administration_reaches_all_pools(settings: Settings) -> None:
    with served(settings) as api:
        installation = Installation(api.database)
        add_tenant(api, "north/_admin", "north")
        made = installation.ids("rest/facets/collections/views/list/elements")
        collection = installation.api.read("rest/facets/collections/views/list/elements", tenant=SYSTEM)["elements"][0]
        installation.add_storage("plant", collection)

        # A storage that is made by its element lives where its collection does.
        assert made == ["north"]
        assert pools_of(api) == {SYSTEM: "main", "north/_admin": "north", "north/plant": "north"}
        assert installation.ids("rest/facets/storages/views/list/elements", at="north/_admin") == ["plant"]
        installation.delete("north/plant")
        assert installation.ids("rest/facets/storages/views/list/elements") == []
        installation.close()


def test_administrations_show_where_tenants_live(settings: Settings) -> None:
    with served(settings) as api:
        installation = Installation(api.database)
        add_tenant(api, "acme/_admin", "north")
        add_tenant(api, HERE, "main")
        add_tenant(api, THERE)
        shown = {"here": "main", "there": "north"}

        assert installation_pools(installation, SYSTEM) == installation_pools(installation, "acme/_admin") == shown
        (collection,) = installation.api.read(f"{COLLECTIONS}?$select=storagePool", tenant=SYSTEM)["elements"]
        assert collection["attributes"]["storagePool"] == {"127": "north"}
        move(api, HERE, "north")
        assert installation_pools(installation, SYSTEM) == {"here": "north", "there": "north"}
        installation.close()


def test_an_element_follows_a_move_that_did_not_reach_the_administration(settings: Settings) -> None:
    with served(settings) as api:
        installation = Installation(api.database)
        add_tenant(api, HERE)
        storage = api.database.storage
        assert isinstance(storage, PooledStorage)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(moves, "show_again", refuse)
            move(api, HERE, "north")
        assert installation_pools(installation, SYSTEM) == {"here": "main"}

        api.database.run(keep_directory(storage))

        assert installation_pools(installation, SYSTEM) == {"here": "north"}
        assert directories(api)[0] == {(SYSTEM, "main"), ("acme/_admin", "main"), (HERE, "north")}
        assert api.database.run(unrecorded(storage.parts)) == []
        installation.close()


async def refuse(*_: object) -> None:
    raise Unavailable("The first pool does not answer.")


def move(api: Api, address: str, pool: str) -> None:
    where = parse_address(address)
    assert where is not None

    async def work(storage: object) -> None:
        assert isinstance(storage, PooledStorage)
        await moves.move_tenant(storage, where, pool, lambda *_: None)

    api.database.elsewhere(work)


def installation_pools(installation: Installation, at: str) -> dict[str, str]:
    installation.let_in(at)
    elements = installation.api.read(f"{STORAGES}?$select=id,storagePool", tenant=at)["elements"]
    values = [each["attributes"] for each in elements]
    return {each["id"]["127"]: each["storagePool"]["127"] for each in values}


def test_each_pool_is_maintained_and_one_that_does_not_answer_is_named(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    settings = pooled_settings(request, tmp_path, "sqlite")
    with served(settings) as api:
        installation = Installation(api.database)
        well = [{"item1": "main", "item2": True}, {"item1": "north", "item2": True}]
        for ask in (installation.api.post, installation.api.get):
            assert ask("rest/maintain", tenant=SYSTEM).json()["values"] == well
            assert ask("rest/maintain/North", tenant=SYSTEM).json()["values"] == well[1:]
            assert ask("rest/maintain/default", tenant=SYSTEM).status_code == 404
        tokens = api.database.tokens
        installation.close()
    settings.of_pool("north").file.write_bytes(b"This is no database." * 1000)
    with served(settings) as api:
        api.database.tokens |= tokens
        assert api.get("rest/maintain", tenant=SYSTEM).json()["values"] == [well[0], {"item1": "north", "item2": False}]
