"""`facetstore schedule run`: the number on stdout, words on stderr, an exit code for programs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from facetstore.exchange.bundle_import import import_bundle
from facetstore.storage.store import SqlStorage
from tests.support.bundles import process, source
from tests.support.storages import ENGINES, Store, new_store


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return new_store(request, tmp_path, request.param)


def fill(store: Store, name: str, *dates: str) -> None:
    tenant = store.new_tenant(name)
    records = [
        process(f"p{number}", state="released", number="1.0", attributes={"validFrom": {"127": date}})
        for number, date in enumerate(dates)
    ]
    store.run(lambda storage: import_bundle(storage, tenant, source(*records)))


def run(store: Store) -> tuple[int, str, str]:
    place = ["--database", store.settings.database] if store.settings.database else ["--data", str(store.settings.data)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
    command = [sys.executable, "-m", "facetstore.cli.main", "schedule", "run", *place]
    ended = subprocess.run(command, env=kept, capture_output=True, text=True, check=False, timeout=120)
    return ended.returncode, ended.stdout, ended.stderr


def test_what_is_due_moves_on_and_is_counted(store: Store) -> None:
    fill(store, "one", "2020-01-01T00:00:00", "2021-01-01T00:00:00", "2999-01-01T00:00:00")
    fill(store, "two", "2020-01-01T00:00:00")
    fill(store, "none", "2999-01-01T00:00:00")

    first, second = run(store), run(store)

    assert first == (0, "3\n", "test/one: 2 moved on.\ntest/two: 1 moved on.\n")
    assert second == (0, "0\n", "")


def test_a_tenant_that_fails_is_named_after_the_others_are_done(store: Store) -> None:
    fill(store, "bad", "2020-01-01T00:00:00")
    fill(store, "good", "2020-01-01T00:00:00")

    async def break_(storage: SqlStorage) -> None:
        async with storage.engine.transaction() as session:
            text = "UPDATE tenant SET additions = :broken WHERE address = 'test/bad'"
            await session.fetch(text, {"broken": '{"types": {"supplier": {}}}'})

    store.run(break_)

    code, out, err = run(store)

    assert (code, out) == (1, "1\n")
    assert "test/good: 1 moved on.\n" in err
    assert "Error: test/bad: " in err
    assert "Traceback" not in err
