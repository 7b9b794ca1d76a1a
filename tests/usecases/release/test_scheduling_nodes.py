"""Several nodes run the schedule at once, or break down in the middle: every version moves on once all the same."""

import contextlib
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from facetstore.domain.tenant import Tenant
from facetstore.exchange.bundle_import import import_bundle
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at
from facetstore.usecases.release.scheduling import BATCH, run_schedule
from tests.support.bundles import guid, process, source
from tests.support.patience import START_SECONDS
from tests.support.proof import record, scaled
from tests.support.storages import Store

ROOT: Final = Path(__file__).parents[3]
VERSIONS: Final = 100
NODES: Final = 2
KILLS: Final = scaled(20)
PATIENCE: Final = START_SECONDS


def filled(store: Store, versions: int) -> Tenant:
    """A tenant with so many versions that should have come into effect long ago."""
    tenant = store.new_tenant()
    dates = {"validFrom": {"127": "2020-01-01T00:00:00"}}
    records = [process(f"p{n}", state="released", number="1.0", attributes=dates) for n in range(versions)]
    store.run(lambda storage: import_bundle(storage, tenant, source(*records)))
    return store.tenant()


@contextlib.contextmanager
def node(store: Store, how: str) -> Iterator[subprocess.Popen[str]]:
    """A process that is ready to run the schedule."""
    place = str(store.settings.database or store.settings.data)
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    with subprocess.Popen(
        [sys.executable, "-m", "tests.usecases.release.scheduling_process", how, place],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": paths},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            assert line(running) == "ready"
            yield running
        finally:
            running.kill()


def line(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    return running.stdout.readline().strip()


def begin(running: subprocess.Popen[str]) -> None:
    assert running.stdin is not None
    running.stdin.write("\n")
    running.stdin.flush()


async def _scheduled(storage: SqlStorage, tenant: Tenant) -> Sequence[str]:
    text = "SELECT version FROM history WHERE tenant = :tenant AND kind = 'release.scheduled'"
    return [str(row[0]) for row in await storage.engine.fetch(text, {"tenant": tenant.key})]


def scheduled(store: Store, tenant: Tenant) -> Counter[str]:
    """By version, how often it has moved on according to the history."""
    return Counter(store.run(lambda storage: _scheduled(storage, tenant)))


def check_all_moved_once(store: Store, tenant: Tenant, versions: int) -> None:
    async def states(storage: SqlStorage) -> set[str | None]:
        stored = [each.version async for chunk in storage.export(tenant) for each in chunk]
        return {each.state for each in stored if each.facet == "processes"}

    assert scheduled(store, tenant) == dict.fromkeys((guid(f"p{n}@1.0") for n in range(versions)), 1)
    assert store.run(states) == {"inEffect"}
    assert store.run(lambda storage: broken_at(storage.engine, tenant.key)) is None


@pytest.mark.parametrize("how", ["together", "at-once"])
def test_two_nodes_at_once_move_every_version_on_once(store: Store, how: str) -> None:
    tenant = filled(store, VERSIONS)
    with contextlib.ExitStack() as stack:
        nodes = [stack.enter_context(node(store, how)) for _ in range(NODES)]

        for each in nodes:
            begin(each)
        found = [int(line(each)) for each in nodes]

        assert [each.wait(PATIENCE) for each in nodes] == [0] * NODES
    assert sum(found) == VERSIONS
    check_all_moved_once(store, tenant, VERSIONS)
    # No revision was taken for nothing.
    assert store.tenant().revision == tenant.revision + VERSIONS // BATCH
    place = "PostgreSQL" if store.settings.database else "SQLite"
    record(f"two nodes run the schedule ({how})", VERSIONS, "each version moved on once", place=place)


def test_what_a_killed_node_leaves_undone_the_next_run_does(store: Store) -> None:
    number = (KILLS + 2) * BATCH
    tenant = filled(store, number)
    for _ in range(KILLS):
        before = scheduled(store, tenant).total()
        with node(store, "together") as running:
            begin(running)
            until = time.monotonic() + PATIENCE
            while scheduled(store, tenant).total() == before and time.monotonic() < until:
                time.sleep(0.001)

            running.kill()

    left = number - scheduled(store, tenant).total()
    moved = store.run(run_schedule)

    assert moved is not None
    assert [each.versions for each in moved] == ([left] if left else [])
    check_all_moved_once(store, tenant, number)
    place = "PostgreSQL" if store.settings.database else "SQLite"
    record("a node killed while it runs the schedule", KILLS, "each version moved on once", place=place, left=left)
