"""Writes: all or nothing, what is taken is told, what is replaced is gone."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.errors import Failure
from facetstore.domain.tenant import TenantSettings
from facetstore.storage import history
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports import Tenant
from facetstore.usecases.selections import ById, ChildrenOf, ContentOf, ElementRow, ListOf, VersionsOf
from facetstore.usecases.write_ports import StoredVersion, Taken
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
    versions,
)
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.support.proof import scaled

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
        attributes={"description": {1031: "Was", 1033: "What"}, "own": {127: [1, 2.5, True, {"a": None}]}},
        related={"systems": ["s2", "s1"], "author": ["u"]},
        parent="c",
        position=7,
        stereotype="standardProcess",
        content=(shape("a"), shape("b", "a"), shape("d", "b", "a")),
    )
    given = [plain("c"), user("u"), version("s1", type_="system"), version("s2", type_="system"), task("a")]
    await add(storage, tenant, *given, task("b"), task("d"), whole)

    async with storage.writer(tenant, actor=None) as writer:
        found = await writer.version(whole.id)

    assert found == StoredVersion(whole, newest=True, visible=False, published=False)


async def test_an_unknown_version_is_none(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"))

    async with storage.writer(tenant, actor=None) as writer:
        assert await writer.version(element_id("p")) is None
        assert await writer.version("no such id") is None


async def test_existing_tells_elements_and_versions_that_are_taken(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p", "1.0"), version("p", "1.1", "inProcess"), user("u"))
    asked = [element_id("p"), version_id("p", "1.0"), version_id("p", "1.1"), element_id("u"), element_id("free")]

    async with storage.writer(tenant, actor=None) as writer:
        found = await writer.existing(asked)

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
        await writer.add_versions(stored([version("ours")]), "added")
        found = await writer.existing([*ids("ours", "theirs")])

    assert found == {element_id("ours"): Taken(element_id("ours"), "subProcess", "processes", 0)}


async def test_existing_takes_any_number_of_ids(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, user("u"))

    async with storage.writer(tenant, actor=None) as writer:
        assert await writer.existing([]) == {}
        assert await writer.existing(iter(ids(*(f"n{n}" for n in range(20_000)), "u"))) == {
            element_id("u"): Taken(element_id("u"), "user", "users", 0)
        }


async def write_and_fail(storage: SqlStorage, tenant: Tenant, end: BaseException) -> None:
    """A bit of everything, and then something that goes wrong."""
    async with storage.writer(tenant, actor="somebody") as writer:
        await writer.add_versions(stored([version("q", related={"author": ["u"]})]), "added")
        await writer.replace_version(StoredVersion(version("p", names="x"), True, True, True), "changed")
        await writer.set_token(element_id("u"), "digest", 1)
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
    assert await history.verify(storage.engine, tenant.key) is None


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
    assert await history.verify(storage.engine, tenant.key) is None


async def test_nobody_sees_a_write_before_it_is_done(storage: SqlStorage, tenant: Tenant) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        await writer.add_versions(stored([version("p")]), "added")
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
        await writer.replace_version(ready, "changed")

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
        await writer.replace_version(ready, "changed")

    assert (await read_one(storage, tenant, element_id("p"))).revision == 1


async def test_replacing_one_version_leaves_its_siblings_alone(storage: SqlStorage, tenant: Tenant) -> None:
    both = [version("p", "1.0"), version("p", "1.1", "inProcess")]
    await add(storage, tenant, *both)

    changed = stored([both[0], version("p", "1.1", "inProcess", names="Draft")])[1]
    async with storage.writer(tenant, actor=None) as writer:
        await writer.replace_version(changed, "changed")

    rows = await read(storage, tenant, VersionsOf((element_id("p"),)), EVERYTHING)
    assert [(row.version, row.revision) for row in rows] == [(version_id("p", "1.0"), 1), (version_id("p", "1.1"), 2)]


async def selected(storage: SqlStorage, tenant: Tenant, name: str) -> tuple[str | None, str | None]:
    """The versions an element's id stands for: for those who see drafts, and for viewers."""

    async def one(drafts: bool) -> str | None:
        row: ElementRow | None = await storage.reader(tenant, EDITORS if drafts else VIEWERS).element(
            ById(element_id(name)), EVERYTHING
        )
        return row.version if row else None

    return await one(True), await one(False)


@pytest.mark.parametrize(
    ("stored_before", "added", "newest", "published"),
    [
        ([("1.0", "released")], ("1.1", "inProcess"), "1.1", "1.0"),
        ([("1.0", "expired")], ("2.0", "inEffect"), "2.0", "2.0"),
        ([("2.0", "inEffect")], ("1.0", "expired"), "2.0", "2.0"),
        ([("2.0", "inEffect")], ("1.0", "released"), "2.0", "2.0"),
        ([("9.0", "expired")], ("10.0", "inProcess"), "10.0", None),
        ([("1.0", "expired"), ("2.1", "inProcess")], ("2.0", "released"), "2.1", "2.0"),
        ([("1.9", "released")], ("1.10", "released"), "1.10", "1.10"),
    ],
)
async def test_settling_finds_the_newest_version_and_the_one_viewers_see(
    storage: SqlStorage,
    tenant: Tenant,
    stored_before: list[tuple[str, str]],
    added: tuple[str, str],
    newest: str,
    published: str | None,
) -> None:
    before = [version("p", *each) for each in stored_before]
    await add(storage, tenant, *before)

    async with storage.writer(tenant, actor=None) as writer:
        await writer.unsettle_versions([element_id("p")])
        (ready,) = stored([version("p", *added)])
        await writer.add_versions([replace(ready, first=False)], "added")
        await writer.settle_versions([element_id("p")])

    wanted = version_id("p", newest), version_id("p", published) if published else None
    assert await selected(storage, tenant, "p") == wanted


