"""SQLite: changes at the same time follow each other, and each is stored or undone alone."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.sqlite import SqliteEngine
from facetstore.storage.engines.sqlite_session import MANY
from tests.storage.engines.own_table import engine_with

pytestmark = pytest.mark.anyio

TABLE = "CREATE TABLE note (text TEXT NOT NULL) STRICT"
ADD = "INSERT INTO note (text) VALUES (:text)"
TEXTS = "SELECT text FROM note ORDER BY rowid"
LONG = "x" * 1_000_000
"""More than fits on a disk with two free pages."""


class Refused(Exception):
    """The end of a change that must be undone."""


@pytest.fixture
async def engine(new_sqlite_settings: Callable[[], Settings]) -> AsyncIterator[SqliteEngine]:
    async with engine_with(TABLE, new_sqlite_settings()) as engine:
        yield engine


async def texts(engine: SqliteEngine) -> list[object]:
    return [text for (text,) in await engine.fetch(TEXTS, {})]


async def add(engine: SqliteEngine, text: str, until: asyncio.Event | None = None) -> list[object]:
    """Add a note, wait for an event, and return what is committed after the change."""
    async with engine.transaction() as session:
        await session.fetch(ADD, {"text": text})
        if until is not None:
            await until.wait()
        if text == "refused":
            raise Refused
    return await texts(engine)


async def test_a_change_is_seen_when_it_is_committed(engine: SqliteEngine) -> None:
    go_on = asyncio.Event()
    change = asyncio.create_task(add(engine, "a", go_on))
    await asyncio.sleep(0)

    assert await texts(engine) == []
    go_on.set()
    assert await change == ["a"]


async def test_sixteen_at_once_are_stored_one_after_the_other(engine: SqliteEngine) -> None:
    given = [f"{number:02}" for number in range(16)]

    seen = await asyncio.gather(*(add(engine, text) for text in given))

    assert [each[: number + 1] for number, each in enumerate(seen)] == [given[: n + 1] for n in range(16)]


async def test_a_refused_change_is_undone_alone(engine: SqliteEngine) -> None:
    outcomes = await asyncio.gather(*(add(engine, text) for text in ("a", "refused", "b")), return_exceptions=True)

    assert isinstance(outcomes[1], Refused)
    assert await texts(engine) == ["a", "b"]


async def test_a_change_that_is_cancelled_while_it_waits_for_its_turn_stores_nothing(engine: SqliteEngine) -> None:
    go_on = asyncio.Event()
    first, waiting, last = [asyncio.create_task(add(engine, text, go_on)) for text in ("a", "cancelled", "b")]
    await asyncio.sleep(0)
    waiting.cancel()
    go_on.set()

    outcomes = await asyncio.gather(first, waiting, last, return_exceptions=True)

    assert isinstance(outcomes[1], asyncio.CancelledError)
    assert await texts(engine) == ["a", "b"]


async def test_a_full_disk_undoes_one_change_and_no_other(engine: SqliteEngine) -> None:
    async with engine.transaction() as session:
        ((pages,),) = await session.fetch("PRAGMA page_count", {})
        await session.fetch(f"PRAGMA max_page_count = {int(str(pages)) + 2}", {})

    outcomes = await asyncio.gather(*(add(engine, text) for text in ("a", LONG, "b")), return_exceptions=True)

    assert [type(each) for each in outcomes] == [list, Unavailable, list]
    assert await texts(engine) == ["a", "b"]


@pytest.mark.parametrize("moment", range(8))
async def test_a_large_change_that_is_cancelled_at_its_commit_is_stored_whole_or_not(
    engine: SqliteEngine, moment: int
) -> None:
    """The next change gets its turn after the commit in the thread, and not during it."""

    async def add_many() -> None:
        async with engine.transaction() as session:
            await session.insert("note", ("text",), [(f"{number:05}",) for number in range(20 * MANY)])

    large = asyncio.create_task(add_many())
    await asyncio.sleep(moment * 0.003)
    large.cancel()
    after = await add(engine, "after")

    assert len(after) in (1, 20 * MANY + 1)
    assert after[-1] == "after"


async def test_others_read_while_a_change_beside_a_snapshot_uses_the_thread(engine: SqliteEngine) -> None:
    """The snapshot holds the first connection, and the change the second: reads need a third one."""
    async with engine.snapshot():
        async with engine.transaction() as session:
            await session.insert("note", ("text",), [("many",)] * (1500 * MANY))
            await asyncio.sleep(0.03)  # the thread is at it
            assert await texts(engine) == []
        assert len(await texts(engine)) == 1500 * MANY
