"""PostgreSQL: changes of one tenant at the same time follow each other, and each is stored or undone alone."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random

import asyncpg
import pytest

from facetstore.domain.errors import Unavailable
from facetstore.storage.engines import postgres, postgres_session
from facetstore.storage.engines.postgres import PostgresEngine
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

    async def add(self, text: str, until: asyncio.Event | None = None) -> list[str]:
        """Add a note, wait for an event, and return what is committed after the change."""
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
    # A task that is cancelled while asyncpg asks for TLS leaves an error in it that is never retrieved.
    return f"{new_postgres_database()}?sslmode=disable"


@pytest.fixture
async def notes(place: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Notes]:
    said: list[str] = []
    say = postgres_session.say

    async def listen(connection: Connection, text: str) -> None:
        said.append(text)
        await say(connection, text)

    engine, beside = PostgresEngine(place, row_security=False), PostgresEngine(place, row_security=False)
    async with beside.session() as session:
        await session.execute_script("CREATE TABLE note (number serial PRIMARY KEY, text text NOT NULL UNIQUE)")
    monkeypatch.setattr(postgres, "say", listen)
    yield Notes(engine.for_tenant(1), beside, said)
    await engine.close()
    await beside.close()


def texts_of(count: int) -> list[str]:
    return [f"{number:03}" for number in range(count)]


async def test_changes_at_once_are_stored_one_after_the_other(notes: Notes) -> None:
    texts = texts_of(16)

    seen = await notes.behind_one(*texts)

    assert [text in found for text, found in zip(texts, seen, strict=True) if isinstance(found, list)] == [True] * 16
    assert await notes.committed() == texts


async def test_changes_that_wait_for_their_turn_hold_no_connection(notes: Notes) -> None:
    go_on = asyncio.Event()
    changes = [asyncio.create_task(notes.add(text, go_on)) for text in texts_of(20)]
    await notes.until_begun()

    assert len(notes.said) == 1
    assert await notes.engine.fetch("SELECT 1", {})
    go_on.set()
    await asyncio.gather(*changes)


async def test_a_lost_connection_costs_one_change_and_no_other(notes: Notes) -> None:
    async def lose() -> None:
        async with notes.engine.change() as session:
            await notes.end_connection()
            await session.fetch(ADD, {"text": "lost"})

    await notes.add("first")
    lost, behind = await asyncio.gather(lose(), notes.add("behind"), return_exceptions=True)

    assert isinstance(lost, Unavailable)
    assert behind == await notes.committed() == ["first", "behind"]


async def test_a_change_that_is_cancelled_while_it_waits_for_its_turn_stores_nothing(notes: Notes) -> None:
    go_on = asyncio.Event()
    first = asyncio.create_task(notes.add("first", go_on))
    await notes.until_begun()
    waiting = asyncio.create_task(notes.add("cancelled"))
    await asyncio.sleep(0)
    waiting.cancel()
    go_on.set()

    assert await first == ["first"]
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await notes.add("last") == ["first", "last"]


async def test_one_alone_says_no_more_than_begin_and_commit(notes: Notes) -> None:
    assert await notes.add("alone") == ["alone"]
    # The limits of the statements stand in the same text as BEGIN. The rest is the look at what is committed.
    assert [each.partition(";")[0] for each in notes.said[:2]] == ["BEGIN", "COMMIT"]


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

    assert [isinstance(each, Refused) for each in seen] == [text not in left for text in texts]
    assert await notes.committed() == left


async def test_a_statement_that_fails_undoes_what_it_belongs_to_and_no_more(notes: Notes) -> None:
    a, again, b = await notes.behind_one("a", "a", "b")

    assert isinstance(again, asyncpg.UniqueViolationError)
    assert isinstance(a, list)
    assert b == await notes.committed() == ["a", "b"]


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
    assert (await first)[:1] == ["a"]
    assert await notes.committed() == ["a", "b"]


@pytest.mark.parametrize("seed", range(5))
async def test_whatever_becomes_of_each_what_was_reported_as_stored_is_and_nothing_else(
    notes: Notes, seed: int
) -> None:
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
    found = await asyncio.gather(*tasks.values(), return_exceptions=True)

    outcomes = dict(zip(tasks, found, strict=True))
    committed = await notes.committed()
    stored = {text for text, each in outcomes.items() if not isinstance(each, BaseException)}
    unsure = {text for text, each in outcomes.items() if isinstance(each, asyncio.CancelledError | Unavailable)}
    assert stored <= set(committed) <= stored | unsure
    assert not [text for text in committed if text.startswith("refused")]
    assert {type(each) for each in found if isinstance(each, BaseException)} <= {
        Refused,
        asyncio.CancelledError,
        Unavailable,
    }
    assert len(stored) > 30
