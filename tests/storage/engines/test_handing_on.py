"""Changes that are committed together: each starts from what the one before knew of the tenant, unless another came between."""

import asyncio

import pytest

from facetstore.domain.errors import QuotaReached, Unauthenticated
from facetstore.storage import tenant_rows
from facetstore.storage.engines import postgres_group
from facetstore.storage.rows import history
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.storage import Tenant
from tests.storage.builders import add, version

pytestmark = pytest.mark.anyio


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """An entry for each look-up of a tenant's row by a writer that begins, from here on."""
    seen: list[int] = []
    prepared = dict(tenant_rows.TAKE)

    class Watched(dict[str, str]):
        def __getitem__(self, engine: str) -> str:
            seen.append(1)
            return prepared[engine]

    monkeypatch.setattr(tenant_rows, "TAKE", Watched(prepared))
    return seen


async def set_quota(storage: SqlStorage, tenant: Tenant, elements: int) -> None:
    async with storage.administer() as tenants:
        await tenants.set_quota(tenant, elements)


async def delete(storage: SqlStorage, tenant: Tenant) -> None:
    async with storage.administer() as tenants:
        await tenants.delete(tenant)


async def test_one_looks_and_the_others_go_on(
    storage: SqlStorage, tenant: Tenant, looks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_group, "LONGEST_SECONDS", 60)  # however slow the machine is
    await asyncio.gather(*(add(storage, tenant, version(f"process {number}")) for number in range(8)))

    revisions = await storage.revisions(tenant.key)
    assert len(looks) == 1
    assert revisions is not None
    assert revisions.revision == tenant.revision + 8
    assert await history.verify(storage.engine, tenant.key) is None


async def test_one_after_the_other_look_each(storage: SqlStorage, tenant: Tenant, looks: list[int]) -> None:
    for number in range(3):
        await add(storage, tenant, version(f"process {number}"))

    assert len(looks) == 3


async def test_what_is_set_between_two_holds_for_the_second(storage: SqlStorage, tenant: Tenant) -> None:
    outcomes = await asyncio.gather(
        add(storage, tenant, version("first")),
        set_quota(storage, tenant, 1),
        add(storage, tenant, version("second")),
        return_exceptions=True,
    )

    if storage.engine.dialect.name == "sqlite":  # where all changes stand in one line
        assert [type(each) for each in outcomes] == [type(None), type(None), QuotaReached]
    with pytest.raises(QuotaReached):
        await add(storage, tenant, version("third"))


async def test_nobody_writes_to_what_was_deleted_meanwhile(storage: SqlStorage, tenant: Tenant) -> None:
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
