"""Histories of earlier releases, which stored every version whole, are shortened when their database is migrated."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from facetstore.bootstrap.database import opened_engine, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict
from facetstore.storage.migrate import migrate
from facetstore.storage.rows.followed_changes import States
from facetstore.storage.rows.stored_changes import WHOLE, whole_version
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at
from facetstore.storage.writes.shortening import COLUMNS, plain_link
from tests.storage.builders import new_tenant
from tests.storage.engines.taking_back import take_back_tables
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.support.storages import ENGINES, new_store

ROWS = f"SELECT {', '.join(COLUMNS)} FROM history ORDER BY tenant, revision, ordinal"
SET = """
    UPDATE history SET change = :change, hash = :hash
     WHERE tenant = :tenant AND revision = :revision AND ordinal = :ordinal
"""


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return new_store(request, tmp_path, request.param, migrated=False).settings


async def left_behind(storage: SqlStorage) -> dict[tuple[Any, ...], Version | None]:
    """What each row of the history left behind."""
    states = States()
    rows: list[dict[str, Any]] = [dict(zip(COLUMNS, row, strict=True)) for row in await storage.engine.fetch(ROWS, {})]
    return {
        (each["tenant"], each["revision"], each["ordinal"]): states.follow(
            each["element"], each["version"], each["change"]
        ).after
        for each in rows
    }


async def make_older(settings: Settings) -> dict[tuple[Any, ...], Version | None]:
    """A tenant with many changes, stored as an earlier release did."""
    async with opened_storage(settings) as storage:
        tenant, content = await new_tenant(storage), RandomTenant(Random(1))
        content.fill(20)
        async with storage.writer(tenant, actor=None) as writer:
            await write_all(writer, content)
        for _ in range(60):
            async with storage.writer(tenant, actor=None) as writer:
                await change(writer, content)
        left = await left_behind(storage)
        head, older = "", []
        for row in await storage.engine.fetch(ROWS, {}):
            fields = dict(zip(COLUMNS[:-2], row, strict=False))
            version = left[fields["tenant"], fields["revision"], fields["ordinal"]]
            fields["change"] = whole_version(version) if version is not None else fields["change"]
            head = plain_link(head, tuple(fields.values()))
            older.append({**{name: fields[name] for name in ("tenant", "revision", "ordinal", "change")}, "hash": head})
        async with storage.engine.transaction() as session:
            await session.run_for_each(SET, older)
            await session.fetch("UPDATE tenant SET head = :head", {"head": head})
            await session.execute_script(take_back_tables("shorter"))
    return left


async def counted(storage: SqlStorage) -> tuple[int, int]:
    """How many rows there are, and how many of them hold a whole version."""
    rows = [str(row[9]) for row in await storage.engine.fetch(ROWS, {})]
    return len(rows), sum(each.startswith(WHOLE) for each in rows)


def test_a_history_is_shortened_and_says_the_same(settings: Settings) -> None:
    async def story() -> None:
        left = await make_older(settings)
        async with opened_engine(settings) as engine:
            assert await counted(SqlStorage(engine)) == (len(left), len(left))
            await migrate(engine)
        async with opened_storage(settings) as storage:
            (tenant,) = await storage.tenants()
            assert await left_behind(storage) == left
            assert await broken_at(storage.engine, tenant.key) is None
            number, whole = await counted(storage)
            assert whole < 0.6 * number
            async with storage.writer(tenant, actor=None) as writer:
                await writer.history.note("later", None, None, {})
            assert await broken_at(storage.engine, tenant.key) is None

    asyncio.run(story())


def test_a_history_that_was_changed_by_hand_gets_no_new_chain(settings: Settings) -> None:
    async def story() -> None:
        await make_older(settings)
        async with opened_engine(settings) as engine:
            await engine.fetch("UPDATE history SET actor = 'x' WHERE revision = 7 AND ordinal = 1", {})
            before = await engine.fetch(ROWS, {})
            with pytest.raises(Conflict, match="does not hold at revision 7, row 1"):
                await migrate(engine)
            assert await engine.fetch(ROWS, {}) == before

    asyncio.run(story())
