"""A database of an older release learns from its history when each text was changed."""

import asyncio
from pathlib import Path

import pytest

from facetstore.bootstrap.database import opened_engine, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import TenantSettings, address_of
from facetstore.storage.engines.engine import Engine
from facetstore.storage.migrate import migrate
from facetstore.usecases.ports.writes import StoredVersion
from tests.storage.builders import version
from tests.storage.engines.taking_back import take_back
from tests.support.storages import ENGINES, new_store

BOTH = TenantSettings(mandatory_cultures=(1033,), optional_cultures=(1031,))
COLUMNS = "SELECT id, changed, translations FROM version ORDER BY key"


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return new_store(request, tmp_path, request.param, migrated=False).settings


async def write_some(settings: Settings) -> None:
    """An element whose German name is stale, and one that was never changed."""
    async with opened_storage(settings) as storage:
        tenant = await storage.create_tenant(address_of("old", "one"), "33333333-0000-0000-0000-000000000000", BOTH)
        first = version("Receipt", attributes={"name": {1033: "Receipt", 1031: "Eingang"}})
        async with storage.writer(tenant, actor=None) as writer:
            made = [
                StoredVersion(each, newest=True, visible=False, published=False) for each in (first, version("Other"))
            ]
            await writer.versions.add(made, "imported")
        async with storage.writer(tenant, actor=None) as writer:
            stored = await writer.stored.version(first.id)
            assert stored is not None
            renamed = stored.version._replace(attributes={"name": {1033: "Goods receipt", 1031: "Eingang"}})
            await writer.versions.replace([stored._replace(version=renamed)], "element.changed")


async def columns(engine: Engine) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await engine.fetch(COLUMNS, {})]


def test_the_columns_are_filled_as_if_they_had_always_been_there(settings: Settings) -> None:
    async def run() -> None:
        await write_some(settings)
        async with opened_engine(settings) as engine:
            before = await columns(engine)
            async with engine.transaction() as session:
                await take_back(session, "translations")
            await migrate(engine)
            assert await columns(engine) == before
        assert any(counts == ",1031s1,1033c1" for _, _, counts in before)

    asyncio.run(run())
