"""What may be opened and what may be named, read in one state of the data, on one connection."""

import asyncio
from dataclasses import replace

import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS, Audience
from facetstore.domain.tenant import Tenant
from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf
from tests.storage.builders import add, new_tenant, version

pytestmark = pytest.mark.anyio

CLOSED = replace(EDITORS, opened=Audience(drafts=True, facets=frozenset({"processes"})))
"""Those who see processes by their names alone."""


async def test_both_see_what_was_there_when_either_began(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"))
    opened = storage.reader(tenant, CLOSED)
    named = opened.naming()

    async with named.snapshot():
        before = [(await each.lists.listing(ListOf("processes"))).elements for each in (opened, named)]
        async with opened.snapshot():
            again = [(await each.lists.listing(ListOf("processes"))).elements for each in (opened, named)]

    assert before == again
    assert [len(each) for each in before] == [0, 1]


@pytest.mark.postgres
async def test_one_connection_is_enough_for_both(postgres_settings: Settings, postgres_storage: SqlStorage) -> None:
    assert postgres_settings.database is not None
    storage = SqlStorage(PostgresEngine(postgres_settings.database, size=1))
    tenant = await new_tenant(postgres_storage)
    opened = storage.reader(tenant, CLOSED)
    named = opened.naming()

    async def both() -> int:
        async with opened.snapshot():
            return len((await named.lists.listing(ListOf("processes"))).elements)

    found = await asyncio.wait_for(both(), 20)
    await storage.close()

    assert found == 0
