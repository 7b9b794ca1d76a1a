"""Rows of a version go with it, however it goes."""

import pytest

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from tests.storage.builders import add, element_id, new_tenant, shape, task, user, version, version_id
from tests.support.orphans import DETAILS, orphans

pytestmark = pytest.mark.anyio

COUNT = "SELECT count(*) FROM {table} WHERE tenant = :tenant"


def _company() -> list[Version]:
    """A process with everything that a version can have, and a second version of it."""
    person = user("Ada")
    tasks = [task(f"task {number}") for number in range(3)]
    process = version("process", "1.0", related={"owner": ["Ada"]})
    draft = version("process", "1.1", "inProcess", related={"owner": ["Ada"]})
    content = (shape("task 0"), shape("task 1", "task 0"), shape("task 2", "task 1"))
    return [person, *tasks, process._replace(content=content), draft._replace(content=content)]


async def counts(storage: SqlStorage, tenant: Tenant) -> dict[str, int]:
    texts = {table: COUNT.format(table=table) for table in DETAILS}
    return {
        table: int(str((await storage.engine.fetch(text, {"tenant": tenant.key}))[0][0]))
        for table, text in texts.items()
    }


async def delete(storage: SqlStorage, tenant: Tenant, *ids: str) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.delete(list((await writer.stored.load(ids)).values()), "deleted")


async def test_details_of_a_version_go_and_those_of_others_stay(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, *_company())
    before = await counts(storage, tenant)

    await delete(storage, tenant, version_id("process", "1.1"))

    after = await counts(storage, tenant)
    assert all(before.values())
    assert after["shape"] == before["shape"] // 2 == 3
    assert after["flow"] == before["flow"] // 2 == 2
    assert await orphans(storage) == []


async def test_nothing_stays_of_a_tenant_that_is_purged(storage: SqlStorage) -> None:
    tenant = await new_tenant(storage)
    await add(storage, tenant, *_company())

    async with storage.administer() as tenants:
        await tenants.delete(tenant)
    await storage.purge_now(tenant)

    assert not any((await counts(storage, tenant)).values())
    assert await orphans(storage) == []


async def test_a_tenant_that_was_restored_is_not_purged(storage: SqlStorage) -> None:
    tenant = await new_tenant(storage)
    await add(storage, tenant, *_company())
    before = await counts(storage, tenant)

    with pytest.raises(Conflict, match="not deleted"):
        await storage.purge_now(tenant)

    assert await counts(storage, tenant) == before


@pytest.mark.postgres
async def test_this_way_of_looking_finds_what_was_left(postgres_storage: SqlStorage) -> None:
    tenant = await new_tenant(postgres_storage)
    row = (tenant.key, -1, "owner", 0, element_id("Ada"))
    async with postgres_storage.engine.transaction() as session:
        await session.insert("reference", ("tenant", "version", "context", "position", "target"), [row])
    try:
        assert await orphans(postgres_storage) == [("reference", -1)]
    finally:
        await postgres_storage.engine.fetch("DELETE FROM reference WHERE version = -1", {})
