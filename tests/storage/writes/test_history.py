"""History: every change a row, none ever changed, and any earlier state in it."""

import time
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.storage.rows import history_rows
from facetstore.storage.rows.followed_changes import States
from facetstore.storage.rows.stored_settings import load_settings
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at
from tests.storage.builders import add, element_id, new_tenant, plain, reread, shape, stored, task, user, version
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.support.proof import scaled

pytestmark = pytest.mark.anyio

Row = tuple[Any, ...]


async def rows_of(storage: SqlStorage, tenant: Tenant) -> list[Row]:
    statement = (
        f"SELECT {', '.join(history_rows.COLUMNS)} FROM history WHERE tenant = :tenant ORDER BY revision, ordinal"
    )
    return [tuple(row) for row in await storage.engine.fetch(statement, {"tenant": tenant.key})]


def rebuilt(rows: Sequence[Row], revision: int) -> dict[str, Version]:
    """Every version as it was at a revision, by id, out of nothing but history."""
    states, versions = States(), set[str]()
    for row in rows:
        each = dict(zip(history_rows.COLUMNS, row, strict=True))
        if each["revision"] <= revision and each["version"] is not None:
            states.follow(each["element"], each["version"], each["change"])
            versions.add(each["version"])
    return {id_: found for id_ in versions if (found := states.get(id_)) is not None}


async def exported(storage: SqlStorage, tenant: Tenant) -> dict[str, Version]:
    return {each.version.id: each.version async for chunk in storage.export(tenant) for each in chunk}


async def test_a_row_shows_who_what_why_and_when(storage: SqlStorage, tenant: Tenant) -> None:
    before = time.time_ns() // 1000
    async with storage.writer(tenant, actor="anna", reason="because") as writer:
        await writer.versions.add(stored([version("p", related={"author": ["u"]}), user("u")]), "imported")
    after = time.time_ns() // 1000

    first, second = await rows_of(storage, tenant)

    found = dict(zip(history_rows.COLUMNS, first, strict=True))
    assert before <= found.pop("at") <= after
    assert len(found.pop("hash")) == 64
    assert len(found.pop("salt")) == 16
    assert msgspec.json.decode(found.pop("change"))["related"] == {"author": [element_id("u")]}
    assert found == {
        "tenant": tenant.key,
        "revision": 1,
        "ordinal": 1,
        "reach": 3,
        "actor": "anna",
        "kind": "imported",
        "element": element_id("p"),
        "version": version("p").id,
        "reason": "because",
    }
    assert second[:4] == (tenant.key, 1, 2, first[3])


async def test_each_change_adds_its_row_and_leaves_all_others_alone(storage: SqlStorage, tenant: Tenant) -> None:
    content = RandomTenant(Random(3))
    content.fill(30)
    async with storage.writer(tenant, actor=None) as writer:
        await write_all(writer, content)
    rows = await rows_of(storage, tenant)

    for revision in range(2, 20):
        async with storage.writer(tenant, actor=None) as writer:
            await change(writer, content)
        now = await rows_of(storage, tenant)
        assert now[: len(rows)] == rows
        assert {row[1] for row in now[len(rows) :]} == {revision}
        rows = now


@pytest.mark.parametrize("seed", range(scaled(20)))
async def test_every_earlier_state_can_be_rebuilt_from_history_alone(
    storage: SqlStorage, tenant: Tenant, seed: int
) -> None:
    content = RandomTenant(Random(seed))
    content.fill(50)
    async with storage.writer(tenant, actor=None) as writer:
        await write_all(writer, content)
    states = {0: {}, 1: await exported(storage, tenant)}

    for revision in range(2, 2 + scaled(300)):
        async with storage.writer(tenant, actor=None) as writer:
            await change(writer, content)
        states[revision] = await exported(storage, tenant)

    rows = await rows_of(storage, tenant)
    for revision, state in states.items():
        assert rebuilt(rows, revision) == state
    assert await broken_at(storage.engine, tenant.key) is None


async def test_every_earlier_definition_is_in_history(storage: SqlStorage, tenant: Tenant) -> None:
    titles = ["One", "Zwei 🏭", "Three"]
    for title in titles:
        async with storage.writer(tenant, actor=None) as writer:
            await writer.set_definition(TenantSettings(title=title), "{}")

    changes = [msgspec.json.decode(row[9]) for row in await rows_of(storage, tenant)]

    assert [load_settings(each["settings"]).title for each in changes] == [tenant.settings.title, *titles]
    assert {each["additions"] for each in changes} == {"{}"}


async def test_a_flow_object_that_others_see_now_leaves_a_row_of_its_own(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, task("t"), task("same"))

    async with storage.writer(tenant, actor=None) as writer:
        shapes = (shape("t"), shape("same"))
        await writer.versions.add(
            stored([version("p", content=shapes[1:]), version("q", "0.1", "inProcess", content=shapes)]), "added"
        )
        await writer.versions.settle_flow_objects([element_id("t"), element_id("same"), element_id("p")])

    rows = await rows_of(storage, tenant)
    assert [(row[5], row[6]) for row in rows[2:]] == [
        ("added", element_id("p")),
        ("added", element_id("q")),
        ("settled", element_id("t")),
    ]
    assert rebuilt(rows, 2) == await exported(storage, tenant)


async def test_an_empty_history_holds(storage: SqlStorage, tenant: Tenant) -> None:
    assert await broken_at(storage.engine, tenant.key) is None


