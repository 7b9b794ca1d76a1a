"""What time moves on is found by the day after which it does so, and taken by one of those who ask at once."""

import re

import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.store import SqlStorage
from facetstore.storage.tenant_rows import WAITING
from facetstore.storage.writes.due_versions import FIND, TAKE
from facetstore.usecases.tenants.tenant_changes import apply_metamodel, check_metamodel
from tests.storage.builders import add, new_tenant, reread, stored, version, version_id
from tests.storage.reads.test_sqlite_plans import plan

pytestmark = pytest.mark.anyio

TODAY = "2026-11-15T00:00:00"


def valid_from(
    name: str, day: str | None, state: str = "released", number: str = "1.0", type_: str = "subProcess"
) -> Version:
    attributes = {"validFrom": {127: day}} if day is not None else {}
    return version(name, number, state, type_=type_, attributes=attributes)


async def days(storage: SqlStorage, tenant: Tenant) -> dict[str, object]:
    """By version id, the days that are waited for."""
    text = "SELECT id, moves_after FROM version WHERE tenant = :tenant AND moves_after IS NOT NULL"
    return {str(id_): day for id_, day in await storage.engine.fetch(text, {"tenant": tenant.key})}


async def taken(storage: SqlStorage, tenant: Tenant, limit: int = 100) -> set[str]:
    async with storage.writer(tenant, actor=None) as writer:
        return set(await writer.due.take(TODAY, limit))


async def test_the_day_is_kept_of_every_version_that_waits_whether_any_user_sees_it(
    storage: SqlStorage, tenant: Tenant
) -> None:
    await add(
        storage,
        tenant,
        valid_from("old", "2026-01-02T10:00:00", number="1.0"),
        valid_from("old", "2026-05-01T00:00:00", number="2.0"),
        valid_from("old", "2026-05-01T00:00:00", "inProcess", "2.1"),
        valid_from("valid", "2026-01-01T00:00:00", "inEffect"),
        valid_from("main", "2026-03-04T23:59:59", type_="mainProcess"),
        valid_from("unknown", None),
    )

    assert await days(storage, tenant) == {
        version_id("old", "1.0"): "2026-01-02T00:00:00",
        version_id("old", "2.0"): "2026-05-01T00:00:00",
        version_id("main", "1.0"): "2026-03-04T00:00:00",
    }


async def test_the_day_follows_every_change_of_the_version(storage: SqlStorage, tenant: Tenant) -> None:
    draft = valid_from("p", "2026-01-01T00:00:00", "inProcess")
    await add(storage, tenant, draft)
    found = []

    for changed in (
        draft._replace(state="released"),
        draft._replace(state="released", attributes={**draft.attributes, "validFrom": {127: "2027-01-01T00:00:00"}}),
        draft._replace(state="hide"),
    ):
        async with storage.writer(tenant, actor=None) as writer:
            await writer.versions.replace([stored([changed])[0]], "changed")
        found.append(await days(storage, tenant))

    id_ = str(draft.id)
    assert found == [{id_: "2026-01-01T00:00:00"}, {id_: "2027-01-01T00:00:00"}, {}]


async def test_the_longest_overdue_are_taken_first_and_each_only_once(storage: SqlStorage, tenant: Tenant) -> None:
    due = {f"p{day}": f"2026-11-{day:02}T08:00:00" for day in (14, 3, 9, 1)}
    not_due = {"today": "2026-11-15T00:00:00", "later": "2026-11-16T00:00:00"}
    await add(storage, tenant, *(valid_from(name, day) for name, day in (due | not_due).items()))

    rounds = [await taken(storage, tenant, 3) for _ in range(3)]

    wanted = [("p1", "p3", "p9"), ("p14",), ()]
    assert rounds == [{str(version_id(name, "1.0")) for name in names} for names in wanted]
    assert len(await days(storage, tenant)) == len(not_due)


async def test_what_was_taken_by_a_transaction_that_broke_off_is_due_again(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, valid_from("p", "2026-11-01T00:00:00"))

    async def break_off() -> None:
        async with storage.writer(tenant, actor=None) as writer:
            assert len(await writer.due.take(TODAY, 10)) == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await break_off()

    assert await taken(storage, tenant) == {str(version_id("p", "1.0"))}


