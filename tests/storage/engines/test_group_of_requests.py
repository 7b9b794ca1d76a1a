"""SQLite: changes of requests that are here at once are committed together, although none of them ever waits."""

import asyncio
from collections.abc import AsyncIterator, Callable

import apsw
import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.storage.engines import sqlite, sqlite_session
from facetstore.storage.engines.sqlite import LARGEST_GROUP, SqliteEngine
from tests.storage.engines.own_table import engine_with

pytestmark = pytest.mark.anyio

TABLE = "CREATE TABLE note (text TEXT NOT NULL) STRICT"
ADD = "INSERT INTO note (text) VALUES (:text)"
TEXTS = "SELECT text FROM note ORDER BY rowid"


@pytest.fixture
async def engine(new_sqlite_settings: Callable[[], Settings]) -> AsyncIterator[SqliteEngine]:
    async with engine_with(TABLE, new_sqlite_settings()) as engine:
        yield engine


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every commit from here on."""
    heard: list[str] = []
    execute = sqlite_session.execute

    def listen(connection: apsw.Connection, statement: str) -> None:
        heard.extend([statement] if statement == "COMMIT" else [])
        execute(connection, statement)

    monkeypatch.setattr(sqlite, "execute", listen)
    return heard


async def add(engine: SqliteEngine, text: str) -> list[object]:
    """Add a note, and return what all readers see as soon as the change is done."""
    async with engine.transaction() as session:
        await session.fetch(ADD, {"text": text})
        if text == "refused":
            raise ValueError
    return [each for (each,) in await engine.fetch(TEXTS, {})]


async def test_sixteen_at_once_are_one_commit(engine: SqliteEngine, commits: list[str]) -> None:
    texts = [f"{number:02}" for number in range(16)]

    seen = await asyncio.gather(*(add(engine, text) for text in texts))

    assert seen == [texts] * 16
    assert commits == ["COMMIT"]


async def test_one_after_the_other_are_as_many_commits(engine: SqliteEngine, commits: list[str]) -> None:
    for text in ("a", "b", "c"):
        await add(engine, text)

    assert commits == ["COMMIT"] * 3


async def test_a_group_has_an_end(engine: SqliteEngine, commits: list[str]) -> None:
    await asyncio.gather(*(add(engine, str(number)) for number in range(3 * LARGEST_GROUP)))

    assert commits == ["COMMIT"] * 3


async def test_one_that_is_refused_takes_nobody_along(engine: SqliteEngine, commits: list[str]) -> None:
    first, refused, last = await asyncio.gather(
        *(add(engine, text) for text in ("a", "refused", "b")), return_exceptions=True
    )

    assert (first, type(refused), last) == (["a", "b"], ValueError, ["a", "b"])
    assert commits == ["COMMIT"]


async def test_whoever_reads_meanwhile_sees_what_is_committed(engine: SqliteEngine) -> None:
    async def look() -> list[object]:
        return [each for (each,) in await engine.fetch(TEXTS, {})]

    before, _, between = await asyncio.gather(look(), add(engine, "a"), look())

    assert (before, between) == ([], [])
    assert await look() == ["a"]
