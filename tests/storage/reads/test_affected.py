"""affected_since names every element whose answers may differ: what cached responses rely on to be exact."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant
from facetstore.storage.engines.engine import Engine, Row
from facetstore.storage.reads.affected import affected_since
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import ListOf, VersionsOf
from facetstore.usecases.ports.writes import StoredVersion
from tests.storage.builders import (
    EVERYTHING,
    METAMODEL,
    add,
    element_id,
    ids,
    new_tenant,
    plain,
    read,
    shape,
    stored,
    task,
    user,
    version,
    version_id,
)
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.support.proof import record, scaled

pytestmark = pytest.mark.anyio

NEAR = replace(EVERYTHING, root_path=False)
"""Everything of an element that a cached response about it may hold."""

State = Mapping[str, Sequence[object]]
"""By element, everything that any caller can be shown of it."""


async def shown(storage: SqlStorage, tenant: Tenant, elements: Sequence[str]) -> State:
    statement = "SELECT element, id, newest, published FROM version WHERE tenant = :tenant ORDER BY element, id"
    found: dict[str, list[object]] = {each: [] for each in elements}
    for element, *selected in await storage.engine.fetch(statement, {"tenant": tenant.key}):
        found[str(element)].append(tuple(selected))
    for drafts in (True, False):
        rows: Sequence[ElementRow] = await read(storage, tenant, VersionsOf(tuple(elements)), NEAR, drafts=drafts)
        for row in rows:
            # What diagrams say of who may change an object of a flow is in no answer that outlives a revision.
            found[row.element].append((drafts, row._replace(key=0, diagrams=None)))
    return found


async def affected(storage: SqlStorage, tenant: Tenant, since: int) -> frozenset[str]:
    found = await storage.affected_since(tenant.key, since)
    assert found is not None
    return found.elements


Lists = Mapping[tuple[str, bool], Sequence[str]]
"""By facet and audience, who stands in its list, in order."""


async def listed(storage: SqlStorage, tenant: Tenant) -> Lists:
    facets = METAMODEL.facets
    return {
        (facet, drafts): (
            await storage.reader(tenant, EDITORS if drafts else VIEWERS).lists.listing(ListOf(facet))
        ).elements
        for facet in facets
        for drafts in (True, False)
    }


@pytest.mark.parametrize("seed", range(scaled(30)))
async def test_facets_whose_lists_are_not_reported_hold_the_same_elements_in_the_same_order(
    storage: SqlStorage, seed: int
) -> None:
    tenant, content = await new_tenant(storage), RandomTenant(Random(seed))
    content.fill(60)
    async with storage.writer(tenant, actor=None) as writer:
        await write_all(writer, content)
    before, differing, spared = await listed(storage, tenant), 0, 0

    for revision in range(1, 1 + scaled(300)):
        async with storage.writer(tenant, actor=None) as writer:
            await change(writer, content)
        now, found = await listed(storage, tenant), await storage.affected_since(tenant.key, revision)
        assert found is not None
        assert found.listed is not None
        different = {facet for facet, drafts in now if before[facet, drafts] != now[facet, drafts]}
        assert different <= found.listed
        differing, spared = differing + len(different), spared + (not found.listed)
        before = now

    assert differing > 1
    assert spared > 1


@pytest.mark.parametrize("seed", range(scaled(30)))
async def test_whatever_looks_different_after_random_changes_is_affected(storage: SqlStorage, seed: int) -> None:
    """The changes of a revision, and those of several revisions at once."""
    tenant, content = await new_tenant(storage), RandomTenant(Random(seed))
    content.fill(60)
    async with storage.writer(tenant, actor=None) as writer:
        await write_all(writer, content)
    earlier = {1: await shown(storage, tenant, content.elements)}
    differing = 0

    for revision in range(2, 2 + scaled(300)):
        async with storage.writer(tenant, actor=None) as writer:
            await change(writer, content)
        now = await shown(storage, tenant, content.elements)
        for since, before in earlier.items():
            different = {each for each in now if before.get(each) != now[each]}
            found = await storage.affected_since(tenant.key, since)
            assert found is None or different <= found.elements, (since, revision)
            differing += len(different)
        earlier = {since: earlier[since] for since in list(earlier)[-3:]} | {revision: now}

    assert differing > 100
    record("affected elements cover every difference", scaled(300), "held", engine=storage.engine.dialect.name)


async def test_nothing_is_affected_when_nothing_happened(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"), version("q"))

    assert await affected(storage, tenant, 1) == frozenset()


async def test_a_change_affects_the_element_its_parent_its_referrers_and_its_diagrams(
    storage: SqlStorage, tenant: Tenant
) -> None:
    await add(
        storage,
        tenant,
        plain("parent"),
        version("s", type_="system", parent="parent"),
        version("child", parent="s"),
        version("referrer", related={"systems": ["s"]}),
        version("diagram", "1.0", content=(shape("s"),)),
        version("diagram", "2.0"),
        version("bystander", related={"systems": ["t"]}),
        version("t", type_="system"),
    )

    async with storage.writer(tenant, actor=None) as writer:
        (ready,) = stored([version("s", type_="system", state="inEffect", parent="parent")])
        await writer.versions.replace([ready], "changed")

    assert await affected(storage, tenant, 1) == frozenset(ids("s", "parent", "referrer", "diagram"))


async def test_who_a_person_is_affects_no_element_that_refers_to_them(storage: SqlStorage, tenant: Tenant) -> None:
    """Otherwise a login would touch everything that the user ever wrote."""
    await add(storage, tenant, user("u"), *(version(f"p{n}", related={"author": ["u"]}) for n in range(5)))

    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.replace([StoredVersion(user("u", names="Another"), True, True, True)], "changed")

    assert await affected(storage, tenant, 1) == frozenset(ids("u"))


async def test_hiding_structure_affects_those_who_refer_to_it(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, plain("c", state="show"), version("p", related={"capabilities": ["c"]}))

    async with storage.writer(tenant, actor=None) as writer:
        (ready,) = stored([plain("c", state="hide")])
        await writer.versions.replace([ready], "changed")

    assert await affected(storage, tenant, 1) == frozenset(ids("c", "p"))


@pytest.mark.parametrize(("before", "after"), [(None, "robot"), ("robot", "other"), ("robot", None)])
async def test_another_stereotype_of_an_unversioned_element_affects_those_who_refer_to_it(
    storage: SqlStorage, tenant: Tenant, before: str | None, after: str | None
) -> None:
    await add(storage, tenant, task("t", stereotype=before), version("p", related={"systems": ["t"]}))

    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.replace([StoredVersion(task("t", stereotype=after), True, True, True)], "changed")

    assert await affected(storage, tenant, 1) == frozenset(ids("t", "p"))


async def test_a_flow_object_that_viewers_cease_to_see_is_affected(storage: SqlStorage, tenant: Tenant) -> None:
    """A draft that shows it hides it; the flow object itself was not written."""
    await add(storage, tenant, task("t"), version("p", related={"systems": ["t"]}))
    elements = ids("t", "p", "draft")
    before = await shown(storage, tenant, elements)

    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.add(stored([version("draft", "0.1", "inProcess", content=(shape("t"),))]), "added")
        await writer.versions.settle_flow_objects([element_id("t")])

    now = await shown(storage, tenant, elements)
    assert {each for each in elements if before[each] != now[each]} == set(elements)
    assert await affected(storage, tenant, 1) >= frozenset(elements)


async def test_a_new_version_affects_those_who_refer_to_the_element(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("s", "1.0", type_="system"), version("p", related={"systems": ["s"]}))

    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.unsettle(ids("s"))
        (ready,) = stored([version("s", "1.1", "inProcess", type_="system")])
        await writer.versions.add([ready._replace(first=False)], "added")
        await writer.versions.settle(ids("s"))

    assert await affected(storage, tenant, 1) == frozenset(ids("s", "p"))


async def test_an_element_that_others_referred_to_all_along_affects_them_when_it_appears(
    storage: SqlStorage, tenant: Tenant
) -> None:
    await add(storage, tenant, version("p", related={"author": ["u"]}), version("d", content=(shape("u"),)))

    await add(storage, tenant, user("u"))

    assert await affected(storage, tenant, 1) == frozenset(ids("u", "p", "d"))


async def test_a_new_child_affects_its_parent(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, plain("c"), plain("d"))

    await add(storage, tenant, version("p", parent="c"))

    assert await affected(storage, tenant, 1) == frozenset(ids("p", "c"))


async def test_changes_add_up_over_revisions(storage: SqlStorage, tenant: Tenant) -> None:
    for name in "abc":
        await add(storage, tenant, version(name))

    found = [await affected(storage, tenant, since) for since in range(4)]

    assert found == [frozenset(ids(*names)) for names in ("abc", "bc", "c", "")]


async def test_what_happens_in_another_tenant_affects_nothing(storage: SqlStorage, tenant: Tenant) -> None:
    other = await new_tenant(storage)
    await add(storage, tenant, version("p", related={"systems": ["s"]}))

    await add(storage, other, version("s", type_="system"), version("p"))

    assert await affected(storage, tenant, 1) == frozenset()


@pytest.mark.parametrize("number", [200, 201, 202, 2100])
async def test_many_changes_are_all_reported_or_none_is(storage: SqlStorage, tenant: Tenant, number: int) -> None:
    """A part of them would leave old answers in place."""
    await add(storage, tenant, version("before"))
    given = [plain(f"c{n}") for n in range(number)]

    await add(storage, tenant, *given)

    found = await storage.affected_since(tenant.key, 1)
    assert found is None or found.elements == {each.element for each in given}
    assert (found is None) == (number > 200)


@pytest.mark.parametrize("number", [1900, 2100])
async def test_many_referrers_are_all_reported_or_none_is(storage: SqlStorage, tenant: Tenant, number: int) -> None:
    referrers = [version(f"p{n}", related={"systems": ["s"]}) for n in range(number)]
    await add(storage, tenant, version("s", type_="system"), *referrers)

    async with storage.writer(tenant, actor=None) as writer:
        (ready,) = stored([version("s", type_="system", state="inEffect")])
        await writer.versions.replace([ready], "changed")

    found = await storage.affected_since(tenant.key, 1)
    assert found is None or found.elements == {element_id("s"), *(each.element for each in referrers)}


class Interrupted:
    """An engine on which another writer writes right after the first statement."""

    def __init__(self, engine: Engine, write: Callable[[], Awaitable[None]]) -> None:
        self._engine = engine
        self._write: Callable[[], Awaitable[None]] | None = write

    def __getattr__(self, name: str) -> object:
        return getattr(self._engine, name)

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        rows = await self._engine.fetch(text, parameters)
        if self._write is not None:
            write, self._write = self._write, None
            await write()
        return rows


async def test_what_was_near_a_change_is_affected_also_if_it_moves_away_meanwhile(
    storage: SqlStorage, tenant: Tenant
) -> None:
    """Answers about it showed the change before it did: the old ones must not be taken for true in between."""
    await add(storage, tenant, version("s", type_="system"), version("p", related={"systems": ["s"]}))
    async with storage.writer(tenant, actor=None) as writer:
        (ready,) = stored([version("s", type_="system", state="inEffect")])
        await writer.versions.replace([ready], "changed")

    async def move_away() -> None:
        async with storage.writer(tenant, actor=None) as writer:
            await writer.versions.replace([StoredVersion(version("p"), True, True, True)], "changed")

    engine = cast("Engine", Interrupted(storage.engine, move_away))
    found = await affected_since(engine, tenant.key, 1)

    assert found is None or found.elements >= frozenset(ids("s", "p"))


async def test_a_token_affects_only_its_element(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, user("u"), version("p", related={"author": ["u"]}))
    async with storage.writer(tenant, actor=None) as writer:
        await writer.accounts.set_token(element_id("u"), "digest", 1)

    assert await affected(storage, tenant, 1) == frozenset()
    assert version_id("p", "1.0") not in await affected(storage, tenant, 0)
