"""Writes: all or nothing, what is taken is reported, what is replaced is gone."""

import asyncio

import pytest

from facetstore.domain.errors import Failure
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.domain.values import XML_DECLARATION
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at
from facetstore.usecases.ports.selections import ChildrenOf, ContentOf, ListOf, VersionsOf
from facetstore.usecases.ports.writes import StoredVersion, Taken
from tests.storage.builders import (
    EVERYTHING,
    add,
    element_id,
    elements,
    ids,
    new_tenant,
    plain,
    read,
    read_one,
    reread,
    shape,
    stored,
    task,
    user,
    version,
    version_id,
)

pytestmark = pytest.mark.anyio


class Interruption(Exception):
    """Something that goes wrong in the middle of a write."""


async def everything(storage: SqlStorage, tenant: Tenant) -> list[list[tuple[object, ...]]]:
    """Every row of a tenant, table by table."""
    tables = ("element", "version", "attribute", "reference", "card_related", "shape", "flow", "token", "history")
    found = []
    for table in tables:
        rows = await storage.engine.fetch(f"SELECT * FROM {table} WHERE tenant = :tenant", {"tenant": tenant.key})
        found.append(sorted((tuple(row) for row in rows), key=repr))
    rows = await storage.engine.fetch("SELECT * FROM tenant WHERE key = :tenant", {"tenant": tenant.key})
    return [*found, [tuple(row) for row in rows]]


async def test_a_stored_version_is_read_back_whole(storage: SqlStorage, tenant: Tenant) -> None:
    whole = version(
        "p",
        "2.1",
        "inProcess",
        attributes={
            "description": {1031: f"{XML_DECLARATION}<p>Was</p>", 1033: f"{XML_DECLARATION}<p>What</p>"},
            "own": {127: [1, 2.5, True, {"a": None}]},
        },
        related={"systems": ["s2", "s1"], "author": ["u"]},
        parent="c",
        position=7,
        stereotype="standardProcess",
        content=(shape("a"), shape("b", "a"), shape("d", "b", "a")),
    )
    given = [plain("c"), user("u"), version("s1", type_="system"), version("s2", type_="system"), task("a")]
    await add(storage, tenant, *given, task("b"), task("d"), whole)

    async with storage.writer(tenant, actor=None) as writer:
        found = await writer.stored.version(whole.id)

    assert found is not None
    assert (found.version, found.newest, found.visible, found.published) == (whole, True, False, False)


