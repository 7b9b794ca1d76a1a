"""One token, two processes: together they never let more through than the limit, and never refuse a caller who keeps to it."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.buckets import Limit
from tests.reliability.clients import Caller, Client
from tests.reliability.nodes import Node, engine_of
from tests.reliability.tenants import filled
from tests.support.forking import SERVICE
from tests.support.patience import START_SECONDS
from tests.support.proof import LONG, record
from tests.support.storages import ENGINES, new_store

LIMIT: Final = Limit(rate=50, burst=100)
SECONDS: Final = 20.0 if LONG else 3.0
CLIENTS: Final = 4
"""Connections to each process: enough for much more than the rate."""


class Serving(NamedTuple):
    """Two processes that answer, by the clients that are connected to each."""

    settings: Settings
    clients: Sequence[Sequence[Client]]


@contextmanager
def serving(settings: Settings, folder: Path, caller: Caller) -> Iterator[Serving]:
    """PostgreSQL: two servers; SQLite: one server with two workers."""
    limit = ("--rate-limit", str(LIMIT.rate), "--rate-burst", str(LIMIT.burst))
    count, options = (2, limit) if settings.database else (1, (*limit, "--workers", "2"))
    nodes = [Node(settings, folder / f"{number}.log", SERVICE, options) for number in range(count)]
    with ExitStack() as stack:
        for node in nodes:
            stack.callback(node.stop)
            node.start()
        yield Serving(settings, connected(stack, nodes, caller))


def connected(stack: ExitStack, nodes: Sequence[Node], caller: Caller) -> list[list[Client]]:
    """Enough clients of each process: the first part of a request's id shows which one has answered."""
    found: dict[str, list[Client]] = {}
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        for node in nodes:
            client = node.client(caller)
            of_process = found.setdefault(client.process(), [])
            if len(of_process) < CLIENTS:
                of_process.append(stack.enter_context(client))
            else:
                client.close()
        if len(found) == 2 and min(map(len, found.values())) == CLIENTS:
            return list(found.values())
    raise AssertionError("One process answers everything.")


@pytest.fixture(params=ENGINES)
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Serving]:
    settings = new_store(request, tmp_path / "data", request.param).settings
    with serving(settings, tmp_path, filled(settings, "limited")) as started:
        yield started


def as_often_as_possible(client: Client, until: float) -> list[tuple[float, float]]:
    """Between which moments each request that was let through was so."""
    let_through = []
    while (sent := time.monotonic()) < until:
        if client.get("rest/info").status == 200:
            let_through.append((sent, time.monotonic()))
    return let_through


def test_two_processes_never_let_more_through_than_the_limit(service: Serving) -> None:
    clients = [client for each in service.clients for client in each]
    began = time.monotonic()
    with ThreadPoolExecutor(len(clients)) as pool:
        spans = list(pool.map(lambda client: as_often_as_possible(client, began + SECONDS), clients))
    let_through = sorted(span for each in spans for span in each)
    passed = time.monotonic() - began

    assert len(let_through) <= LIMIT.burst + LIMIT.rate * passed
    assert len(let_through) >= LIMIT.rate * (passed - 1), "It refused more than it had to."
    assert all(any(each) for each in (spans[:CLIENTS], spans[CLIENTS:])), "One process let nothing through."
    record(
        "requests of one token to two processes", len(let_through), "never more than burst + rate × time",
        place=engine_of(service.settings), rate=LIMIT.rate, burst=LIMIT.burst, seconds=round(passed, 1),
    )  # fmt: skip


def test_two_processes_refuse_no_caller_who_keeps_to_the_rate(service: Serving) -> None:
    one, other = service.clients[0][0], service.clients[1][0]
    # The workers of SQLite have half of the rate each: what one of them gets has to keep to that.
    to_other = 3 if service.settings.database else 2
    statuses = []
    began = time.monotonic()
    for number in range(int(SECONDS * LIMIT.rate)):
        time.sleep(max(0.0, began + number / LIMIT.rate - time.monotonic()))
        statuses.append((other if number % to_other else one).get("rest/info").status)

    assert set(statuses) == {200}
