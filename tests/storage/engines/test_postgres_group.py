"""PostgreSQL: changes of one tenant that are committed together. None is acknowledged or refused before the commit, and none
fails others."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random

import asyncpg
import pytest

from facetstore.domain.errors import Unavailable
from facetstore.storage.engines import postgres, postgres_group
from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.engines.postgres_group import LARGEST_GROUP
from facetstore.storage.engines.postgres_session import Connection
from facetstore.storage.engines.postgres_tenant import TenantEngine

pytestmark = pytest.mark.anyio

ADD = "INSERT INTO note (text) VALUES (:text)"
TEXTS = "SELECT text FROM note ORDER BY number"


class Refused(Exception):
    """What a change ends with that cannot be done."""


class Notes:
    """Notes of a tenant, and all that is said to begin, mark and end transactions."""

    def __init__(self, engine: TenantEngine, beside: PostgresEngine, said: list[str]) -> None:
        self.engine = engine
        self.beside = beside
        self.said = said

    @property
    def commits(self) -> int:
        return self.said.count("COMMIT")

    async def add(self, text: str, until: asyncio.Event | None = None) -> list[str]:
        """Add a note, once something has happened, and return what all readers see as soon as the change is done."""
        async with self.engine.change() as session:
            await session.fetch(ADD, {"text": text})
            if until is not None:
                await until.wait()
            if text.startswith("refused"):
                raise Refused
        return await self.committed()

    async def committed(self) -> list[str]:
        return [str(text) for (text,) in await self.beside.fetch(TEXTS, {})]

    async def behind_one(self, first: str, *others: str) -> list[object]:
        """Add notes of which all others come while the first is being added."""
        go_on = asyncio.Event()
        tasks = [asyncio.create_task(self.add(first, go_on)), *(asyncio.create_task(self.add(text)) for text in others)]
        await self.until_begun()
        go_on.set()
        return list(await asyncio.gather(*tasks, return_exceptions=True))

    async def until_begun(self) -> None:
        """Wait for the first to be at it."""
        for _ in range(10_000):
            if self.said:
                return
            await asyncio.sleep(0.001)

    async def end_connection(self) -> None:
        """As an administrator of the database would: of those who are in a transaction."""
        await self.beside.fetch(
            """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND pid <> pg_backend_pid()""",
            {},
        )


@pytest.fixture
def place(new_postgres_database: Callable[[], str]) -> str:
    # A caller that is cancelled while asyncpg asks for TLS leaves an error that is never retrieved.
    return f"{new_postgres_database()}?sslmode=disable"


@pytest.fixture
async def notes(place: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Notes]:
    said: list[str] = []
    say = postgres._say

    async def listen(connection: Connection, text: str) -> None:
        said.append(text)
        await say(connection, text)

    engine, beside = PostgresEngine(place, row_security=False), PostgresEngine(place, row_security=False)
    async with beside.session() as session:
        await session.execute_script("CREATE TABLE note (number serial PRIMARY KEY, text text NOT NULL UNIQUE)")
    monkeypatch.setattr(postgres, "_say", listen)
    monkeypatch.setattr(postgres_group, "LONGEST_SECONDS", 60.0)
    yield Notes(engine.for_tenant(1), beside, said)
    await engine.close()
    await beside.close()


def texts_of(count: int) -> list[str]:
    return [f"{number:03}" for number in range(count)]


async def test_those_who_come_meanwhile_are_one_commit_with_the_first(notes: Notes) -> None:
    texts = texts_of(16)

    seen = await notes.behind_one(*texts)

    assert seen == [texts] * 16
    assert notes.commits == 1


async def test_one_alone_says_no_more_than_begin_and_commit(notes: Notes) -> None:
    assert await notes.add("alone") == ["alone"]
    # How long statements may take is said in the same breath; how long that is depends on who began.
    assert [each.partition(";")[0] for each in notes.said] == ["BEGIN", "COMMIT"]


async def test_no_more_than_some_are_committed_together(notes: Notes) -> None:
    texts = texts_of(2 * LARGEST_GROUP + 1)

    seen = await notes.behind_one(*texts)

    assert all(text in each for text, each in zip(texts, seen, strict=True) if isinstance(each, list))
    assert notes.commits == 3


async def test_behind_one_that_took_long_nobody_joins(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_group, "LONGEST_SECONDS", 0.0)

    await notes.behind_one("long", "a", "b")

    assert await notes.committed() == ["long", "a", "b"]
    assert notes.commits == 3


async def test_nobody_is_told_that_his_change_is_stored_before_it_is(notes: Notes) -> None:
    first_done, last_done = asyncio.Event(), asyncio.Event()
    first = asyncio.create_task(notes.add("first", first_done))
    await notes.until_begun()
    last = asyncio.create_task(notes.add("last", last_done))
    await asyncio.sleep(0)
    first_done.set()
    await asyncio.sleep(0.05)

    assert (first.done(), await notes.committed()) == (False, [])
    last_done.set()
    assert await first == await last == ["first", "last"]


async def test_tenants_do_not_wait_for_each_other(notes: Notes) -> None:
    held = asyncio.Event()
    first = asyncio.create_task(notes.add("first", held))
    await notes.until_begun()

    other = Notes(notes.engine.for_tenant(2), notes.beside, notes.said)

    assert await other.add("other") == ["other"]
    held.set()
    await first


@pytest.mark.parametrize(
    ("texts", "left"),
    [
        (["refused", "a", "b"], ["a", "b"]),
        (["a", "refused", "b"], ["a", "b"]),
        (["a", "refused 1", "refused 2", "b", "refused 3"], ["a", "b"]),
    ],
)
async def test_what_is_refused_is_undone_alone(notes: Notes, texts: Sequence[str], left: list[str]) -> None:
    seen = await notes.behind_one(*texts)

    assert [left if text in left else Refused for text in texts] == [
        type(each) if isinstance(each, BaseException) else each for each in seen
    ]
    assert await notes.committed() == left


async def test_a_statement_that_fails_undoes_what_it_belongs_to_and_no_more(notes: Notes) -> None:
    a, again, b = await notes.behind_one("a", "a", "b")

    assert isinstance(again, asyncpg.UniqueViolationError)
    assert a == b == ["a", "b"]


async def test_what_waits_to_be_sent_may_fail_at_the_end_and_undoes_no_more_either(notes: Notes) -> None:
    async def add_late(text: str) -> None:
        async with notes.engine.change() as session:
            await session.run_for_each(ADD, [{"text": text}])

    go_on = asyncio.Event()
    first = asyncio.create_task(notes.add("a", go_on))
    await notes.until_begun()
    late = [asyncio.create_task(add_late(text)) for text in ("a", "b")]
    await asyncio.sleep(0)
    go_on.set()
    again, b = await asyncio.gather(*late, return_exceptions=True)

    assert isinstance(again, asyncpg.UniqueViolationError)
    assert b is None
    assert await first == await notes.committed() == ["a", "b"]


async def test_nobody_is_refused_for_what_others_did_before_that_is_stored(notes: Notes) -> None:
    """The refusal may say "it is so already", and that would be untrue after a crash."""
    first_done, last_done = asyncio.Event(), asyncio.Event()
    first = asyncio.create_task(notes.add("first", first_done))
    await notes.until_begun()
    refused, last = asyncio.create_task(notes.add("refused")), asyncio.create_task(notes.add("last", last_done))
    await asyncio.sleep(0)
    first_done.set()
    await asyncio.sleep(0.05)

    assert (refused.done(), await notes.committed()) == (False, [])
    last_done.set()
    with pytest.raises(Refused):
        await refused
    assert await first == await last == ["first", "last"]


async def test_a_lost_connection_is_told_to_all_whose_changes_it_cost_and_to_no_other(notes: Notes) -> None:
    async def lose() -> None:
        async with notes.engine.change() as session:
            await notes.end_connection()
            await session.fetch(ADD, {"text": "lost"})

    go_on = asyncio.Event()
    first = asyncio.create_task(notes.add("first", go_on))
    await notes.until_begun()
    losing, behind = asyncio.create_task(lose()), asyncio.create_task(notes.add("behind"))
    await asyncio.sleep(0)
    go_on.set()

    told = await asyncio.gather(first, losing, behind, return_exceptions=True)

    assert [type(each) for each in told[:2]] == [Unavailable, Unavailable]
    assert told[2] == await notes.committed() == ["behind"]


async def test_one_who_waits_for_his_turn_and_is_given_up_leaves_the_commit_to_others(notes: Notes) -> None:
    go_on = asyncio.Event()
    first = asyncio.create_task(notes.add("first", go_on))
    await notes.until_begun()
    given_up = asyncio.create_task(notes.add("given up"))
    await asyncio.sleep(0)
    go_on.set()
    given_up.cancel()

    assert await first == ["first"]
    with pytest.raises(asyncio.CancelledError):
        await given_up


@pytest.mark.parametrize("seed", range(5))
async def test_whatever_becomes_of_each_what_was_told_to_be_stored_is_and_nothing_else(notes: Notes, seed: int) -> None:
    """Changes that go well, are refused, fail, or are given up at any moment; and connections that are lost now and then."""
    random = Random(seed)
    tasks: dict[str, asyncio.Task[list[str]]] = {}
    for number in range(120):
        refused = "refused " if random.random() < 0.2 else ""
        text = f"{refused}{number}"
        tasks[text] = asyncio.create_task(notes.add(text))
        if random.random() < 0.3:
            await asyncio.sleep(random.random() * 0.02)
        if random.random() < 0.15:
            tasks[random.choice(list(tasks))].cancel()
        if random.random() < 0.02:
            await notes.end_connection()
    told = await asyncio.gather(*tasks.values(), return_exceptions=True)

    outcomes = dict(zip(tasks, told, strict=True))
    committed = await notes.committed()
    stored = {text for text, each in outcomes.items() if not isinstance(each, BaseException)}
    unsure = {text for text, each in outcomes.items() if isinstance(each, asyncio.CancelledError | Unavailable)}
    assert stored <= set(committed) <= stored | unsure
    assert not [text for text in committed if text.startswith("refused")]
    assert {type(each) for each in told if isinstance(each, BaseException)} <= {
        Refused,
        asyncio.CancelledError,
        Unavailable,
    }
    assert len(stored) > 30
