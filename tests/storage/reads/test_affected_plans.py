"""How PostgreSQL finds what changed since a revision: by the key of the history, however long that is."""

import pytest

from facetstore.storage.engines.dialect import POSTGRES
from facetstore.storage.engines.engine import Session
from facetstore.storage.reads.affected import CHANGED, neighbours
from facetstore.storage.store import SqlStorage
from tests.storage.builders import add, new_tenant, plain

pytestmark = pytest.mark.anyio

LONG_HISTORY = """
    INSERT INTO history
    SELECT row.* FROM (SELECT h FROM history h WHERE tenant = {tenant} LIMIT 1) AS one, generate_series(1, 30000) AS number,
           json_populate_record(one.h, json_build_object('revision', number + 1000)) AS row
"""


@pytest.mark.postgres
async def test_what_changed_is_found_without_reading_the_whole_history(postgres_storage: SqlStorage) -> None:
    tenant = await new_tenant(postgres_storage)
    await add(postgres_storage, tenant, plain("one"))
    given = {"tenant": str(tenant.key), "since": "30995", "elements": "'{a}'"}

    async with postgres_storage.engine.session() as session:
        await session.execute_script("BEGIN; SET LOCAL statement_timeout = 0")
        await session.execute_script(f"{LONG_HISTORY.format(**given)}; ANALYZE history")
        plans = [await plan(session, text, given) for text in (CHANGED, neighbours(POSTGRES))]
        await session.execute_script("ROLLBACK")

    for steps in plans:
        assert any("history_pkey" in step for step in steps), steps
        assert not any("Seq Scan on history" in step or "Hash Join" in step for step in steps), steps


async def plan(session: Session, text: str, given: dict[str, str]) -> list[str]:
    """How a statement runs whatever its values are, as the service runs it."""
    prepared = POSTGRES.prepare(text)
    values = ", ".join(given[name] for name in prepared.names)
    await session.execute_script(f"PREPARE asked AS {prepared.text}")
    steps = await session.fetch(f"EXPLAIN EXECUTE asked ({values})", {})
    await session.execute_script("DEALLOCATE asked")
    return [str(row[0]) for row in steps]
