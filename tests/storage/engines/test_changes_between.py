"""Changes of one tenant at the same time: each sees what the one before it has stored."""

import asyncio

import pytest

from facetstore.domain.errors import QuotaReached, Unauthenticated
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at
from tests.storage.builders import add, version

pytestmark = pytest.mark.anyio


async def set_quota(storage: SqlStorage, tenant: Tenant, elements: int) -> None:
    async with storage.administer() as tenants:
        await tenants.set_quota(tenant, elements)


async def delete(storage: SqlStorage, tenant: Tenant) -> None:
    async with storage.administer() as tenants:
        await tenants.delete(tenant)


async def test_changes_at_once_follow_each_other(storage: SqlStorage, tenant: Tenant) -> None:
    await asyncio.gather(*(add(storage, tenant, version(f"process {number}")) for number in range(8)))

    revisions = await storage.revisions(tenant.key)
    assert revisions is not None
    assert revisions.revision == tenant.revision + 8
    assert await broken_at(storage.engine, tenant.key) is None


async def test_what_is_set_between_two_holds_for_the_second(storage: SqlStorage, tenant: Tenant) -> None:
    outcomes = await asyncio.gather(
        add(storage, tenant, version("first")),
        set_quota(storage, tenant, 1),
        add(storage, tenant, version("second")),
        return_exceptions=True,
    )

    if storage.engine.dialect.name == "sqlite":  # all changes follow each other, those of tenants too
        assert [type(each) for each in outcomes] == [type(None), type(None), QuotaReached]
    with pytest.raises(QuotaReached):
        await add(storage, tenant, version("third"))


async def test_a_deleted_tenant_takes_no_change(storage: SqlStorage, tenant: Tenant) -> None:
    outcomes = await asyncio.gather(
        add(storage, tenant, version("first")),
        delete(storage, tenant),
        add(storage, tenant, version("second")),
        return_exceptions=True,
    )

    if storage.engine.dialect.name == "sqlite":
        assert [type(each) for each in outcomes] == [type(None), type(None), Unauthenticated]
    with pytest.raises(Unauthenticated):
        await add(storage, tenant, version("third"))
