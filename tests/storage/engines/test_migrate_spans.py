"""A database of an older release learns from its history where elements stood in lists and trees."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from facetstore.bootstrap.database import opened_engine, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import TenantSettings
from facetstore.storage.engines.engine import Engine
from facetstore.storage.migrate import migrate
from facetstore.storage.rows.span_rows import COLUMNS, OPEN
from tests.storage.builders import SETTINGS, new_tenant
from tests.storage.engines.taking_back import take_back
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.support.storages import ENGINES, new_store

SPANS = f"SELECT {', '.join(COLUMNS)} FROM span ORDER BY element, version, since"
GERMAN = TenantSettings(title="Other", mandatory_cultures=(1031, 1033), default_data_culture=1031)


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return new_store(request, tmp_path, request.param, migrated=False).settings


async def write_some(settings: Settings) -> None:
    """Names, places and states that change; twice by another language."""
    async with opened_storage(settings) as storage:
        tenant, content = await new_tenant(storage), RandomTenant(Random(33))
        content.fill(30)
        async with storage.writer(tenant, actor=None) as writer:
            await write_all(writer, content)
        for definition in (GERMAN, SETTINGS):
            for _ in range(15):
                async with storage.writer(tenant, actor=None) as writer:
                    await change(writer, content)
            async with storage.writer(tenant, actor=None) as writer:
                await writer.set_definition(definition, "{}")


async def spans(engine: Engine) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await engine.fetch(SPANS, {})]


def test_spans_are_filled_as_if_they_had_always_been_there(settings: Settings) -> None:
    async def run() -> None:
        await write_some(settings)
        async with opened_engine(settings) as engine:
            before = await spans(engine)
            async with engine.transaction() as session:
                await take_back(session, "spans")
            await migrate(engine)
            assert await spans(engine) == before
        until = COLUMNS.index("until")
        assert any(row[until] == OPEN for row in before)
        assert any(row[until] != OPEN for row in before)

    asyncio.run(run())
