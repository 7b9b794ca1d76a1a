"""Settling finds the current versions, for those who see drafts and for viewers; these alone keep attribute rows."""

from random import Random

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import ById, VersionsOf
from tests.storage.builders import EVERYTHING, add, element_id, read, shape, stored, task, version, version_id, versions
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.support.proof import scaled

pytestmark = pytest.mark.anyio


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
        await writer.versions.unsettle([element_id("p")])
        (ready,) = stored([version("p", *added)])
        await writer.versions.add([ready._replace(first=False)], "added")
        await writer.versions.settle([element_id("p")])

    wanted = version_id("p", newest), version_id("p", published) if published else None
    assert await selected(storage, tenant, "p") == wanted


async def test_versions_of_one_number_are_ordered_by_creation_then_id(storage: SqlStorage, tenant: Tenant) -> None:
    early = version("p", "1.0", attributes={"createdOn": {127: "2020-01-01T00:00:00"}})
    late = version("p", "1.0", attributes={"createdOn": {127: "2020-01-02T00:00:00"}})._replace(id=version_id("p", "x"))
    await add(storage, tenant, late, early)

    rows = await read(storage, tenant, VersionsOf((element_id("p"),)))

    assert versions(rows) == [early.id, late.id]
    assert await selected(storage, tenant, "p") == (late.id, late.id)


async def test_settling_keeps_attribute_rows_of_current_versions_only(storage: SqlStorage, tenant: Tenant) -> None:
    """Filters and stereotypes read them."""
    await add(storage, tenant, version("p", "1.0"))
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.unsettle([element_id("p")])
        ready = stored([version("p", "2.0")])
        await writer.versions.add([each._replace(first=False) for each in ready], "added")
        await writer.versions.settle([element_id("p")])

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
            await writer.versions.unsettle([element_id("p")])
            ready = stored([one, changed])[1]
            await (
                writer.versions.add([ready], "added") if changed is two else writer.versions.replace([ready], "changed")
            )
            await writer.versions.settle([element_id("p")])

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
        await writer.versions.add(stored(given), "added")
        await writer.versions.settle_flow_objects([element_id("t")])

    assert await selected(storage, tenant, "t") == (element_id("t"), element_id("t") if seen else None)