async def test_histories_of_tenants_are_chains_of_their_own(storage: SqlStorage, tenant: Tenant) -> None:
    other = await new_tenant(storage)
    for n in range(3):
        await add(storage, tenant, plain(f"a{n}"))
        await add(storage, other, plain(f"b{n}"))

    await execute(storage, "DELETE FROM history WHERE tenant = :tenant AND revision = 2", other)

    assert await broken_at(storage.engine, tenant.key) is None
    assert await broken_at(storage.engine, other.key) is not None


async def execute(storage: SqlStorage, statement: str, tenant: Tenant) -> None:
    """What a person with access to the database could do."""
    async with storage.engine.transaction() as session:
        await session.fetch(statement, {"tenant": tenant.key})


ROW = "WHERE tenant = :tenant AND revision = 2 AND ordinal = 1"
TAMPERED = {
    "another time": f"UPDATE history SET at = at + 1 {ROW}",
    "another actor": f"UPDATE history SET actor = 'somebody' {ROW}",
    "no actor": f"UPDATE history SET actor = NULL {ROW}",
    "another kind": f"UPDATE history SET kind = 'x' {ROW}",
    "another element": f"UPDATE history SET element = 'x' {ROW}",
    "no element": f"UPDATE history SET element = NULL {ROW}",
    "another version": f"UPDATE history SET version = 'x' {ROW}",
    "another reason": f"UPDATE history SET reason = 'x' {ROW}",
    "another change": f"UPDATE history SET change = replace(change, 'two', 'owt') {ROW}",
    "another hash": f"UPDATE history SET hash = replace(hash, substr(hash, 1, 1), 'z') {ROW}",
    "moved within a revision": f"UPDATE history SET ordinal = 9 {ROW}",
    "moved to another revision": f"UPDATE history SET revision = 1, ordinal = 3 {ROW}",
}


async def three_writes(storage: SqlStorage, tenant: Tenant) -> None:
    for name in ("one", "two", "three"):
        async with storage.writer(tenant, actor="anna", reason="because") as writer:
            given = [plain(name, names=name), plain(f"{name} more", names=f"{name} more")]
            await writer.versions.add(stored(given), "added")


@pytest.mark.parametrize("how", TAMPERED)
async def test_a_row_that_was_tampered_with_is_found_where_it_is(storage: SqlStorage, tenant: Tenant, how: str) -> None:
    await three_writes(storage, tenant)
    assert await broken_at(storage.engine, tenant.key) is None

    await execute(storage, TAMPERED[how], tenant)

    moved = {"moved within a revision": "revision 2, row 2", "moved to another revision": "revision 1, row 3"}
    assert await broken_at(storage.engine, tenant.key) == moved.get(how, "revision 2, row 1")


@pytest.mark.parametrize("place", [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)])
async def test_a_row_that_was_deleted_is_found(storage: SqlStorage, tenant: Tenant, place: tuple[int, int]) -> None:
    await three_writes(storage, tenant)

    gone = "DELETE FROM history WHERE tenant = :tenant AND revision = {} AND ordinal = {}".format(*place)
    await execute(storage, gone, tenant)

    assert await broken_at(storage.engine, tenant.key) is not None


@pytest.mark.parametrize("revision", [1, 2, 3])
async def test_a_whole_revision_that_was_deleted_is_found_also_at_the_end(
    storage: SqlStorage, tenant: Tenant, revision: int
) -> None:
    await three_writes(storage, tenant)

    await execute(storage, f"DELETE FROM history WHERE tenant = :tenant AND revision = {revision}", tenant)

    assert await broken_at(storage.engine, tenant.key) is not None


async def test_two_rows_that_were_swapped_are_found(storage: SqlStorage, tenant: Tenant) -> None:
    await three_writes(storage, tenant)

    for old, new in ((1, 9), (2, 1), (9, 2)):
        swap = f"UPDATE history SET ordinal = {new} WHERE tenant = :tenant AND revision = 2 AND ordinal = {old}"
        await execute(storage, swap, tenant)

    assert await broken_at(storage.engine, tenant.key) == "revision 2, row 1"


async def test_a_row_that_was_added_by_hand_is_found(storage: SqlStorage, tenant: Tenant) -> None:
    await three_writes(storage, tenant)

    columns = ", ".join(history_rows.COLUMNS)
    copied = columns.replace("ordinal", "ordinal + 2")
    await execute(
        storage,
        f"INSERT INTO history ({columns}) SELECT {copied} FROM history WHERE tenant = :tenant AND revision = 3",
        tenant,
    )

    assert await broken_at(storage.engine, tenant.key) == "revision 3, row 3"


async def test_another_end_of_the_chain_is_found(storage: SqlStorage, tenant: Tenant) -> None:
    await three_writes(storage, tenant)

    await execute(storage, "UPDATE tenant SET head = '' WHERE key = :tenant", tenant)

    assert await broken_at(storage.engine, tenant.key) == "after revision 3"


async def test_a_long_history_is_verified_in_one_go(storage: SqlStorage, tenant: Tenant) -> None:
    """More rows than are read at a time."""
    await add(storage, tenant, *(plain(f"c{n}") for n in range(1203)))
    await add(storage, tenant, plain("last"))

    assert await broken_at(storage.engine, tenant.key) is None
    await execute(storage, "UPDATE history SET actor = 'x' WHERE tenant = :tenant AND ordinal = 1100", tenant)
    assert await broken_at(storage.engine, tenant.key) == "revision 1, row 1100"
    assert (await reread(storage, tenant)).revision == 2
