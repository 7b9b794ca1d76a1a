"""A run of the scheduler moves on what is due where the tenant is: everything, once, and nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import VersionId
from facetstore.exchange.bundle_import import import_bundle
from facetstore.metamodel.file_findings import MetamodelErrors
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at
from facetstore.usecases.measure import start_counting
from facetstore.usecases.ports.writes import HistoryEntry
from facetstore.usecases.release.scheduling import BATCH, Moved, run_schedule
from facetstore.usecases.tenants.tenant_changes import set_tenant
from tests.support.bundles import guid, process, source
from tests.support.storages import BOTH_LANGUAGES, Store

BERLIN, UTC, SAMOA, HONOLULU = "Europe/Berlin", "UTC", "Pacific/Apia", "Pacific/Honolulu"


def at(instant: str) -> int:
    """Nanoseconds since 1970 UTC of a date-time with offset."""
    return int(datetime.fromisoformat(instant).timestamp()) * 10**9


def released(name: str, valid_from: str | None, *, state: str = "released", number: str = "1.0") -> dict[str, object]:
    dates = {"validFrom": {"127": valid_from}} if valid_from is not None else {}
    attributes = {"changedOn": {"127": "2026-01-02T03:04:05"}, **dates}
    return process(name, state=state, number=number, attributes=attributes)


def filled(store: Store, *records: Mapping[str, object], zone: str = BERLIN, name: str = "one") -> Tenant:
    tenant = store.new_tenant(name, replace(BOTH_LANGUAGES, time_zone=zone))
    store.run(lambda storage: import_bundle(storage, tenant, source(*records)))
    return store.tenant(name)


def run(store: Store, instant: str) -> dict[str, int]:
    """How many versions moved on at this moment, by tenant."""

    async def work(storage: SqlStorage) -> Sequence[Moved] | None:
        return await run_schedule(storage, clock=lambda: at(instant))

    moved = store.run(work)
    assert moved is not None
    assert [each.failure for each in moved if each.failure is not None] == []
    return {each.tenant.storage.spelled: each.versions for each in moved}


async def everything(storage: SqlStorage, tenant: Tenant) -> list[Version]:
    return [each.version async for chunk in storage.export(tenant) for each in chunk]


def versions(store: Store, tenant: Tenant) -> list[Version]:
    """Those of processes."""
    return [each for each in store.run(lambda storage: everything(storage, tenant)) if each.facet == "processes"]


def states(store: Store, tenant: Tenant) -> dict[str, str | None]:
    """By the name of the process."""
    return {str(each.attributes["name"][1033]).removeprefix("Process "): each.state for each in versions(store, tenant)}


def rows(store: Store, tenant: Tenant, name: str) -> Sequence[HistoryEntry]:
    """The history of an element since it was imported, from the last change back."""
    entries = store.run(lambda storage: storage.history(tenant.key, guid(name), 100, 0))
    assert entries[-1].kind == "imported"
    return entries[:-1]


@pytest.mark.parametrize(
    ("zone", "before", "from_then_on"),
    [
        (BERLIN, "2026-11-15T23:59:59+01:00", "2026-11-16T00:00:00+01:00"),
        (UTC, "2026-11-15T23:59:59+00:00", "2026-11-16T00:00:00+00:00"),
        (SAMOA, "2026-11-15T23:59:59+13:00", "2026-11-16T00:00:00+13:00"),
        (HONOLULU, "2026-11-15T23:59:59-10:00", "2026-11-16T00:00:00-10:00"),
    ],
)
def test_the_day_after_begins_where_the_tenant_is(store: Store, zone: str, before: str, from_then_on: str) -> None:
    tenant = filled(store, released("p", "2026-11-15T00:00:00"), zone=zone)

    assert run(store, before) == {}
    assert states(store, tenant) == {"p": "released"}
    assert run(store, from_then_on) == {"one": 1}
    assert states(store, tenant) == {"p": "inEffect"}


@pytest.mark.parametrize(
    ("zone", "valid_from", "before", "from_then_on"),
    [
        pytest.param(
            BERLIN,
            "2026-03-28",
            "2026-03-28T23:59:59+01:00",
            "2026-03-29T00:00:00+01:00",
            id="a day of 23 hours begins",
        ),
        pytest.param(
            BERLIN, "2026-03-29", "2026-03-29T23:59:59+02:00", "2026-03-30T00:00:00+02:00", id="a day of 23 hours ends"
        ),
        pytest.param(
            BERLIN, "2026-10-25", "2026-10-25T23:59:59+01:00", "2026-10-26T00:00:00+01:00", id="a day of 25 hours ends"
        ),
        pytest.param(
            "Africa/Cairo",
            "2024-04-25",
            "2024-04-25T23:59:59+02:00",
            "2024-04-26T01:00:00+03:00",
            id="without midnight",
        ),
        pytest.param(
            "Asia/Beirut", "2024-10-26", "2024-10-26T23:59:59+02:00", "2024-10-27T00:00:00+02:00", id="midnight put off"
        ),
    ],
)
def test_clocks_that_change_move_no_day(
    store: Store, zone: str, valid_from: str, before: str, from_then_on: str
) -> None:
    tenant = filled(store, released("p", f"{valid_from}T12:00:00"), zone=zone)

    assert run(store, before) == {}
    assert run(store, from_then_on) == {"one": 1}
    assert states(store, tenant) == {"p": "inEffect"}


def test_tenants_have_days_of_their_own(store: Store) -> None:
    for name, zone in (("samoa", SAMOA), ("berlin", BERLIN), ("honolulu", HONOLULU)):
        filled(store, released("p", "2026-11-15T00:00:00"), zone=zone, name=name)

    moved = [
        run(store, f"2026-11-{moment}:00+00:00")
        for moment in ("15T10:59", "15T11:00", "15T22:59", "15T23:00", "16T09:59", "16T10:00", "16T10:01")
    ]

    assert moved == [{}, {"samoa": 1}, {}, {"berlin": 1}, {}, {"honolulu": 1}, {}]


def test_a_changed_time_zone_counts_from_the_next_run_on(store: Store) -> None:
    tenant = filled(store, released("p", "2026-11-15T00:00:00"), zone=HONOLULU)
    assert run(store, "2026-11-15T23:30:00+00:00") == {}

    store.run(lambda storage: set_tenant(storage, tenant, {"timeZone": BERLIN}))

    assert run(store, "2026-11-15T23:30:00+00:00") == {"one": 1}


def test_it_is_an_ordinary_change_that_names_the_scheduler_and_leaves_everything_else_as_it_was(store: Store) -> None:
    tenant = filled(store, released("p", "2026-11-14T00:00:00"), released("q", None), process("draft"))
    before = {each.id: each for each in versions(store, tenant)}
    revision = store.tenant().revision

    run(store, "2026-11-15T12:00:00+00:00")

    after = {each.id: each for each in versions(store, tenant)}
    moved = before[VersionId(guid("p@1.0"))]
    assert after == {**before, moved.id: moved._replace(state="inEffect")}
    assert store.tenant().revision == revision + 1
    (row,) = rows(store, tenant, "p")
    assert (row.kind, row.actor, row.reason) == ("release.scheduled", "scheduler", None)
    assert row.after == after[moved.id]
    assert [*rows(store, tenant, "q"), *rows(store, tenant, "draft")] == []
    assert store.run(lambda storage: broken_at(storage.engine, tenant.key)) is None


def test_ten_days_without_a_run_are_caught_up_with_by_the_next_one(store: Store) -> None:
    records = [released(f"p{day}", f"2026-11-{day:02}T00:00:00") for day in range(1, 16)]
    tenant = filled(store, *records)

    assert run(store, "2026-11-03T08:00:00+01:00") == {"one": 2}
    assert run(store, "2026-11-13T08:00:00+01:00") == {"one": 10}

    waiting = {f"p{day}" for day in (13, 14, 15)}
    assert {name for name, state in states(store, tenant).items() if state == "released"} == waiting
    assert [len(rows(store, tenant, f"p{day}")) for day in range(1, 16)] == [1] * 12 + [0] * 3


def test_a_second_run_finds_nothing_to_do_and_writes_nothing(store: Store) -> None:
    filled(store, *(released(f"p{n}", "2026-11-01T00:00:00") for n in range(3)))
    run(store, "2026-11-15T08:00:00+01:00")
    revision = store.tenant().revision

    assert run(store, "2026-11-15T08:00:01+01:00") == {}
    assert store.tenant().revision == revision


def test_imported_versions_keep_their_state_until_the_next_run_whether_any_user_sees_them(store: Store) -> None:
    records = [
        released("old", "2019-01-01T00:00:00"),
        released("two", "2019-01-01T00:00:00"),
        released("two", "2020-01-01T00:00:00", number="2.0"),
        released("ended", "2019-01-01T00:00:00", state="expired"),
    ]
    tenant = filled(store, *records)
    assert [each.state for each in versions(store, tenant)].count("released") == 3

    assert run(store, "2026-11-15T08:00:00+01:00") == {"one": 3}

    found = sorted((str(each.number), str(each.state)) for each in versions(store, tenant))
    assert found == [("1.0", "expired"), ("1.0", "inEffect"), ("1.0", "inEffect"), ("2.0", "inEffect")]


def test_many_move_on_in_transactions_of_bounded_size_with_a_pause_after_each(store: Store) -> None:
    number = 2 * BATCH + 5
    tenant = filled(store, *(released(f"p{n}", "2026-11-01T00:00:00") for n in range(number)))
    before = store.tenant().revision
    found: list[int] = []

    async def work(storage: SqlStorage) -> Sequence[Moved] | None:
        async def pause() -> None:
            found.append(sum([each.state == "inEffect" for each in await everything(storage, tenant)]))

        return await run_schedule(storage, pause=pause, clock=lambda: at("2026-11-15T08:00:00+01:00"))

    assert store.run(work) == [Moved(tenant.address, number)]
    assert found == [BATCH, 2 * BATCH, number]
    assert store.tenant().revision == before + 3


def test_nothing_due_costs_one_statement_however_many_tenants_wait(store: Store) -> None:
    for number in range(5):
        filled(store, released("p", "2026-11-15T00:00:00"), name=f"t{number}")

    async def work(storage: SqlStorage) -> int:
        counted = start_counting()
        assert await run_schedule(storage, clock=lambda: at("2026-11-15T08:00:00+01:00")) == []
        return counted.number

    assert store.run(work) == 1


def test_a_tenant_that_fails_does_not_keep_the_others_waiting(store: Store) -> None:
    bad = filled(store, released("p", "2026-11-01T00:00:00"), name="bad")
    good = [
        filled(store, *(released(f"p{n}", "2026-11-01T00:00:00") for n in range(BATCH + 1)), name=name)
        for name in ("a", "z")
    ]

    async def work(storage: SqlStorage) -> Sequence[Moved] | None:
        async with storage.engine.transaction() as session:
            text = "UPDATE tenant SET additions = :additions WHERE key = :tenant"
            await session.fetch(text, {"tenant": bad.key, "additions": '{"types": {"supplier": {}}}'})
        return await run_schedule(storage, clock=lambda: at("2026-11-15T08:00:00+01:00"))

    moved = store.run(work)

    assert moved is not None
    by_tenant = {each.tenant: each for each in moved}
    assert [by_tenant[each.address].versions for each in good] == [BATCH + 1] * 2
    assert by_tenant[bad.address].versions == 0
    assert isinstance(by_tenant[bad.address].failure, MetamodelErrors)
    assert store.tenant("bad").revision == bad.revision


def test_while_another_node_is_at_it_nothing_is_done(store: Store) -> None:
    """Only PostgreSQL has other nodes that could; in SQLite the writer's turn decides."""
    filled(store, released("p", "2026-11-01T00:00:00"))

    async def work(storage: SqlStorage) -> Sequence[Moved] | None:
        async with storage.one_scheduler():
            return await run_schedule(storage, clock=lambda: at("2026-11-15T08:00:00+01:00"))

    moved = store.run(work)

    assert (moved is None) == (store.settings.database is not None)
    assert run(store, "2026-11-15T08:00:00+01:00") == ({"one": 1} if moved is None else {})
