"""SQLite: changes that are committed together. None is acknowledged or refused before the commit, and none fails others."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.sqlite import SqliteEngine

pytestmark = pytest.mark.anyio

ADD = "INSERT INTO note (text) VALUES (:text)"
LONG = "x" * 1_000_000
"""More than a full disk takes."""


class Refused(Exception):
    """What a change ends with that cannot be done."""


class Group:
    """Changes that are made while others wait for their turn, and the last of them held up before the commit."""

    def __init__(self, writing: SqliteEngine, looking: SqliteEngine) -> None:
        self.writing = writing
        self._looking = looking
        self._all_here, self._go_on = asyncio.Event(), asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def begin(self, *texts: str) -> None:
        """Start a change for each text and a last one, and wait until all have done theirs but leaving."""
        self.tasks = [asyncio.create_task(self.change(text)) for text in (*texts, "last")]
        await self._until_all_wait()
        self._all_here.set()
        await self._until_all_wait()

    async def _until_all_wait(self) -> None:
        for _ in range(10 * len(self.tasks)):
            await asyncio.sleep(0)

    async def change(self, text: str) -> None:
        async with self.writing.transaction() as session:
            await self._all_here.wait()
            await session.fetch(ADD, {"text": text})
            if text == "last":
                await self._go_on.wait()
            if text == "refused":
                raise Refused

    async def end(self) -> list[BaseException | None]:
        self._go_on.set()
        return await asyncio.gather(*self.tasks, return_exceptions=True)

    async def committed(self) -> list[object]:
        return [text for (text,) in await self._looking.fetch("SELECT text FROM note ORDER BY rowid", {})]

    def told(self) -> list[bool]:
        return [each.done() for each in self.tasks]


@pytest.fixture
async def group(new_sqlite_settings: Callable[[], Settings]) -> AsyncIterator[Group]:
    settings = new_sqlite_settings()
    async with AsyncExitStack() as stack:
        writing, looking = [
            (await stack.enter_async_context(opened_storage(settings))).engine for _ in ("writing", "looking")
        ]
        assert isinstance(writing, SqliteEngine)
        assert isinstance(looking, SqliteEngine)
        async with writing.transaction() as session:
            await session.execute_script("CREATE TABLE note (text TEXT NOT NULL) STRICT")
        yield Group(writing, looking)


async def test_nobody_is_told_that_his_change_is_stored_before_it_is(group: Group) -> None:
    await group.begin("a", "b")

    assert (group.told(), await group.committed()) == ([False, False, False], [])
    assert await group.end() == [None, None, None]
    assert await group.committed() == ["a", "b", "last"]


async def test_nobody_is_refused_for_what_others_did_before_that_is_stored(group: Group) -> None:
    """The refusal may say "it is so already", and that would be untrue after a crash."""
    await group.begin("a", "refused")

    assert (group.told(), await group.committed()) == ([False, False, False], [])
    first, refused, last = await group.end()
    assert (first, type(refused), last) == (None, Refused, None)
    assert await group.committed() == ["a", "last"]


async def test_one_that_is_given_up_while_he_waits_does_not_disturb_the_others(group: Group) -> None:
    await group.begin("given up", "b")

    group.tasks[0].cancel()
    given_up, *others = await group.end()

    assert (type(given_up), others) == (asyncio.CancelledError, [None, None])
    assert await group.committed() == ["given up", "b", "last"]


async def test_a_full_disk_is_told_to_all_whose_changes_it_undid_and_to_no_other(group: Group) -> None:
    async with group.writing.transaction() as session:
        ((pages,),) = await session.fetch("PRAGMA page_count", {})
        await session.fetch(f"PRAGMA max_page_count = {int(str(pages)) + 2}", {})
    await group.begin("a", LONG)

    first, second, last = await group.end()

    assert (type(first), type(second), last) == (Unavailable, Unavailable, None)
    assert await group.committed() == ["last"]
