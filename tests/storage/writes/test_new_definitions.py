"""Another definition of a tenant: its lists, documents and moments follow at once."""

from dataclasses import replace

import pytest

from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf
from tests.storage.builders import (
    EVERYTHING,
    add,
    element_id,
    elements,
    ids,
    plain,
    read,
    read_one,
    reread,
    user,
    version,
)

pytestmark = pytest.mark.anyio


async def test_another_default_culture_reorders_lists(storage: SqlStorage, tenant: Tenant) -> None:
    await add(
        storage,
        tenant,
        version("p", names={1031: "Anfang", 1033: "Start"}),
        version("q", names={1031: "Mitte", 1033: "Centre"}),
        version("r", names={1033: "Dawn"}),
    )
    assert elements(await read(storage, tenant, ListOf("processes"))) == ids("q", "r", "p")

    async with storage.writer(tenant, actor=None) as writer:
        await writer.set_definition(replace(tenant.settings, default_data_culture=1031), "{}")

    assert elements(await read(storage, tenant, ListOf("processes"))) == ids("p", "r", "q")


async def test_another_metamodel_renders_every_version_again_and_back(storage: SqlStorage, tenant: Tenant) -> None:
    """A type shows its stereotype among its attributes as soon as it has that property."""
    additions = '{"types":{"subCategory":{"properties":{"stereotype":null}}}}'
    await add(storage, tenant, plain("c", stereotype="Own"), version("p", related={"author": ["u"]}), user("u"))
    before = await read_one(storage, tenant, element_id("c"), EVERYTHING)

    async with storage.writer(tenant, actor=None) as writer:
        await writer.set_definition(tenant.settings, additions)
    extended = await read_one(storage, tenant, element_id("c"), EVERYTHING)
    async with storage.writer(await reread(storage, tenant), actor=None) as writer:
        await writer.set_definition(tenant.settings, "{}")

    assert b'"stereotype":{"127":"Own"}' not in (before.attributes or b"")
    assert b'"stereotype":{"127":"Own"}' in (extended.attributes or b"")
    assert await read_one(storage, tenant, element_id("c"), EVERYTHING) == before


async def test_another_time_zone_changes_when_date_times_are_but_not_how_they_read(
    storage: SqlStorage, tenant: Tenant
) -> None:
    await add(storage, tenant, version("p", attributes={"createdOn": {127: "2024-07-01T12:00:00"}}))
    before = await read_one(storage, tenant, element_id("p"), EVERYTHING)

    async with storage.writer(tenant, actor=None) as writer:
        await writer.set_definition(replace(tenant.settings, time_zone="UTC"), "{}")

    statement = "SELECT instant FROM attribute WHERE tenant = :tenant AND name = 'createdOn'"
    assert [tuple(row) for row in await storage.engine.fetch(statement, {"tenant": tenant.key})] == [
        (1719835200000000,)  # noon in UTC; in Berlin it was two hours earlier
    ]
    assert await read_one(storage, tenant, element_id("p"), EVERYTHING) == before
