"""Tenants of an older release get the languages and stereotypes that they lack when their database is migrated."""

import asyncio
from pathlib import Path

import pytest

from facetstore.bootstrap.database import opened_engine, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import Tenant, TenantSettings, address_of
from facetstore.domain.values import VersionId
from facetstore.metamodel.loader import load_standard
from facetstore.storage.migrate import migrate
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.languages import languages_in
from tests.storage.builders import version
from tests.storage.engines.taking_back import take_back
from tests.support.storages import ENGINES, new_store

GERMAN = TenantSettings(default_data_culture=1031, mandatory_cultures=(1031,), optional_cultures=(1033,))


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return new_store(request, tmp_path, request.param, migrated=False).settings


async def languages(storage: SqlStorage, tenant: Tenant) -> dict[int, tuple[bool, bool]]:
    async with storage.writer(tenant, actor=None) as writer:
        found = await languages_in(writer, serve(tenant).metamodel)
    return {each.lcid: (each.is_default, each.is_mandatory) for each in found}


async def make_older(settings: Settings) -> None:
    """A tenant without languages, and one with a language that does not say what it is."""
    async with opened_storage(settings) as storage:
        await storage.create_tenant(address_of("old", "bare"), "11111111-0000-0000-0000-000000000000", GERMAN)
        some = await storage.create_tenant(address_of("old", "some"), "22222222-0000-0000-0000-000000000000", GERMAN)
        french = version("French", type_="configCulture", attributes={"lcid": {127: "1036"}})
        french = french._replace(id=VersionId(french.element), state=None, number=None)
        async with storage.writer(some, actor=None) as writer:
            stored = StoredVersion(french, newest=True, visible=True, published=True)
            await writer.versions.add([stored], "imported")
    async with opened_engine(settings) as engine, engine.transaction() as session:
        await take_back(session, "languages")


def test_every_tenant_gets_what_it_lacks_once(settings: Settings) -> None:
    asyncio.run(make_older(settings))

    async def migrate_twice() -> list[int]:
        async with opened_engine(settings) as engine:
            return [len(await migrate(engine)) for _ in range(2)]

    async def look() -> None:
        async with opened_storage(settings) as storage:
            bare, some = await storage.tenants()
            assert await languages(storage, bare) == {1031: (True, True), 1033: (False, False)}
            assert await languages(storage, some) == {1031: (True, True), 1033: (False, False), 1036: (False, False)}
            assert some.settings.optional_cultures == (1033, 1036)
            population = await storage.population(bare.key)
            declared = load_standard().types["system"].attributes["stereotype"].attribute
            assert declared is not None
            assert population["systemType"] == len(declared.selectable_values)
            assert [await broken_at(storage.engine, each.key) for each in (bare, some)] == [None, None]

    first, second = asyncio.run(migrate_twice())
    assert first > second == 0
    asyncio.run(look())
