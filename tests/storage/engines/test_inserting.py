"""Many rows at once: they arrive as they are, whatever they have in common."""

from collections.abc import AsyncIterator, Sequence

import pytest

from facetstore.storage.engines.engine import Engine
from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.store import SqlStorage

pytestmark = pytest.mark.anyio

COLUMNS = ("number", "text", "share")
ROWS = "SELECT number, text, share FROM arrival ORDER BY number, text, share"
CASES: dict[str, Sequence[tuple[object, ...]]] = {
    "nothing": [(1, "a", 0.5), (2, "b", 1.5), (3, "c", 2.5)],
    "a number": [(7, "a", 0.5), (7, "b", 1.5)],
    "a text": [(1, "a", 0.5), (2, "a", 1.5)],
    "no value": [(1, None, None), (2, None, None)],
    "the first and the last": [(1, "a", 0.5), (2, "b", 0.5), (3, "a", 0.5)],
    "everything": [(1, "a", 0.5), (1, "a", 0.5), (1, "a", 0.5)],
    "nothing, for there is but one": [(1, "a", 0.5)],
    "a value that is written in two ways": [(1, "a", 1), (2, "a", 1.0)],
}


@pytest.fixture
async def engine(storage: SqlStorage) -> AsyncIterator[Engine]:
    """With a table that takes anything."""
    engine = storage.engine
    async with engine.session() as session:
        await session.execute_script("CREATE TABLE arrival (number BIGINT, text TEXT, share DOUBLE PRECISION)")
    yield engine
    async with engine.session() as session:
        await session.execute_script("DROP TABLE arrival")


@pytest.mark.parametrize("many", [1, 100], ids=["few", "many"])
@pytest.mark.parametrize("common", CASES)
async def test_rows_arrive_as_they_are(engine: Engine, common: str, many: int) -> None:
    rows = list(CASES[common]) * many

    async with engine.transaction() as session:
        await session.insert("arrival", COLUMNS, rows)

    found = [tuple(row) for row in await engine.fetch(ROWS, {})]
    assert found == sorted(rows, key=lambda row: (row[0], str(row[1]), row[2] or 0))


@pytest.mark.postgres
@pytest.mark.parametrize("common", CASES)
async def test_rows_arrive_behind_the_second_wall(postgres_storage: SqlStorage, common: str) -> None:
    """Where rows are not copied, they go as lists."""
    assert isinstance(postgres_storage.engine, PostgresEngine)
    rows = list(CASES[common]) * 40
    walled = postgres_storage.engine.for_tenant(1)
    script = "CREATE TEMP TABLE arrival (number BIGINT, text TEXT, share DOUBLE PRECISION) ON COMMIT DROP"

    async with walled.transaction() as session:
        await session.execute_script(f"{script}; GRANT ALL ON arrival TO PUBLIC")
        await session.insert("arrival", COLUMNS, rows)
        found = [tuple(row) for row in await session.fetch(ROWS, {})]

    assert found == sorted(rows, key=lambda row: (row[0], str(row[1]), row[2] or 0))
