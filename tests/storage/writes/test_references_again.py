"""References of a version that is written again: what is stored afterwards is what it refers to, and nothing it once did."""

from collections.abc import Sequence

import pytest

from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from tests.storage.builders import add, element_id, user, version

pytestmark = pytest.mark.anyio

PEOPLE = ("ada", "bob", "carl", "gone")
STORED = "SELECT target FROM reference WHERE tenant = :tenant AND context = 'owner' ORDER BY position"
CASES: Sequence[tuple[Sequence[str], Sequence[str]]] = [
    (["ada"], ["bob"]),
    (["ada"], ["bob", "carl"]),
    (["ada", "bob"], ["carl"]),
    (["ada", "bob"], ["bob", "ada"]),
    (["ada"], []),
    ([], ["ada"]),
    (["gone", "ada"], ["bob"]),
    (["ada", "gone"], ["bob"]),
    (["gone"], ["ada"]),
]


def process(owners: Sequence[str]) -> Version:
    return version("p", "0.1", "inProcess", related={"owner": owners} if owners else {})


async def take_away(storage: SqlStorage, tenant: Tenant, name: str) -> None:
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.delete(list((await writer.stored.load([element_id(name)])).values()), "deleted")


async def stored(storage: SqlStorage, tenant: Tenant) -> list[str]:
    return [str(target) for (target,) in await storage.engine.fetch(STORED, {"tenant": tenant.key})]


async def change(storage: SqlStorage, tenant: Tenant, *changes: Sequence[str]) -> None:
    """Load a version once, and write it with the references of each change."""
    async with storage.writer(tenant, actor=None) as writer:
        loaded = await writer.stored.version(process([]).id)
        assert loaded is not None
        for owners in changes:
            await writer.versions.replace([loaded._replace(version=process(owners))], "changed")


@pytest.mark.parametrize(("before", "after"), CASES)
async def test_a_context_holds_what_was_given_last(
    storage: SqlStorage, tenant: Tenant, before: Sequence[str], after: Sequence[str]
) -> None:
    await add(storage, tenant, process(before), *map(user, PEOPLE))
    await take_away(storage, tenant, "gone")

    await change(storage, tenant, after)

    assert await stored(storage, tenant) == list(map(element_id, after))


async def test_one_after_the_other_in_one_go(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, process(["ada"]), *map(user, PEOPLE))

    await change(storage, tenant, ["bob"], ["carl", "ada"], ["bob"], ["carl"])

    assert await stored(storage, tenant) == [element_id("carl")]
