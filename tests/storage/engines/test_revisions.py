"""Revisions: every write adds exactly one, settings and tokens leave their own mark."""

import asyncio

import pytest

from facetstore.domain.access import EDITORS
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ById
from facetstore.usecases.ports.storage import Credential, Revisions
from facetstore.usecases.ports.writes import StoredVersion
from tests.storage.builders import NOTHING, add, element_id, new_tenant, reread, stored, user, version

pytestmark = pytest.mark.anyio


async def test_a_write_adds_one_however_much_it_writes(storage: SqlStorage, tenant: Tenant) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.add(stored([version(f"p{n}") for n in range(30)]), "added")
        await writer.versions.add(stored([version(f"q{n}") for n in range(30)]), "added")
        (one,) = stored([version("p1", names="Another name")])
        await writer.versions.replace([one], "changed")

    assert await storage.revisions(tenant.key) == Revisions(1, 0, 0)


async def test_a_write_of_nothing_adds_one_too(storage: SqlStorage, tenant: Tenant) -> None:
    async with storage.writer(tenant, actor=None):
        pass

    assert await storage.revisions(tenant.key) == Revisions(1, 0, 0)


async def test_elements_move_neither_definition_nor_access(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"))
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.unsettle([version("p").element])
        await writer.versions.settle([version("p").element])

    assert await storage.revisions(tenant.key) == Revisions(2, 0, 0)


async def test_settings_move_the_definition_to_their_revision(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"))
    async with storage.writer(tenant, actor=None) as writer:
        await writer.set_definition(TenantSettings(title="Another"), "{}")
    await add(storage, tenant, version("q"))

    assert await storage.revisions(tenant.key) == Revisions(3, 2, 0)
    found = await reread(storage, tenant)
    assert (found.revision, found.definition, found.access) == (3, 2, 0)


async def test_a_user_moves_access_on_and_so_does_another_secret_of_a_token(
    storage: SqlStorage, tenant: Tenant
) -> None:
    await add(storage, tenant, user("u"))
    first = await _access(storage, tenant)
    assert first > 0

    async with storage.writer(tenant, actor=None) as writer:
        await writer.accounts.set_token(user("u").element, "digest", 12345)
    assert await _access(storage, tenant) == first  # no caller was known by it before
    assert await storage.credential(tenant.key, "digest") == Credential(user("u").element, 12345)

    async with storage.writer(tenant, actor=None) as writer:
        await writer.accounts.set_token(user("u").element, "other digest", 12345)
    assert await _access(storage, tenant) > first


async def _access(storage: SqlStorage, tenant: Tenant) -> int:
    revisions = await storage.revisions(tenant.key)
    assert revisions is not None
    return revisions.access


async def test_an_element_has_one_token_and_a_new_one_ends_the_old(storage: SqlStorage, tenant: Tenant) -> None:
    element = user("u").element
    await add(storage, tenant, user("u"))
    for digest in ("first", "second"):
        async with storage.writer(tenant, actor=None) as writer:
            await writer.accounts.set_token(element, digest, 12345)

    assert await storage.credential(tenant.key, "first") is None
    assert await storage.credential(tenant.key, "second") == Credential(element, 12345)


async def test_a_token_of_one_tenant_is_unknown_to_another(storage: SqlStorage, tenant: Tenant) -> None:
    other = await new_tenant(storage)
    await add(storage, tenant, user("u"))
    async with storage.writer(tenant, actor=None) as writer:
        await writer.accounts.set_token(user("u").element, "digest", 12345)

    assert await storage.credential(other.key, "digest") is None
    assert await storage.revisions(other.key) == Revisions(0, 0, 0)


async def test_writers_of_one_tenant_take_turns(storage: SqlStorage, tenant: Tenant) -> None:
    await asyncio.gather(*(add(storage, tenant, version(f"p{n}")) for n in range(10)))

    assert await storage.revisions(tenant.key) == Revisions(10, 0, 0)
    assert await storage.population(tenant.key) == {"subProcess": 10}


async def test_a_version_counts_its_own_revisions(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"), version("q"))
    for name in ("One", "Two"):
        async with storage.writer(tenant, actor=None) as writer:
            await writer.versions.replace([StoredVersion(version("p", names=name), True, True, True)], "changed")

    rows = [await storage.reader(tenant, EDITORS).elements(ById(element_id(name)), NOTHING) for name in ("p", "q")]

    assert [row.revision for (row,) in rows] == [3, 1]


async def test_a_reader_that_was_open_sees_the_next_commit(storage: SqlStorage, tenant: Tenant) -> None:
    reader = storage.reader(tenant, EDITORS)
    assert await reader.element(ById(element_id("p")), NOTHING) is None

    await add(storage, tenant, version("p"))

    assert await reader.element(ById(element_id("p")), NOTHING) is not None
