"""A move that is killed at any point: the tenant is whole on one side, and the next run ends what the first one began."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.storage.capture.changed_rows import ChangeNotes
from facetstore.storage.capture.triggers import Capture
from facetstore.storage.moving import move as move_module
from facetstore.storage.moving.arrival import ArrivingTenant
from facetstore.storage.moving.catching_up import CatchUp
from facetstore.storage.moving.copied_rows import RowCopy
from facetstore.storage.moving.move import Move
from facetstore.storage.moving.moves import move_tenant
from facetstore.storage.pools.pooled_store import PooledStorage
from tests.storage.moving.contents import contents, differences, faults
from tests.storage.moving.test_moving import HERE, held, move, pools, use, where
from tests.storage.pools.installations import add_process, add_tenant, names, pooled_settings, served
from tests.support.proof import LONG, sampled_on
from tests.support.storages import ENGINES

POINTS: dict[str, tuple[Any, str, int]] = {
    "before anything": (ArrivingTenant, "claim", 1),
    "before the row of the tenant": (ArrivingTenant, "begin", 1),
    "before the triggers": (Capture, "start", 1),
    "before the copy": (RowCopy, "copy", 1),
    "in the copy, early": (RowCopy, "_copy", 2),
    "in the copy": (RowCopy, "_copy", 4),
    "in the copy, later": (RowCopy, "_copy", 6),
    "in the copy, late": (RowCopy, "_copy", 8),
    "in a transaction of the copy": (ArrivingTenant, "check", 5),
    "before the index": (RowCopy, "index", 1),
    "before reading what changed": (ChangeNotes, "numbers", 1),
    "before catching up": (CatchUp, "catch_up", 1),
    "before forgetting what was followed": (ChangeNotes, "forget", 1),
    "before the proof": (Move, "_verify", 1),
    "before the proof of the chain": (move_module, "broken_at", 1),
    "before the switch": (Move, "_switch", 1),
    "with the lock of the switch": (Capture, "check", 1),
    "before everything is said to be there": (ArrivingTenant, "complete", 1),
    "between the two commits of the switch": (Move, "_leave", 1),
    "behind the switch": (move_module, "settle", 1),
}
"""Before which call of what the process is killed."""
SWITCHED = "behind the switch"
"""At this point, the tenant has moved."""
EVERYDAY = ("between the two commits of the switch", "in the copy", "behind the switch")


def die_at(place: Any, name: str, count: int) -> None:
    """Let this process be killed before a call."""
    original: Callable[..., Awaitable[object]] = getattr(place, name)
    calls = iter(range(1, 1_000_000))

    def killed(*arguments: Any, **named: Any) -> Any:
        if next(calls) == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*arguments, **named)

    setattr(place, name, killed)


def run_and_die(settings: Settings, point: str, address: str = HERE, pool: str = "north") -> None:
    """What the process does that is killed."""
    die_at(*POINTS[point])

    async def work() -> None:
        async with opened_storage(settings) as storage:
            assert isinstance(storage, PooledStorage)
            await move_tenant(storage, where(address), pool, lambda *_: None)

    asyncio.run(work())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_killed_move_leaves_the_tenant_whole_on_one_side(
    engine: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    settings = pooled_settings(request, tmp_path, engine)
    with served(settings) as api:
        add_tenant(api, HERE)
        use(api)
        tokens, before = api.database.tokens, held(api, "main")
    for number, point in enumerate(POINTS if LONG else sampled_on(engine, EVERYDAY)):
        process = multiprocessing.get_context("fork").Process(target=run_and_die, args=(settings, point))
        process.start()
        process.join()
        assert process.exitcode == -signal.SIGKILL, point
        with served(settings) as api:
            api.database.tokens |= tokens
            # Nothing is lost and nothing is refused.
            home = "north" if point == SWITCHED else "main"
            other = "main" if home == "north" else "north"
            assert differences(before, held(api, home)) == {}, point
            assert pools(api).pool_of(api.database.tenant(HERE)) == home
            assert add_process(api, HERE, f"After {number}").status_code == 200

            before = held(api, home)
            moved = move(api, "north")
            assert (moved is None) == (home == "north"), point
            assert differences(before, held(api, "north")) == {}, point
            assert f"After {number}" in names(api, HERE)
            assert api.database.run(faults(api.database.storage, HERE)) == []
            if home == "north":
                # What was interrupted is finished: the old rows have a day on which they are purged.
                key = api.database.tenant(HERE).key
                text = "SELECT moved_to, purge_at > 0 FROM tenant WHERE key = :key"
                row = api.database.run(pools(api).places.named(other).engine.fetch(text, {"key": key}))
                assert [tuple(map(bool, each)) for each in row] == [(True, True)]
            assert move(api, "main") is not None
            before = held(api, "main")


def test_a_move_that_is_not_wanted_any_more_is_cleaned_up(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    settings = pooled_settings(request, tmp_path, "sqlite")
    with served(settings) as api:
        add_tenant(api, HERE)
        tokens = api.database.tokens
    process = multiprocessing.get_context("fork").Process(target=run_and_die, args=(settings, "before the switch"))
    process.start()
    process.join()
    with served(settings) as api:
        api.database.tokens |= tokens
        key, north = api.database.tenant(HERE).key, pools(api).places.named("north").engine
        assert any(api.database.run(contents(north, key)).values())

        assert move(api, "main") is None

        assert not any(api.database.run(contents(north, key)).values())
        left = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'moving%'"
        assert api.database.run(pools(api).places.main.engine.fetch(left, {})) == [(0,)]
        assert add_process(api, HERE, "Here").status_code == 200
