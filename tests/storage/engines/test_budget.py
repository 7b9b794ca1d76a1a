"""Statements have a budget of time: what is past it is refused, and no other statement waits for it."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from typing import Any, Final, TypeVar

import pytest

from facetstore.domain.budget import LONG_READS, LONG_READS_OF_TENANT, MOST_WAITING, READ_SECONDS
from facetstore.domain.errors import TooCostly, Unavailable
from facetstore.domain.tenant import Tenant
from facetstore.storage.engines import sqlite, sqlite_connection
from facetstore.storage.engines.engine import Engine
from facetstore.storage.engines.shares import Shares
from facetstore.storage.store import SqlStorage
from facetstore.usecases.measure import start_counting
from facetstore.usecases.ports.selections import ListOf
from tests.storage.builders import add, elements, ids, new_tenant, read, version

pytestmark = pytest.mark.anyio
T = TypeVar("T")

QUICK: Final = "SELECT 1"
_ROWS: Final = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) SELECT {} FROM n"
ENDLESS: Final = {
    "sqlite": f"SELECT ({_ROWS.format(1_000_000_000, 'count(*)')})",
    "postgres": "SELECT pg_sleep(600)",
}
LONG: Final = f"SELECT ({_ROWS.format(300_000, 'count(*)')})"
"""Takes some slices."""
SECONDS: Final = 0.2
"""What requests of these tests may take on SQLite. PostgreSQL has one limit for all."""


FOREVER: Final = 60
"""Seconds of a budget that nothing uses up, however busy the machine is."""


def as_request(work: Callable[[], Coroutine[Any, Any, T]], seconds: float = SECONDS) -> asyncio.Task[T]:
    """Do something as a request with a budget."""

    async def request() -> T:
        start_counting(seconds)
        return await work()

    return asyncio.create_task(request())


def endless(engine: Engine) -> str:
    return ENDLESS[engine.dialect.name]


async def test_a_read_past_its_budget_is_refused_while_others_go_on(storage: SqlStorage, tenant: Tenant) -> None:
    engine = storage.engine.for_tenant(tenant.key)
    under_way = as_request(lambda: engine.fetch(endless(engine), {}))

    answered = 0
    while not under_way.done():
        assert (await engine.fetch(QUICK, {}))[0][0] == 1
        answered += 1
        await asyncio.sleep(0.005)

    with pytest.raises(TooCostly, match="Narrow it"):
        await under_way
    assert answered > 10


async def test_a_read_in_a_snapshot_past_its_budget_is_refused_while_others_read_and_write(
    storage: SqlStorage, tenant: Tenant
) -> None:
    engine = storage.engine.for_tenant(tenant.key)

    async def work() -> None:
        async with engine.snapshot() as session:
            await session.fetch(QUICK, {})
            await session.fetch(endless(engine), {})

    under_way = as_request(work)
    await asyncio.sleep(0.05)
    await add(storage, tenant, version("written"))

    assert elements(await read(storage, tenant, ListOf("processes"))) == ids("written")
    assert not under_way.done()
    with pytest.raises(TooCostly):
        await under_way


async def test_a_long_read_in_a_snapshot_sees_the_state_of_those_before_it(storage: SqlStorage, tenant: Tenant) -> None:
    engine = storage.engine.for_tenant(tenant.key)
    revision = "SELECT revision FROM tenant WHERE key = :tenant"
    named = {"tenant": tenant.key}

    async with engine.snapshot() as session:
        before = await session.fetch(revision, named)
        await session.fetch(LONG, {})
        await add(storage, tenant, version("meanwhile"))
        assert await session.fetch(revision, named) == before

    assert await engine.fetch(revision, named) != before


async def test_a_statement_that_was_long_is_not_tried_on_the_event_loop_again(
    sqlite_storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, tried = sqlite_storage.engine, list[str]()

    def rows_soon(connection: Any, text: str, values: Any, seconds: float) -> Any:
        tried.append(text)
        return sqlite_connection.rows_soon(connection, text, values, seconds)

    monkeypatch.setattr(sqlite, "rows_soon", rows_soon)
    rows = _ROWS.format(":rows", "count(*)")
    statement = f"SELECT ({rows}), :tenant"
    for number, tenant in ((300_000, 1), (300_000, 1), (300_000, 2), (1, 1), (1, 1)):
        assert (await engine.fetch(statement, {"rows": number, "tenant": tenant}))[0][0] == number
    assert len(tried) == 3, "first, then for another tenant, then after it was short"


async def test_a_long_read_in_a_snapshot_leaves_its_pages_to_the_reads_after_it(sqlite_storage: SqlStorage) -> None:
    engine = sqlite_storage.engine
    assert isinstance(engine, sqlite.SqliteEngine)
    before = engine._reader
    for _ in range(2):
        async with engine.snapshot() as session:
            await session.fetch(LONG, {})
            assert engine._reader is not before
        assert engine._reader is before


async def test_a_long_read_within_its_budget_gives_its_rows(storage: SqlStorage) -> None:
    assert (await as_request(lambda: storage.engine.fetch(LONG, {}), seconds=30))[0][0] == 300_000


async def test_work_outside_of_requests_has_no_limit(storage: SqlStorage) -> None:
    assert (await asyncio.create_task(storage.engine.fetch(LONG, {})))[0][0] == 300_000


async def test_a_change_with_a_read_past_its_budget_stores_nothing_and_undoes_no_other(
    sqlite_storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facetstore.usecases.measure.CHANGE_SECONDS", SECONDS)
    storage, tenant = sqlite_storage, await new_tenant(sqlite_storage)

    async def costly() -> None:
        async with storage.engine.change() as session:
            await session.fetch("UPDATE tenant SET revision = 77 WHERE key = :tenant", {"tenant": tenant.key})
            await session.fetch(endless(storage.engine), {})

    refused = as_request(costly)
    others = [asyncio.create_task(add(storage, tenant, version(name))) for name in ("a", "b")]

    with pytest.raises(TooCostly):
        await refused
    await asyncio.gather(*others)
    assert elements(await read(storage, tenant, ListOf("processes"))) == ids("a", "b")
    assert (await storage.revisions(tenant.key) or (0,))[0] == 2


async def test_a_request_that_is_given_up_leaves_its_connection_in_order(storage: SqlStorage, tenant: Tenant) -> None:
    engine = storage.engine.for_tenant(tenant.key)
    for _ in range(LONG_READS + 2):
        under_way = as_request(lambda: engine.fetch(endless(engine), {}))
        await asyncio.sleep(0.03)
        under_way.cancel()
        with suppress(asyncio.CancelledError):
            await under_way

    assert (await engine.fetch(LONG, {}))[0][0] == 300_000


async def test_a_long_read_that_is_given_up_while_it_waits_for_a_thread_holds_up_no_other(
    sqlite_storage: SqlStorage,
) -> None:
    engine = sqlite_storage.engine
    text = endless(engine).replace("SELECT", "SELECT :tenant + 0, ", 1)

    def read(tenant: int) -> asyncio.Task[object]:
        return as_request(lambda: engine.fetch(text, {"tenant": tenant}), seconds=FOREVER)

    many = [read(number // LONG_READS_OF_TENANT) for number in range(LONG_READS)]
    waiting = read(LONG_READS)
    await asyncio.sleep(0.2)
    waiting.cancel()
    await asyncio.wait([waiting])

    assert waiting.cancelled()
    assert not any(each.done() for each in many), "it has not waited for them"
    for each in many:
        each.cancel()
    await asyncio.gather(*many, return_exceptions=True)


@pytest.mark.parametrize("where", ["alone", "in a change"])
async def test_a_read_that_begins_otherwise_than_by_select_has_the_same_budget(
    sqlite_storage: SqlStorage, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facetstore.usecases.measure.CHANGE_SECONDS", SECONDS)
    engine, text = sqlite_storage.engine, _ROWS.format(2_000_000, "count(*)")

    async def change() -> None:
        async with engine.change() as session:
            await session.fetch(text, {})

    with pytest.raises(TooCostly):
        await (as_request(change) if where == "in a change" else as_request(lambda: engine.fetch(text, {})))


async def test_long_reads_of_one_tenant_leave_room_for_another(storage: SqlStorage) -> None:
    one, other = await new_tenant(storage), await new_tenant(storage)
    busy, quiet = storage.engine.for_tenant(one.key), storage.engine.for_tenant(other.key)
    text = endless(busy).replace("SELECT", "SELECT :tenant + 0, ", 1)
    many = [as_request(lambda: busy.fetch(text, {"tenant": one.key}), seconds=FOREVER) for _ in range(12)]
    await asyncio.sleep(0.03)

    named = LONG.replace("SELECT", "SELECT :tenant + 0, ", 1)
    assert (await quiet.fetch(named, {"tenant": other.key}))[0][1] == 300_000

    assert sum(each.done() for each in many) < len(many)
    for each in many:
        each.cancel()
    await asyncio.gather(*many, return_exceptions=True)


async def test_who_asks_for_more_than_waits_for_a_share_is_sent_away() -> None:
    shares, held = Shares(1, MOST_WAITING), asyncio.Event()

    async def hold() -> None:
        async with shares.take("tenant"):
            await held.wait()

    waiting = [asyncio.create_task(hold()) for _ in range(1 + MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Unavailable, match="Try again in a moment"):
        await hold()

    async with shares.take("another tenant"):
        held.set()
    await asyncio.gather(*waiting)
    await hold()


@pytest.mark.postgres
async def test_work_outside_of_requests_may_take_longer_than_a_read_on_postgres(postgres_storage: SqlStorage) -> None:
    tenant = await new_tenant(postgres_storage)
    long = f"SELECT pg_sleep({READ_SECONDS + 0.2})"

    engine = postgres_storage.engine.for_tenant(tenant.key)
    # In a context of its own: tests before this one may have counted as a request.
    assert len(await asyncio.create_task(engine.fetch(long, {}), context=Context())) == 1
    with pytest.raises(TooCostly):
        await as_request(lambda: engine.fetch(long, {}))


@pytest.mark.postgres
async def test_a_change_on_postgres_past_its_budget_is_undone_alone(postgres_storage: SqlStorage) -> None:
    storage, tenant = postgres_storage, await new_tenant(postgres_storage)
    engine = storage.engine.for_tenant(tenant.key)

    async def costly() -> None:
        async with engine.change() as session:
            await session.fetch("SELECT set_config('statement_timeout', '100', true)", {})
            await session.fetch(endless(engine), {})

    # The first is alone in its transaction, the others join one that is under way.
    done = [as_request(costly)]
    for name in ("a", "b"):
        done += [asyncio.create_task(add(storage, tenant, version(name))), as_request(costly)]
    outcomes = await asyncio.gather(*done, return_exceptions=True)

    assert [type(each) for each in outcomes] == [TooCostly, type(None), TooCostly, type(None), TooCostly]
    assert elements(await read(storage, tenant, ListOf("processes"))) == ids("a", "b")
