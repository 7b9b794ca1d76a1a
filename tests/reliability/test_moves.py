"""A tenant moves to another pool while many write: nothing that was acknowledged is lost, and no write is refused."""

import asyncio
import multiprocessing
import signal
import time
from collections.abc import Iterator, Sequence
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
from tests.reliability.clients import Answer, Caller, Client
from tests.reliability.killing import UNAVAILABLE, Acknowledged, Damage, Writer, look
from tests.reliability.nodes import Node, engine_of, serving
from tests.reliability.series import Changing, Creating, Releasing, Series
from tests.reliability.tenants import filled
from tests.storage.moving.contents import contents, differences, digests, faults
from tests.storage.moving.test_killed_moves import EVERYDAY, POINTS, SWITCHED, run_and_die
from tests.storage.pools.installations import MIXED, pooled_settings
from tests.support.proof import LONG, record, sampled
from tests.support.storages import ENGINES

WRITERS: Final = 16 if LONG else 3
POOLS: Final = ("north", "main", "north") if LONG else ("north",)
LONGEST: Final = 2.0
"""Seconds for which the tenant may not be writable, in a run with full counts."""
PAUSE: Final = 0.05
ATTEMPTS: Final = 20
ELEMENTS: Final = sampled(100_000, 50)
"""Of the large tenant."""
KILLED_ELEMENTS: Final = 2_000 if LONG else 0
"""Of the tenant whose moves are killed."""


class PatientWriter(Writer):
    """A writer that tries again when it gets 503, with the same key."""

    def _write(self) -> Answer:
        answer = super()._write()
        while answer.status == UNAVAILABLE and not self._stopped.is_set():
            time.sleep(PAUSE)
            answer = super()._write()
        return answer


class Moments(Acknowledged):
    """Acknowledged writes, and the longest time in which there was none."""

    def __init__(self) -> None:
        super().__init__()
        self._last: float | None = None
        self.longest_pause = 0.0

    def add(self) -> None:
        with self._changed:
            now = time.monotonic()
            self.longest_pause, self._last = max(self.longest_pause, now - (self._last or now)), now
        super().add()


def all_series(prefix: str) -> list[Series]:
    kinds = (lambda name: Changing(name, 2), Creating, Releasing, lambda name: Changing(name, 1))
    return [kinds[number % len(kinds)](f"{prefix}{number:02d}") for number in range(WRITERS)]


@contextmanager
def writing(node: Node, caller: Caller, prefix: str = "w") -> Iterator[tuple[list[PatientWriter], Moments]]:
    """Writers that go on until the end of the block."""
    acknowledged = Moments()
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


async def fill_up(settings: Settings, address: str, elements: int = ELEMENTS) -> None:
    where = parse_address(address)
    assert where is not None
    async with opened_storage(settings) as storage:
        tenant = await storage.tenant(where)
        assert tenant is not None
        await generate(storage, tenant, elements=elements)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("engine", [*ENGINES, pytest.param(MIXED, marks=pytest.mark.postgres)])
