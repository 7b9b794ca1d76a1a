"""A server runs the schedule by itself: when it starts, and every minute, beside its requests."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from facetstore.bootstrap import scheduler
from facetstore.bootstrap.scheduler import keep_schedule
from facetstore.domain.callers import Role
from facetstore.domain.tenant import address_of
from facetstore.exchange.bundle_import import import_bundle
from facetstore.rest.wire.monitoring import RequestLog
from facetstore.storage.store import SqlStorage
from facetstore.usecases.release.scheduling import run_schedule
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.support.bundles import guid, process, source
from tests.support.patience import START_SECONDS
from tests.support.plain_http import NO_CERTIFICATES
from tests.support.postgres import free_port
from tests.support.storages import BOTH_LANGUAGES, ENGINES, Store, new_store

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = START_SECONDS
DUE: Final = 45
"""More than one transaction holds."""


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return new_store(request, tmp_path, request.param)


def day(offset: int) -> str:
    """The local day of a tenant in UTC, so many days from now."""
    return f"{(datetime.now(UTC) + timedelta(days=offset)).date().isoformat()}T00:00:00"


def released(name: str, offset: int) -> dict[str, object]:
    return process(name, state="released", number="1.0", attributes={"validFrom": {"127": day(offset)}})


def fill(store: Store, **records: int) -> str:
    """A tenant with released versions, each valid from so many days from now; returns a token."""
    given = [released(name, offset) for name, offset in records.items()]

    async def work(storage: SqlStorage) -> str:
        place = address_of("test", "one")
        tenant = await create_tenant(storage, place, replace(BOTH_LANGUAGES, time_zone="UTC"))
        await import_bundle(storage, tenant, source(*given))
        return await create_token(storage, serve(tenant), "test", Role.EDITOR)

    return store.run(work)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, and its log."""

    process: subprocess.Popen[bytes]
    base: str
    log: Path
    token: str

    def states(self) -> dict[str, str]:
        """By the name of the process."""
        answer = httpx.get(
            f"{self.base}/test/one/_api/rest/facets/processes/views/list/elements",
            headers={"symbio-auth-token": self.token},
            verify=NO_CERTIFICATES,
        )
        assert answer.status_code == 200, answer.text
        found = answer.json()["elements"]
        return {each["attributes"]["name"]["1033"].removeprefix("Process "): each["state"] for each in found}

    def wait_for(self, states: Mapping[str, str]) -> None:
        until = time.monotonic() + PATIENCE
        while (found := self.states()) != states:
            assert time.monotonic() < until, found
            time.sleep(0.02)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) in (0, -signal.SIGTERM)

    def events(self) -> list[dict[str, Any]]:
        lines = [json.loads(each) for each in self.log.read_text().splitlines() if each.startswith("{")]
        return [each for each in lines if "event" in each]


@contextlib.contextmanager
def serving(store: Store, token: str, folder: Path, *options: object) -> Iterator[Server]:
    port, log = free_port(), folder / "serve.log"
    place = ["--database", store.settings.database] if store.settings.database else ["--data", store.settings.data]
    command = [sys.executable, "-m", "facetstore.cli.main", "serve", "--port", port, *place, *options]
    ours = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
    with log.open("wb") as file:
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        running = subprocess.Popen(
            list(map(str, command)), cwd=ROOT, env=ours | {"PYTHONPATH": paths}, stdout=file, stderr=file
        )
        try:
            yield Server(running, wait_until_ready(port, running, log), log, token)
        finally:
            running.kill()
            running.wait(PATIENCE)


def wait_until_ready(port: int, running: subprocess.Popen[bytes], log: Path) -> str:
    base, until = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
    while time.monotonic() < until and running.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{base}/_health/ready", verify=NO_CERTIFICATES).is_success:
                return base
        time.sleep(0.02)
    raise RuntimeError(f"The server did not start:\n{log.read_text()}")


