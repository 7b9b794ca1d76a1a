"""A tenant moves to another pool while many write: nothing that was acknowledged is lost, and no write is refused."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import parse_address
from facetstore.exchange.generate import generate
from facetstore.storage.moving.move import MoveResult
from facetstore.storage.moving.moves import move_tenant
from facetstore.storage.pools.pooled_store import PooledStorage
from tests.reliability.clients import Answer, Caller
from tests.reliability.killing import UNAVAILABLE, Acknowledged, Writer, look
from tests.reliability.nodes import Node, engine_of, serving
from tests.reliability.series import Changing, Creating, Releasing, Series
from tests.reliability.tenants import filled
from tests.storage.moving.contents import contents, differences, faults
from tests.storage.pools.installations import pooled_settings
from tests.support.proof import LONG, record, sampled
from tests.support.storages import ENGINES

WRITERS: Final = 16 if LONG else 3
POOLS: Final = ("north", "main", "north") if LONG else ("north",)
LONGEST: Final = 2.0
"""Seconds for which the tenant may not be writable, in a run with full counts."""
PAUSE: Final = 0.05
ELEMENTS: Final = sampled(100_000, 50)
"""Of the tenant that moves between engines."""


class PatientWriter(Writer):
    """A writer that tries again when it gets 503, with the same key."""

    def _write(self) -> Answer:
        answer = super()._write()
        while answer.status == UNAVAILABLE and not self._stopped.is_set():
            time.sleep(PAUSE)
            answer = super()._write()
        return answer


def all_series(prefix: str) -> list[Series]:
    kinds = (lambda name: Changing(name, 2), Creating, Releasing, lambda name: Changing(name, 1))
    return [kinds[number % len(kinds)](f"{prefix}{number:02d}") for number in range(WRITERS)]


@contextmanager
def writing(node: Node, caller: Caller, prefix: str = "w") -> Iterator[tuple[list[PatientWriter], Acknowledged]]:
    """Writers that go on until the end of the block."""
    acknowledged = Acknowledged()
    with ExitStack() as stack:
        clients = [stack.enter_context(node.client(caller)) for _ in range(WRITERS)]
        series = all_series(prefix)
        for each, client in zip(series, clients, strict=True):
            each.prepare(client)
        writers = [PatientWriter(each, client, acknowledged) for each, client in zip(series, clients, strict=True)]
        for writer in writers:
            writer.start()
        acknowledged.wait_for(WRITERS)
        try:
            yield writers, acknowledged
        finally:
            for writer in writers:
                writer.stop()


async def move(settings: Settings, address: str, pool: str) -> MoveResult:
    where = parse_address(address)
    assert where is not None
    async with opened_storage(settings) as storage:
        assert isinstance(storage, PooledStorage)
        moved = await move_tenant(storage, where, pool, lambda *_: None)
    assert moved is not None
    return moved


async def wrong_with(settings: Settings, address: str) -> list[str]:
    async with opened_storage(settings) as storage:
        return await faults(storage, address)


async def changed_rows(settings: Settings, address: str) -> object:
    """What differs between both pools right behind a move without writers."""
    where = parse_address(address)
    assert where is not None
    async with opened_storage(settings) as storage:
        assert isinstance(storage, PooledStorage)
        tenant = await storage.tenant(where)
        assert tenant is not None
        engines = [each.engine for each in storage.parts]
        return differences(*[await contents(each, tenant.key) for each in engines])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.timeout(3600)
def test_a_tenant_moves_while_many_write(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    settings = pooled_settings(request, tmp_path / "data", engine)
    caller, still = filled(settings, "moving"), filled(settings, "still")

    with serving(settings, tmp_path) as (node,):
        with writing(node, caller) as (writers, acknowledged):
            moves = [asyncio.run(move(settings, caller.tenant, pool)) for pool in POOLS]
            acknowledged.wait_for(sum(each.last for each in writers) + WRITERS)
        with node.client(caller) as client:
            damages = [damage for writer in writers for damage in look(client, writer).damages]
        with node.client(still) as client:
            assert client.get("rest/facets").status == 200

    assert damages == []
    assert [each.refused.body for each in writers if each.refused is not None] == []
    assert asyncio.run(wrong_with(settings, caller.tenant)) == []
    asyncio.run(move(settings, caller.tenant, "main"))
    assert asyncio.run(changed_rows(settings, caller.tenant)) == {}
    longest = max(each.seconds for each in moves)
    if LONG:
        assert longest <= LONGEST
    record(
        f"moves to another pool under {WRITERS} writers",
        len(moves),
        "0 acknowledged writes lost, 0 differences",
        place=engine_of(settings),
        acknowledged=sum(each.last for each in writers),
        without_writes_seconds=round(longest, 3),
    )


async def fill_up(settings: Settings, address: str) -> None:
    where = parse_address(address)
    assert where is not None
    async with opened_storage(settings) as storage:
        tenant = await storage.tenant(where)
        assert tenant is not None
        await generate(storage, tenant, elements=ELEMENTS)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_large_tenant_moves_from_sqlite_to_postgresql_and_back_while_many_write(
    new_migrated_database: Callable[[], str], tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path / "main", pools={"north": new_migrated_database()})
    caller = filled(settings, "large")
    asyncio.run(fill_up(settings, caller.tenant))

    with serving(settings, tmp_path) as (node,):
        for pool in ("north", "main"):
            with writing(node, caller, pool) as (writers, acknowledged):
                moved = asyncio.run(move(settings, caller.tenant, pool))
                acknowledged.wait_for(sum(each.last for each in writers) + WRITERS)
            with node.client(caller) as client:
                assert [damage for writer in writers for damage in look(client, writer).damages] == []
            assert [each.refused.body for each in writers if each.refused is not None] == []
            assert asyncio.run(wrong_with(settings, caller.tenant)) == []
            record(
                f"large tenant moved to the pool {pool} under {WRITERS} writers",
                ELEMENTS,
                "0 acknowledged writes lost",
                rows=moved.rows,
                acknowledged=sum(each.last for each in writers),
                without_writes_seconds=round(moved.seconds, 3),
            )
            assert moved.seconds <= LONGEST