async def test_an_unknown_version_is_none(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"))

    async with storage.writer(tenant, actor=None) as writer:
        assert await writer.stored.version(element_id("p")) is None
        assert await writer.stored.version("no such id") is None


async def test_existing_returns_elements_and_versions_that_are_taken(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p", "1.0"), version("p", "1.1", "inProcess"), user("u"))
    asked = [element_id("p"), version_id("p", "1.0"), version_id("p", "1.1"), element_id("u"), element_id("free")]

    async with storage.writer(tenant, actor=None) as writer:
        found = await writer.stored.existing(asked)

    process = Taken(element_id("p"), "subProcess", "processes", 0)
    assert found == {
        element_id("p"): process,
        version_id("p", "1.0"): process,
        version_id("p", "1.1"): process,
        element_id("u"): Taken(element_id("u"), "user", "users", 0),
    }


async def test_existing_sees_what_the_same_write_added_and_nothing_of_other_tenants(
    storage: SqlStorage, tenant: Tenant
) -> None:
    other = await new_tenant(storage)
    await add(storage, other, version("theirs"))

    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.add(stored([version("ours")]), "added")
        found = await writer.stored.existing([*ids("ours", "theirs")])

    assert found == {element_id("ours"): Taken(element_id("ours"), "subProcess", "processes", 0)}


async def test_existing_takes_any_number_of_ids(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, user("u"))

    async with storage.writer(tenant, actor=None) as writer:
        assert await writer.stored.existing([]) == {}
        assert await writer.stored.existing(iter(ids(*(f"n{n}" for n in range(20_000)), "u"))) == {
            element_id("u"): Taken(element_id("u"), "user", "users", 0)
        }


async def write_and_fail(storage: SqlStorage, tenant: Tenant, end: BaseException) -> None:
    """A bit of everything, and then something that goes wrong."""
    async with storage.writer(tenant, actor="somebody") as writer:
        await writer.versions.add(stored([version("q", related={"author": ["u"]})]), "added")
        await writer.versions.replace([StoredVersion(version("p", names="x"), True, True, True)], "changed")
        await writer.accounts.set_token(element_id("u"), "digest", 1)
        await writer.set_definition(TenantSettings(title="Another", time_zone="UTC"), "{}")
        raise end


@pytest.mark.parametrize("end", [Interruption, KeyboardInterrupt, asyncio.CancelledError])
async def test_an_exception_leaves_nothing_of_a_write_not_even_a_revision(
    storage: SqlStorage, tenant: Tenant, end: type[BaseException]
) -> None:
    await add(storage, tenant, version("p", content=(shape("a"),)), task("a"), user("u"))
    before = await everything(storage, tenant)

    with pytest.raises(end):
        await write_and_fail(storage, tenant, end())

    assert await everything(storage, tenant) == before
    assert await broken_at(storage.engine, tenant.key) is None


async def test_a_version_that_is_stored_already_stops_the_write(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"))
    before = await everything(storage, tenant)

    with pytest.raises(Exception, match=r"(?i)unique") as caught:
        await add(storage, tenant, version("q"), version("p"))

    # A fault of the caller's program, not a refusal that a user should read.
    assert not isinstance(caught.value, Failure)
    assert await everything(storage, tenant) == before


async def test_the_next_write_goes_on_where_the_undone_one_began(storage: SqlStorage, tenant: Tenant) -> None:
    with pytest.raises(Interruption):
        await write_and_fail(storage, tenant, Interruption())

    await add(storage, tenant, version("q"))

    assert (await reread(storage, tenant)).revision == 1
    assert await broken_at(storage.engine, tenant.key) is None


async def test_no_read_sees_a_write_before_it_is_done(storage: SqlStorage, tenant: Tenant) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.add(stored([version("p")]), "added")
        assert await read(storage, tenant, ListOf("processes")) == []
        assert (await reread(storage, tenant)).revision == 0

    assert elements(await read(storage, tenant, ListOf("processes"))) == ids("p")


async def test_replacing_a_version_leaves_nothing_of_the_old_one(storage: SqlStorage, tenant: Tenant) -> None:
    old = version(
        "p",
        names="Old name",
        stereotype="standardProcess",
        attributes={"description": {1033: "old"}},
        related={"systems": ["s"], "author": ["u"]},
        content=(shape("a"), shape("b", "a")),
        parent="c",
        position=3,
    )
    others = [user("u"), version("s", type_="system"), task("a"), task("b"), plain("c"), plain("d")]
    await add(storage, tenant, *others, old)
    new = version("p", names="New name", content=(shape("b"),), parent="d", position=1)

    async with storage.writer(tenant, actor=None) as writer:
        (ready,) = stored([new])
        await writer.versions.replace([ready], "changed")

    row = await read_one(storage, tenant, element_id("p"), EVERYTHING)
    for gone in (b"Old name", b"standardProcess", b'"description"', b'"systems"', b'"author"'):
        assert gone not in b"".join(part for part in row if isinstance(part, bytes))
    assert b"New name" in (row.attributes or b"")
    assert elements(await read(storage, tenant, ContentOf((row.key,)))) == ids("b")
    assert elements(await read(storage, tenant, ChildrenOf(tuple(ids("c", "d"))))) == ids("p")
    orphans = [
        await storage.engine.fetch(
            f"SELECT count(*) FROM {table} t WHERE t.tenant = :tenant AND NOT EXISTS "
            "(SELECT 1 FROM version v WHERE v.tenant = t.tenant AND v.key = t.version)",
            {"tenant": tenant.key},
        )
        for table in ("attribute", "reference", "card_related", "shape", "flow")
    ]
    assert [count for ((count,),) in orphans] == [0] * 5


async def test_replacing_what_is_not_stored_adds_it(storage: SqlStorage, tenant: Tenant) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        (ready,) = stored([version("p")])
        await writer.versions.replace([ready], "changed")

    assert (await read_one(storage, tenant, element_id("p"))).revision == 1


async def test_replacing_one_version_leaves_its_siblings_alone(storage: SqlStorage, tenant: Tenant) -> None:
    both = [version("p", "1.0"), version("p", "1.1", "inProcess")]
    await add(storage, tenant, *both)

    changed = stored([both[0], version("p", "1.1", "inProcess", names="Draft")])[1]
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.replace([changed], "changed")

    rows = await read(storage, tenant, VersionsOf((element_id("p"),)), EVERYTHING)
    assert [(row.version, row.revision) for row in rows] == [(version_id("p", "1.0"), 1), (version_id("p", "1.1"), 2)]


async def test_one_write_may_change_what_it_added(storage: SqlStorage, tenant: Tenant) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.add(stored([user("u"), version("p", related={"author": ["u"]})]), "added")
        (ready,) = stored([version("p", names="Second thought")])
        await writer.versions.replace([ready], "changed")
        found = await writer.stored.version(version_id("p", "1.0"))

    assert found is not None
    assert found.version.related == {}
    assert (await read_one(storage, tenant, element_id("p"))).revision == 2
