"""Two readers for two audiences that see one state of the data, on one connection."""

import asyncio

import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf
from facetstore.usecases.ports.storage import Tenant
from tests.storage.builders import add, new_tenant, version

pytestmark = pytest.mark.anyio


async def test_both_see_what_was_there_when_either_began(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"))
    editors = storage.reader(tenant, EDITORS)
    viewers = editors.beside(VIEWERS)

    async with viewers.snapshot():
        before = [(await each.listing(ListOf("processes"))).elements for each in (editors, viewers)]
        async with editors.snapshot():
            again = [(await each.listing(ListOf("processes"))).elements for each in (editors, viewers)]

    assert before == again
    assert [len(each) for each in before] == [1, 1]


@pytest.mark.postgres
async def test_one_connection_is_enough_for_both(postgres_settings: Settings, postgres_storage: SqlStorage) -> None:
    assert postgres_settings.database is not None
    storage = SqlStorage(PostgresEngine(postgres_settings.database, size=1))
    tenant = await new_tenant(postgres_storage)
    editors = storage.reader(tenant, EDITORS)
    viewers = editors.beside(VIEWERS)

    async def both() -> int:
        async with editors.snapshot():
            return len((await viewers.listing(ListOf("processes"))).elements)

    found = await asyncio.wait_for(both(), 20)
    await storage.close()

    assert found == 0
