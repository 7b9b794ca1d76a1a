"""A history is read in chunks that come soon, also where nothing in it matters: a database has a limit of time for each."""

from contextlib import aclosing
from dataclasses import replace

import pytest

from facetstore.domain.tenant import Tenant
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.compared_states import changes_until
from facetstore.storage.past.mentions import mentions
from facetstore.storage.rows.history_rows import COLUMNS
from facetstore.storage.store import SqlStorage
from tests.support.bundles import guid

pytestmark = pytest.mark.anyio
ROWS = 320
AT_LEAST = 10


async def long_history(storage: SqlStorage, tenant: Tenant) -> tuple[Engine, Tenant]:
    """A tenant after many changes of one attribute."""
    change = '{"changed":{"attributes":{"description":{"1033":"New"}}}}'
    of = ("element.updated", guid("it"), guid("it@1"), None, change, 0, "", "0" * 64)
    first, engine = tenant.revision + 1, storage.engine_of(tenant.key)
    async with engine.transaction() as session:
        await session.insert("history", COLUMNS, [(tenant.key, first + each, 0, 0, None, *of) for each in range(ROWS)])
    return engine.for_tenant(tenant.key), replace(tenant, revision=first + ROWS)


async def test_changes_that_do_not_matter_come_now_and_then(storage: SqlStorage, tenant: Tenant) -> None:
    engine, then = await long_history(storage, tenant)

    async with aclosing(changes_until(engine, then, ("name",))) as chunks:
        found = sum([len(rows) async for rows in chunks])

    assert AT_LEAST <= found < ROWS / 4


async def test_what_comes_so_mentions_nothing(storage: SqlStorage, tenant: Tenant) -> None:
    engine, then = await long_history(storage, tenant)

    found = await mentions(engine, then, (guid("another"),))

    assert found == (frozenset(), frozenset(), {})
