"""PostgreSQL is sent what returns nothing together with what follows; nothing differs but the number of round trips."""

import asyncio
from collections.abc import AsyncIterator, Callable

import asyncpg
import pytest

from facetstore.storage.engines.engine import Session
from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.engines.postgres_session import FEW, PostgresSession
from facetstore.storage.engines.postgres_waiting import Statement, WaitingStatements, changed_table

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

TABLES = """
    CREATE SCHEMA facetstore;
    CREATE TABLE bike (id int PRIMARY KEY, name text);
    CREATE TABLE wheel (id int PRIMARY KEY, bike int NOT NULL REFERENCES bike, size int);
"""
RENAME = "UPDATE bike SET name = :name WHERE id = :id"
RESIZE = "UPDATE wheel SET size = :size WHERE id = :id"
NAMES = "SELECT name FROM bike ORDER BY id"
SIZES = "SELECT size FROM wheel ORDER BY id"


@pytest.fixture
def url(new_postgres_database: Callable[[], str]) -> str:
    return new_postgres_database()


@pytest.fixture
async def engine(url: str) -> AsyncIterator[PostgresEngine]:
    """A database with two bikes, the first with two wheels."""
    engine = PostgresEngine(url, row_security=False)
    async with engine.transaction() as session:
        await session.execute_script(TABLES)
        await session.insert("bike", ("id", "name"), [(1, "Town"), (2, "Race")])
        await session.insert("wheel", ("id", "bike", "size"), [(1, 1, 26), (2, 1, 26)])
    yield engine
    await engine.close()


async def column(engine: PostgresEngine | Session, text: str) -> list[object]:
    return [value for (value,) in await engine.fetch(text, {})]


def watched(session: Session) -> list[str]:
    """What is sent to the server from here on."""
    assert isinstance(session, PostgresSession)
    sent: list[str] = []
    session._connection.add_query_logger(lambda record: sent.append(record.query))
    return sent


async def test_changes_of_several_tables_are_one_statement(engine: PostgresEngine) -> None:
    async with engine.transaction() as session:
        sent = watched(session)
        await session.run_for_each(RENAME, [{"id": 1, "name": "Tour"}])
        await session.run_for_each(RESIZE, [{"id": 1, "size": 28}, {"id": 2, "size": 29}])
        assert sent == []
        assert await column(session, NAMES) == ["Tour", "Race"]
        await asyncio.sleep(0)  # the listener is called a moment later
        assert len(sent) == 2
        assert await column(session, SIZES) == [28, 29]


async def test_what_waits_at_the_end_is_stored(engine: PostgresEngine) -> None:
    async with engine.transaction() as session:
        await session.run_for_each(RENAME, [{"id": 1, "name": "Tour"}])
        await session.insert("wheel", ("id", "bike", "size"), [(3, 2, 20)])
    assert await column(engine, NAMES) == ["Tour", "Race"]
    assert await column(engine, SIZES) == [26, 26, 20]


async def test_a_second_change_of_a_table_sees_the_first(engine: PostgresEngine) -> None:
    async with engine.transaction() as session:
        await session.run_for_each(RENAME, [{"id": 1, "name": "Tour"}])
        await session.run_for_each(RENAME, [{"id": 1, "name": "Trek"}])
        await session.run_for_each("DELETE FROM wheel WHERE bike = :id", [{"id": 1}])
        await session.insert("wheel", ("id", "bike", "size"), [(1, 1, 24)])
    assert await column(engine, NAMES) == ["Trek", "Race"]
    assert await column(engine, SIZES) == [24]


async def test_a_change_that_looks_sees_those_before(engine: PostgresEngine) -> None:
    of_tours = "DELETE FROM wheel WHERE bike IN (SELECT id FROM bike WHERE name = :name)"
    async with engine.transaction() as session:
        await session.run_for_each(RENAME, [{"id": 1, "name": "Tour"}])
        await session.run_for_each(of_tours, [{"name": "Tour"}])
    assert await column(engine, SIZES) == []


async def test_many_rows_come_behind_those_that_wait(engine: PostgresEngine) -> None:
    many = [(number, 3, number) for number in range(10, 11 + FEW)]
    async with engine.transaction() as session:
        await session.insert("bike", ("id", "name"), [(3, "Load")])
        await session.insert("wheel", ("id", "bike", "size"), many)
        await session.run_for_each(RESIZE, [{"id": id_, "size": 0} for id_, _, _ in many])
    assert await column(engine, SIZES) == [26, 26, *[0] * len(many)]


async def test_nothing_is_nothing_to_wait_for(engine: PostgresEngine) -> None:
    async with engine.transaction() as session:
        sent = watched(session)
        await session.run_for_each(RENAME, [])
        await session.insert("wheel", ("id", "bike", "size"), [])
        assert await column(session, SIZES) == [26, 26]
        await asyncio.sleep(0)
        assert sent == [SIZES]


async def test_what_cannot_be_done_takes_all_with_it(engine: PostgresEngine) -> None:
    async def put_on_nothing() -> None:
        async with engine.transaction() as session:
            await session.run_for_each(RENAME, [{"id": 1, "name": "Tour"}])
            await session.insert("wheel", ("id", "bike", "size"), [(3, 99, 20)])

    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await put_on_nothing()
    assert await column(engine, NAMES) == ["Town", "Race"]


async def test_what_waits_is_forgotten_with_its_transaction(engine: PostgresEngine) -> None:
    async def give_up() -> None:
        async with engine.transaction() as session:
            await session.run_for_each(RENAME, [{"id": 1, "name": "Tour"}])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await give_up()
    assert await column(engine, NAMES) == ["Town", "Race"]


def test_values_stand_behind_those_of_the_statements_before() -> None:
    waiting = WaitingStatements()
    waiting.add("a", [Statement("UPDATE a SET x = $2 WHERE y = $1 AND z = $2", (1, 2))])
    waiting.add("b", [Statement("DELETE FROM b", ()), Statement("UPDATE b SET x = $1", (3,))])

    assert waiting.take() == (
        "WITH part_0 AS (UPDATE a SET x = $2 WHERE y = $1 AND z = $2), part_1 AS (DELETE FROM b) UPDATE b SET x = $3",
        [1, 2, 3],
    )
    assert not waiting


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("\n  UPDATE version SET state = :state", "version"),
        ("DELETE FROM words WHERE version = :version", "words"),
        ("INSERT INTO words (version) VALUES (:version) ON CONFLICT (version) DO NOTHING", "words"),
        ("DELETE FROM words\n WHERE version IN (SELECT key FROM version)", None),
        ("SELECT key FROM version", None),
    ],
)
def test_what_a_statement_changes(text: str, table: str | None) -> None:
    assert changed_table(text) == table