async def test_versions_of_one_number_are_ordered_by_creation_then_id(storage: SqlStorage, tenant: Tenant) -> None:
    early = version("p", "1.0", attributes={"createdOn": {127: "2020-01-01T00:00:00"}})
    late = replace(version("p", "1.0", attributes={"createdOn": {127: "2020-01-02T00:00:00"}}), id=version_id("p", "x"))
    await add(storage, tenant, late, early)

    rows = await read(storage, tenant, VersionsOf((element_id("p"),)))

    assert versions(rows) == [early.id, late.id]
    assert await selected(storage, tenant, "p") == (late.id, late.id)


async def test_settling_keeps_attribute_rows_of_current_versions_only(storage: SqlStorage, tenant: Tenant) -> None:
    """Filters and stereotypes read them."""
    await add(storage, tenant, version("p", "1.0"))
    async with storage.writer(tenant, actor=None) as writer:
        await writer.unsettle_versions([element_id("p")])
        ready = stored([version("p", "2.0")])
        await writer.add_versions([replace(each, first=False) for each in ready], "added")
        await writer.settle_versions([element_id("p")])

    statement = """SELECT DISTINCT v.id FROM attribute a JOIN version v ON v.tenant = a.tenant AND v.key = a.version
                    WHERE a.tenant = :tenant"""
    rows = await storage.engine.fetch(statement, {"tenant": tenant.key})

    assert [id_ for (id_,) in rows] == [version_id("p", "2.0")]


async def indexed(storage: SqlStorage, tenant: Tenant) -> dict[str, list[tuple[object, ...]]]:
    """The attribute rows by version id, without keys."""
    statement = """SELECT v.id, a.name, a.culture, a.equality, a.ordering, a.number, a.instant
                     FROM attribute a JOIN version v ON v.tenant = a.tenant AND v.key = a.version
                    WHERE a.tenant = :tenant ORDER BY 1, 2, 3"""
    found: dict[str, list[tuple[object, ...]]] = {}
    for id_, *row in await storage.engine.fetch(statement, {"tenant": tenant.key}):
        found.setdefault(str(id_), []).append(tuple(row))
    return found


async def test_a_version_that_is_current_again_has_its_attribute_rows_back(storage: SqlStorage, tenant: Tenant) -> None:
    one, two = version("p", "1.0", attributes={"own": {127: 7}}), version("p", "2.0")
    await add(storage, tenant, one)
    before = await indexed(storage, tenant)
    for changed in (two, version("p", "2.0", "expired")):
        async with storage.writer(tenant, actor=None) as writer:
            await writer.unsettle_versions([element_id("p")])
            ready = stored([one, changed])[1]
            await (
                writer.add_versions([ready], "added") if changed is two else writer.replace_version(ready, "changed")
            )
            await writer.settle_versions([element_id("p")])

    assert await selected(storage, tenant, "p") == (two.id, one.id)
    assert (await indexed(storage, tenant))[one.id] == before[one.id]


@pytest.mark.parametrize("seed", range(scaled(20)))
async def test_exactly_the_current_versions_have_attribute_rows(storage: SqlStorage, tenant: Tenant, seed: int) -> None:
    content = RandomTenant(Random(seed))
    content.fill(40)
    async with storage.writer(tenant, actor=None) as writer:
        await write_all(writer, content)
    for _ in range(20):
        async with storage.writer(tenant, actor=None) as writer:
            await change(writer, content)

    current = {id_ for id_, each in content.stored().items() if each.newest or each.published}
    assert set(await indexed(storage, tenant)) == current


@pytest.mark.parametrize(
    ("diagrams", "seen"), [([], True), (["inProcess"], False), (["released"], True), (["inProcess", "released"], True)]
)
async def test_viewers_see_a_flow_object_where_a_diagram_they_see_shows_it_or_none_does(
    storage: SqlStorage, tenant: Tenant, diagrams: list[str], seen: bool
) -> None:
    await add(storage, tenant, task("t"))

    async with storage.writer(tenant, actor=None) as writer:
        given = [version(f"p{n}", state=state, content=(shape("t"),)) for n, state in enumerate(diagrams)]
        await writer.add_versions(stored(given), "added")
        await writer.settle_flow_objects([element_id("t")])

    assert await selected(storage, tenant, "t") == (element_id("t"), element_id("t") if seen else None)


async def test_one_write_may_change_what_it_added(storage: SqlStorage, tenant: Tenant) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        await writer.add_versions(stored([user("u"), version("p", related={"author": ["u"]})]), "added")
        (ready,) = stored([version("p", names="Second thought")])
        await writer.replace_version(ready, "changed")
        found = await writer.version(version_id("p", "1.0"))

    assert found is not None
    assert found.version.related == {}
    assert (await read_one(storage, tenant, element_id("p"))).revision == 2


async def test_another_default_culture_orders_lists_anew(storage: SqlStorage, tenant: Tenant) -> None:
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


async def test_another_metamodel_renders_every_version_anew_and_back(storage: SqlStorage, tenant: Tenant) -> None:
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
