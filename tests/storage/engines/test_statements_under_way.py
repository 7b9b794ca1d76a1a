"""PostgreSQL works on large inserts while the caller goes on; the next statement reports what became of them."""

import asyncio
from collections.abc import AsyncIterator, Callable

import asyncpg
import pytest

from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.engines.postgres import PostgresEngine

pytestmark = pytest.mark.anyio

COUNT = "SELECT count(*) FROM note"
SLOW = """
    CREATE TABLE note (text text PRIMARY KEY);
    CREATE FUNCTION wait_a_little() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN NULL; END $$;
    CREATE TRIGGER slow AFTER INSERT ON note FOR EACH STATEMENT EXECUTE FUNCTION wait_a_little();
"""
UNTIL_LET_GO = """
    CREATE OR REPLACE FUNCTION wait_a_little() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock_shared(17); RETURN NULL; END $$;
    SELECT pg_advisory_lock(17);
"""


class Refused(Exception):
    """What a change ends with that cannot be done."""


@pytest.fixture
def place(new_postgres_database: Callable[[], str]) -> str:
    return new_postgres_database()


@pytest.fixture(params=["alone", "in a group"])
async def engine(place: str, request: pytest.FixtureRequest) -> AsyncIterator[Engine]:
    whole = PostgresEngine(place, size=1, row_security=False)
    async with whole.session() as session:
        await session.execute_script(SLOW)
    yield whole if request.param == "alone" else whole.for_tenant(1)
    await whole.close()


async def insert(session: Session, *texts: str) -> None:
    """More rows than are sent along with others."""
    await session.insert("note", ["text"], [(text,) for text in texts] + [(f"{texts[0]} {n}",) for n in range(20)])


async def count(engine: Engine) -> object:
    ((number,),) = await engine.fetch(COUNT, {})
    return number


async def test_the_caller_goes_on_meanwhile_and_the_next_statement_sees_all_of_it(engine: Engine, place: str) -> None:
    holding = await asyncpg.connect(place)
    await holding.execute(UNTIL_LET_GO)
    async with engine.change() as session:
        async with asyncio.timeout(60):  # who waits for the insert, waits for ever
            await insert(session, "a")
        await holding.close()
        ((number,),) = await session.fetch(COUNT, {})

    assert number == await count(engine) == 21


async def change(engine: Engine, *texts: str, look: bool = False, refuse: bool = False) -> None:
    async with engine.change() as session:
        await insert(session, *texts)
        if look:
            await session.fetch(COUNT, {})
        if refuse:
            raise Refused


async def test_what_fails_is_reported_by_the_next_statement_and_undoes_the_change(engine: Engine) -> None:
    with pytest.raises(asyncpg.UniqueViolationError):
        await change(engine, "a", "a", look=True, refuse=True)

    assert await count(engine) == 0


async def test_what_fails_is_reported_at_the_end_if_nothing_follows(engine: Engine) -> None:
    with pytest.raises(asyncpg.UniqueViolationError):
        await change(engine, "a", "a")

    assert await count(engine) == 0


@pytest.mark.parametrize("texts", [("a",), ("a", "a")])
async def test_a_change_given_up_meanwhile_is_undone_and_its_connection_still_works(
    engine: Engine, texts: tuple[str, ...]
) -> None:
    with pytest.raises(Refused):
        await change(engine, *texts, refuse=True)

    assert await count(engine) == 0


async def test_one_given_up_behind_another_is_undone_alone(engine: Engine) -> None:
    changes = (change(engine, "a"), change(engine, "b", refuse=True), change(engine, "c"))

    found = await asyncio.gather(*changes, return_exceptions=True)

    assert [type(each) for each in found] == [type(None), Refused, type(None)]
    assert await count(engine) == 42


async def test_who_is_interrupted_leaves_nothing_behind(engine: Engine) -> None:
    task = asyncio.create_task(change(engine, "a", look=True))
    await asyncio.sleep(0.05)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert await count(engine) == 0