def test_a_large_tenant_moves_while_many_write(engine: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    settings = pooled_settings(request, tmp_path / "data", engine)
    caller = filled(settings, "large")
    asyncio.run(fill_up(settings, caller.tenant))

    with serving(settings, tmp_path) as (node,):
        with writing(node, caller) as (writers, acknowledged):
            began = time.monotonic()
            moved = asyncio.run(move(settings, caller.tenant, "north"))
            seconds = time.monotonic() - began
            acknowledged.wait_for(sum(each.last for each in writers) + WRITERS)
        print(moved, seconds, acknowledged.longest_pause, sum(each.last for each in writers))
        with node.client(caller) as client:
            assert [damage for writer in writers for damage in damages_of(client, writer)] == []
        assert [each.refused.body for each in writers if each.refused is not None] == []
    assert asyncio.run(wrong_with(settings, caller.tenant)) == []
    asyncio.run(move(settings, caller.tenant, "main"))
    different = asyncio.run(different_tables(settings, caller.tenant))
    record(
        f"large tenant moved under {WRITERS} writers",
        ELEMENTS,
        "0 acknowledged writes lost, 0 differences" if not different else "differences",
        place=engine,
        rows=moved.rows,
        seconds=round(seconds),
        acknowledged=sum(each.last for each in writers),
        without_writes_seconds=round(moved.seconds, 3),
        longest_pause_seconds=round(acknowledged.longest_pause, 3),
    )
    assert different == []
    assert moved.seconds <= LONGEST


def damages_of(client: Client, writer: PatientWriter) -> Sequence[Damage]:
    """What is wrong with a series. A machine that does other things at the same time may give up a read of many elements: it is
    repeated."""
    found = look(client, writer).damages
    for _ in range(ATTEMPTS):
        if not any("too-costly" in str(each.found) for each in found):
            return found
        writer.last += 1  # it has repeated the write behind the last one
        writer.answer = None
        found = look(client, writer).damages
    return found


async def different_tables(settings: Settings, address: str) -> list[str]:
    """The tables that are not equal in both pools right behind a move without writers. What engines store differently is left out
    between them: it was compared with the versions before."""
    where = parse_address(address)
    assert where is not None
    async with opened_storage(settings) as storage:
        assert isinstance(storage, PooledStorage)
        tenant = await storage.tenant(where)
        assert tenant is not None
        engines = [each.engine for each in storage.parts]
        derived = len({each.dialect.name for each in engines}) == 1
        one, other = [await digests(each, tenant.key, derived=derived) for each in engines]
        return [name for name in one if one[name] != other[name]]


@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])])
@pytest.mark.timeout(3600)
def test_moves_that_are_killed_while_many_write_lose_nothing(
    engine: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    settings = pooled_settings(request, tmp_path / "data", engine)
    caller, home, away = filled(settings, "killed"), "main", "north"
    if LONG:
        asyncio.run(fill_up(settings, caller.tenant, KILLED_ELEMENTS))
    points = [*POINTS] if LONG else EVERYDAY[:1]

    with serving(settings, tmp_path) as (node,):
        with writing(node, caller) as (writers, acknowledged):
            for point in points:
                kill_at(point, settings, caller.tenant, away)
                if point == SWITCHED:
                    home, away = away, home
                acknowledged.wait_for(sum(each.last for each in writers) + WRITERS)
                assert asyncio.run(pool_of(settings, caller.tenant)) == home, point
            moved = asyncio.run(move(settings, caller.tenant, away))
            acknowledged.wait_for(sum(each.last for each in writers) + WRITERS)
        with node.client(caller) as client:
            assert [damage for writer in writers for damage in look(client, writer).damages] == []
        assert [each.refused.body for each in writers if each.refused is not None] == []
    assert asyncio.run(wrong_with(settings, caller.tenant)) == []
    asyncio.run(move(settings, caller.tenant, home))
    assert asyncio.run(changed_rows(settings, caller.tenant)) == {}
    record(
        f"moves killed under {WRITERS} writers",
        len(points),
        "whole on one side, 0 acknowledged writes lost, 0 differences",
        place=engine_of(settings),
        elements=KILLED_ELEMENTS,
        acknowledged=sum(each.last for each in writers),
        without_writes_seconds=round(moved.seconds, 3),
        longest_pause_seconds=round(acknowledged.longest_pause, 3),
    )


def kill_at(point: str, settings: Settings, address: str, pool: str) -> None:
    """Let a process move the tenant and be killed at a point."""
    process = multiprocessing.get_context("spawn").Process(target=run_and_die, args=(settings, point, address, pool))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL, point


async def pool_of(settings: Settings, address: str) -> str | None:
    where = parse_address(address)
    assert where is not None
    async with opened_storage(settings) as storage:
        tenant = await storage.tenant(where)
        assert tenant is not None
        return storage.pool_of(tenant)
