"""PostgreSQL: one tenant never holds all connections, whatever its requests do at the same time."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.engines.postgres_tenant import TenantEngine

pytestmark = pytest.mark.anyio

MANY = 12
"""More requests of each kind than there are connections."""


@pytest.fixture
def place(new_postgres_database: Callable[[], str]) -> str:
    return f"{new_postgres_database()}?sslmode=disable"


@pytest.fixture
async def engine(place: str) -> AsyncIterator[PostgresEngine]:
    engine = PostgresEngine(place, row_security=False)
    yield engine
    await engine.close()


async def read_snapshot(tenant: TenantEngine, end: asyncio.Event) -> None:
    async with tenant.snapshot() as session:
        await session.fetch("SELECT 1", {})
        await end.wait()


async def change(tenant: TenantEngine, end: asyncio.Event) -> None:
    async with tenant.change() as session:
        await session.fetch("SELECT 1", {})
        await end.wait()


async def stream(tenant: TenantEngine, end: asyncio.Event) -> None:
    async for _ in tenant.stream("SELECT generate_series(1, 1000)", {}, 10):
        await end.wait()


async def test_a_tenant_that_reads_changes_and_streams_at_once_leaves_connections_to_others(
    engine: PostgresEngine,
) -> None:
    end, busy, other = asyncio.Event(), engine.for_tenant(1), engine.for_tenant(2)
    kinds = (read_snapshot, change, stream)
    held = [asyncio.create_task(work(busy, end)) for work in kinds for _ in range(MANY)]
    await asyncio.sleep(1)  # until all that can begin have begun

    try:
        async with asyncio.timeout(30):
            assert [tuple(row) for row in await other.fetch("SELECT 2", {})] == [(2,)]
    finally:
        end.set()
        await asyncio.gather(*held, return_exceptions=True)
