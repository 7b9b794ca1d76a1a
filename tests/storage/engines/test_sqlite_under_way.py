"""SQLite: large statements run in a thread, and nothing differs but the time it takes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random

import apsw
import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.storage.engines.sqlite import SqliteEngine
from facetstore.storage.engines.sqlite_session import MANY, MOST
from tests.storage.engines.own_table import engine_with

pytestmark = pytest.mark.anyio

TABLE = "CREATE TABLE note (number INTEGER PRIMARY KEY, text TEXT, share REAL) STRICT"
COLUMNS = ("number", "text", "share")
ROWS = "SELECT number, text, share FROM note ORDER BY number"
COUNT = "SELECT count(*) FROM note"
PUT = "REPLACE INTO note (number, text, share) VALUES (:number, :text, :share)"
SHARE = "UPDATE note SET share = :share WHERE number = :number"

Rows = Sequence[tuple[object, ...]]


@pytest.fixture
async def engine(new_sqlite_settings: Callable[[], Settings]) -> AsyncIterator[SqliteEngine]:
    async with engine_with(TABLE, new_sqlite_settings()) as engine:
        yield engine


def rows(first: int, count: int = MANY) -> Rows:
    return [(number, f"note {number}", number / 8) for number in range(first, first + count)]


async def stored(engine: SqliteEngine) -> Rows:
    return [tuple(row) for row in await engine.fetch(ROWS, {})]


async def test_what_is_under_way_is_seen_by_what_comes_next(engine: SqliteEngine) -> None:
    async with engine.transaction() as session:
        await session.insert("note", COLUMNS, rows(0))
        await session.insert("note", COLUMNS, rows(MANY, 1))
        await session.run_for_each(SHARE, [{"share": 9.5, "number": number} for number in range(MANY)])
        ((count,),) = await session.fetch(COUNT, {})

    assert count == MANY + 1
    assert [share for _, _, share in await stored(engine)] == [9.5] * MANY + [MANY / 8]


async def test_more_than_may_be_under_way_wait_for_the_first(engine: SqliteEngine) -> None:
    async with engine.transaction() as session:
        for number in range(2 * MOST):
            await session.insert("note", COLUMNS, rows(number * MANY))

    assert await stored(engine) == rows(0, 2 * MOST * MANY)


async def test_any_value_arrives_as_it_is(engine: SqliteEngine) -> None:
    random = Random(3)
    letters = [chr(code) for code in (*range(1, 0xD800), *range(0xE000, 0xFFFF), *range(0x1F600, 0x1F650), 0xE0041)]
    texts = ["".join(random.choices(letters, k=random.randrange(40))) for _ in range(900)]
    shares = [
        random.choice((None, random.uniform(-1e9, 1e9), random.random() * 10.0 ** random.randrange(-300, 300)))
        for _ in texts
    ]
    given = [
        (random.getrandbits(62) * 2 - 1 - number, random.choice((text, None)), share)
        for number, (text, share) in enumerate(zip(texts, shares, strict=True))
    ]

    async with engine.transaction() as session:
        await session.insert("note", COLUMNS, given)

    assert await stored(engine) == sorted(given, key=lambda row: int(str(row[0])))


async def test_the_last_of_what_waits_for_the_commit_wins(engine: SqliteEngine) -> None:
    async with engine.transaction() as session:
        for text in ("first", "last"):
            values = [{"number": number, "text": text, "share": None} for number in range(3 * MANY)]
            await session.run_last(PUT, values)

    assert {text for _, text, _ in await stored(engine)} == {"last"}


async def test_what_fails_under_way_is_undone_and_reported_and_takes_no_other_write_along(engine: SqliteEngine) -> None:
    async def add(given: Rows) -> None:
        async with engine.transaction() as session:
            await session.insert("note", COLUMNS, given)

    twice = [*rows(1000), *rows(1000)]
    outcomes = await asyncio.gather(add(rows(0)), add(twice), add(rows(3000)), return_exceptions=True)

    assert [type(each) for each in outcomes] == [type(None), apsw.ConstraintError, type(None)]
    assert await stored(engine) == [*rows(0), *rows(3000)]


async def test_a_write_that_fails_after_it_set_out_has_changed_nothing(engine: SqliteEngine) -> None:
    async def change_his_mind() -> None:
        async with engine.transaction() as session:
            await session.insert("note", COLUMNS, rows(0, 20 * MANY))
            raise KeyError

    with pytest.raises(KeyError):
        await change_his_mind()

    assert await stored(engine) == []


@pytest.mark.parametrize("fails", [False, True], ids=["stored", "undone"])
async def test_more_pages_are_cached_no_longer_than_that_lasts(engine: SqliteEngine, fails: bool) -> None:
    async def add() -> object:
        async with engine.transaction() as session:
            await session.insert("note", COLUMNS, rows(0))
            ((kept,),) = await session.fetch("PRAGMA cache_size", {})
            if fails:
                await session.insert("note", COLUMNS, rows(0))
            return kept

    with pytest.raises(apsw.ConstraintError) if fails else contextlib.nullcontext():
        assert await add() == -262144

    assert [tuple(row) for row in await engine.fetch("PRAGMA cache_size", {})] == [(-65536,)]


async def test_others_read_meanwhile_what_was_there_before(engine: SqliteEngine) -> None:
    async with engine.transaction() as session:
        await session.insert("note", COLUMNS, rows(0, 20 * MANY))
        assert await stored(engine) == []

    assert len(await stored(engine)) == 20 * MANY


async def test_one_that_is_given_up_at_any_moment_leaves_all_or_nothing(engine: SqliteEngine) -> None:
    async def add(first: int) -> None:
        async with engine.transaction() as session:
            for part in range(4):
                await session.insert("note", COLUMNS, rows(first + part * MANY))
            await session.fetch(COUNT, {})

    given_up = 0
    for moment in range(60):
        adding = asyncio.create_task(add(moment * 10_000))
        await asyncio.sleep(moment * 0.000_05)
        adding.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await adding
        given_up += adding.cancelled()
        found = await engine.fetch(f"{COUNT} WHERE number >= :first", {"first": moment * 10_000})
        assert found[0][0] in (0, 4 * MANY), moment
    assert given_up > 10