def kinds(store: Store, names: Iterable[str]) -> set[tuple[str, ...]]:
    """The kinds of changes in the histories of elements, from the last change back."""
    key = store.tenant().key

    async def work(storage: SqlStorage) -> set[tuple[str, ...]]:
        return {tuple([each.kind for each in await storage.history(key, guid(name), 9, 0)]) for name in names}

    return store.run(work)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_catches_up_when_it_starts(store: Store, tmp_path: Path, workers: int) -> None:
    overdue = {f"p{number}": -1 - number % 10 for number in range(DUE)}
    # Nothing that becomes due at the next midnight: it may pass while the server starts.
    token = fill(store, **overdue, tomorrow=1, later=10)

    with serving(store, token, tmp_path, "--workers", workers) as server:
        server.wait_for({**dict.fromkeys(overdue, "inEffect"), "tomorrow": "released", "later": "released"})
        server.stop()

    events = server.events()
    assert {(each["event"], each["tenant"]) for each in events} == {("schedule", "test/one")}
    assert sum(each["versions"] for each in events) == DUE
    assert [each for each in events if "fault" in each] == []
    assert kinds(store, overdue) == {("release.scheduled", "imported")}


def test_a_server_that_is_stopped_while_it_catches_up_leaves_the_rest_to_the_next_run(
    store: Store, tmp_path: Path
) -> None:
    overdue = {f"p{number}": -1 for number in range(10 * DUE)}
    token = fill(store, **overdue)

    with serving(store, token, tmp_path) as server:
        server.stop()

    assert "Traceback" not in server.log.read_text()
    store.run(run_schedule)
    assert kinds(store, overdue) == {("release.scheduled", "imported")}


class Heard(RequestLog):
    """The events of the schedule that are logged, handed over as they come."""

    def __init__(self) -> None:
        super().__init__(enabled=False)
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def event(self, name: str, **fields: object) -> None:
        if name == "schedule":
            self._events.put_nowait({"event": name, **fields})

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self._events.get(), PATIENCE)


@contextlib.asynccontextmanager
async def kept(storage: SqlStorage) -> AsyncIterator[Heard]:
    """The schedule is kept for the time of a block."""
    log = Heard()
    running = asyncio.create_task(keep_schedule(storage, log))
    yield log
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
def short_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "_PERIOD", 0.02)


@pytest.mark.usefixtures("short_minutes")
def test_what_becomes_due_later_moves_on_at_one_of_the_next_minutes(store: Store) -> None:
    fill(store, first=-1)
    tenant = store.tenant()

    async def work(storage: SqlStorage) -> list[dict[str, Any]]:
        async with kept(storage) as log:
            first = await log.next()
            await import_bundle(storage, tenant, source(released("second", -1), released("third", -2)))
            return [first, await log.next()]

    assert store.run(work) == [
        {"event": "schedule", "tenant": "test/one", "versions": 1},
        {"event": "schedule", "tenant": "test/one", "versions": 2},
    ]


@pytest.mark.usefixtures("short_minutes")
def test_a_run_that_fails_is_reported_and_the_next_one_comes(store: Store) -> None:
    """The table it looks into is away for a while."""
    fill(store, p=-1)

    async def rename(storage: SqlStorage, old: str, new: str) -> None:
        async with storage.engine.transaction() as session:
            await session.execute_script(f"ALTER TABLE {old} RENAME TO {new}")

    async def work(storage: SqlStorage) -> list[dict[str, Any]]:
        await rename(storage, "version", "elsewhere")
        async with kept(storage) as log:
            events = [await log.next(), await log.next()]
            await rename(storage, "elsewhere", "version")
            while "fault" in events[-1]:
                events.append(await log.next())
        return events

    *faults, done = store.run(work)

    assert all("version" in each["fault"] and "tenant" not in each for each in faults)
    assert done == {"event": "schedule", "tenant": "test/one", "versions": 1}


@pytest.mark.usefixtures("short_minutes")
def test_a_tenant_that_fails_is_reported_with_its_name_by_every_run(store: Store) -> None:
    fill(store, p=-1)

    async def work(storage: SqlStorage) -> list[dict[str, Any]]:
        async with storage.engine.transaction() as session:
            await session.fetch("UPDATE tenant SET additions = :broken", {"broken": '{"types": {"supplier": {}}}'})
        async with kept(storage) as log:
            return [await log.next(), await log.next()]

    for each in store.run(work):
        assert (each["tenant"], each["versions"]) == ("test/one", 0)
        assert "MetamodelErrors" in each["fault"]