async def test_tenants_wait_by_themselves(storage: SqlStorage) -> None:
    one, other, none = [await new_tenant(storage) for _ in range(3)]
    await add(storage, one, valid_from("p", "2026-11-02T00:00:00"), valid_from("q", "2026-11-01T00:00:00"))
    await add(storage, other, valid_from("p", "2030-01-01T00:00:00"))
    await add(storage, none, valid_from("p", "2026-01-01T00:00:00", "inProcess"))
    ours = {one.key, other.key, none.key}

    waiting = {each.tenant: each.first_day for each in await storage.waiting() if each.tenant.key in ours}

    assert waiting == {
        await reread(storage, one): "2026-11-01T00:00:00",
        await reread(storage, other): "2030-01-01T00:00:00",
    }
    assert len(await taken(storage, one)) == 2
    assert await days(storage, other) == {str(version_id("p", "1.0")): "2030-01-01T00:00:00"}


async def test_one_of_two_nodes_may_go_on(settings: Settings, storage: SqlStorage) -> None:
    """In SQLite both are: there, only one of them can write."""
    async with opened_storage(settings) as other:
        async with storage.one_scheduler() as first, other.one_scheduler() as second:
            both = (first, second)
        async with other.one_scheduler() as later:
            assert later

    assert both == (True, settings.database is None)


SUPPLIER = """
types:
  supplier:
    facet: stakeholders
    identity: versioned
    lifecycle: {lifecycle}
    names: {{1031: "Lieferant", 1033: "Supplier"}}
    descriptions: {{1031: "Wer uns beliefert.", 1033: "Who supplies us."}}
    color: "#6E4A7E"
    include: [named, tracked, versioned]
"""


async def test_another_lifecycle_of_a_type_waits_for_other_days(storage: SqlStorage, tenant: Tenant) -> None:
    supplier = valid_from("s", "2026-11-01T00:00:00")._replace(type="supplier", facet="stakeholders")
    found = []

    for lifecycle in ("release", "structure", "mainProcess"):
        additions = check_metamodel(tenant, SUPPLIER.format(lifecycle=lifecycle), "own.yaml")
        await apply_metamodel(storage, await reread(storage, tenant), additions)
        tenant = await reread(storage, tenant)
        if lifecycle == "release":
            async with storage.writer(tenant, actor=None) as writer:
                await writer.versions.add([stored([version("s")])[0]._replace(version=supplier)], "added")
        found.append(await days(storage, tenant))

    waits = {str(supplier.id): "2026-11-01T00:00:00"}
    assert found == [waits, {}, waits]


STATEMENTS = {"waiting": WAITING, "find": FIND, "take": TAKE}


@pytest.mark.parametrize("name", STATEMENTS)
async def test_what_is_due_is_found_in_an_index_that_holds_only_what_waits(storage: SqlStorage, name: str) -> None:
    tenant = await new_tenant(storage)
    await add(storage, tenant, *(valid_from(f"p{n}", None) for n in range(300)))
    text = STATEMENTS[name].format(among=storage.engine.dialect.among("id", "ids"))

    steps = await (sqlite_plan if storage.engine.dialect is SQLITE else postgres_plan)(storage, text, tenant)

    assert steps
    assert [step for step in steps if not any(index in step for index in BY_INDEX)] == []


BY_INDEX = (
    "version_due (tenant=? AND moves_after",
    "(tenant=? AND id=?)",
    "using version_due",
    "using version_tenant_id_key",
)


async def sqlite_plan(storage: SqlStorage, text: str, tenant: Tenant) -> list[str]:
    return [step for step in plan(storage, text) if re.match(r"(SCAN|SEARCH) (v|version)\b", step)]


async def postgres_plan(storage: SqlStorage, text: str, tenant: Tenant) -> list[str]:
    prepared = storage.engine.dialect.prepare(text)
    given = {"tenant": str(tenant.key), "today": f"'{TODAY}'", "limit": "20", "ids": "'{a,b}'"}
    for place, name in enumerate(prepared.names, 1):
        prepared = prepared._replace(text=prepared.text.replace(f"${place}", given[name]))
    steps = [str(row[0]) for row in await storage.engine.fetch(f"EXPLAIN {prepared.text}", {})]
    return [step for step in steps if re.search(r"Scan.* on version\b", step)]
