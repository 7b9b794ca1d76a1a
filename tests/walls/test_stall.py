"""The stall test: while the costliest requests that a search finds run against one tenant, another one does not notice."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from facetstore.exchange.generate import generate
from tests.reliability.nodes import ROOT, waiting_seconds
from tests.rest.conftest import settings_of
from tests.support.proof import LONG, record, sampled
from tests.walls.costly_requests import Place, Request
from tests.walls.processes import processor_seconds
from tests.walls.search_costly import Kept, find_costliest
from tests.walls.served import Served, serving

KINDS: Final = 30
ELEMENTS: Final = sampled(30_000, 1_000)
ROUNDS: Final = sampled(400, 15)
ATTACK_SECONDS: Final = sampled(60, 2)
INTERVAL: Final = 0.01
READ_SECONDS: Final = 0.05 if LONG else 0.5
LIVE_SECONDS: Final = 0.1 if LONG else 0.5
"""What is promised on a machine of its own. Tests share theirs: what a process waits for a processor is taken off, and what is left
may still be some times as much."""
SMALL: Final = 20_000
"""Bytes that a request may have without being thought less of: beyond them, cost is counted for each byte."""
ELEMENT: Final = "rest/facets/processes/views/detail/elements"


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def attacked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service of one worker, with nothing else to do."""
    folder = tmp_path_factory.mktemp("stall")
    yield from serving(settings_of(request, folder, request.param), folder, 1)


@dataclass
class Attack:
    """One tenant under attack, and another one that reads."""

    served: Served
    victim: str
    neighbour: str

    def address(self, each: Request) -> str:
        return f"/{self.victim}/_api/{each.path}"

    def headers(self, each: Request) -> dict[str, str]:
        token = self.served.database.tokens[self.victim, each.who]
        return {"symbio-auth-token": token, "content-type": "application/json", **each.headers}

    def cost(self, each: Request) -> float:
        """Processor time of the service for each byte; on PostgreSQL, which works in processes of its own, time by the clock."""
        is_sqlite = self.served.engine == "sqlite"
        before = processor_seconds(self.served.node.pid) if is_sqlite else time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.served.node.port, timeout=120)
        try:
            connection.request(each.method, self.address(each), each.body and each.body.encode(), self.headers(each))
            response = connection.getresponse()
            response.read()
            assert response.status < 500 or response.status == 503, (response.status, each.kind, each.path[:300])
        except (BrokenPipeError, ConnectionResetError, http.client.RemoteDisconnected):
            pass  # refused before the body was sent to its end
        finally:
            connection.close()
        spent = (processor_seconds(self.served.node.pid) if is_sqlite else time.monotonic()) - before
        return spent / (SMALL + each.size)

    def run(self, found: list[Kept], file: Path) -> "subprocess.Popen[str]":
        """Send these without a break, from another process."""
        written = [
            {
                "method": each.method,
                "path": self.address(each),
                "body": each.body,
                "headers": self.headers(each),
            }
            for _, _, each in found
        ]
        file.write_text(json.dumps(written), encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "tests.walls.attack",
            str(self.served.node.port),
            str(file),
            str(ATTACK_SECONDS),
        ]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


class Probe:
    """Reads as a caller who has nothing to do with it, and measures how long that takes."""

    def __init__(self, attack: Attack) -> None:
        served = attack.served
        self._pid = served.node.pid
        self._connection = http.client.HTTPConnection("127.0.0.1", served.node.port, timeout=120)
        self._token = served.database.tokens[attack.neighbour, "viewer"]
        self._path = f"/{attack.neighbour}/_api/{ELEMENT}"
        self._element = self._ids()[0]

    def _ids(self) -> list[str]:
        self._connection.request("GET", f"{self._path}?$pageSize=1", headers={"symbio-auth-token": self._token})
        return [each["id"] for each in json.loads(self._connection.getresponse().read())["elements"]]

    def close(self) -> None:
        self._connection.close()

    def read(self, number: int) -> float:
        """Read an element; the number makes an answer that is not cached."""
        return self._timed(f"{self._path}/{self._element}?n={number}")

    def live(self) -> float:
        return self._timed("/_health/live")

    def _timed(self, path: str) -> float:
        """Seconds, without the time that the event loop and this process waited for a processor."""
        waited, began = self._waiting(), time.monotonic()
        self._connection.request("GET", path, headers={"symbio-auth-token": self._token})
        response = self._connection.getresponse()
        response.read()
        seconds = time.monotonic() - began
        assert response.status == 200
        return max(0.0, seconds - (self._waiting() - waited))

    def _waiting(self) -> float:
        return waiting_seconds(self._pid) + waiting_seconds(os.getpid())


@pytest.mark.timeout(3600)
def test_the_costliest_requests_that_a_search_finds_keep_no_other_tenant_waiting(
    attacked: Served, tmp_path: Path
) -> None:
    attack = prepare(attacked)
    place = Place(element_ids(attacked, attack.victim))
    found = find_costliest(place, attack.cost, ROUNDS, Random(16))[:KINDS]
    assert len(found) == KINDS

    reads, lives = list[float](), list[float]()
    with closing(Probe(attack)) as probe:
        attacking = attack.run(found, tmp_path / "requests.json")
        while attacking.poll() is None:
            reads += as_if_asked_steadily(probe.read(len(reads)))
            lives.append(probe.live())
            time.sleep(INTERVAL)
    statuses = json.loads(attacking.communicate()[0])

    slowest = sorted(reads)[int(len(reads) * 0.99) - 1]
    figures = {
        "engine": attacked.engine,
        "elements": ELEMENTS,
        "read p99 ms": round(1000 * slowest, 1),
        "live max ms": round(1000 * max(lives), 1),
        "costly requests": sum(statuses.values()),
    }
    record("The costliest requests keep no other tenant waiting", len(reads), "held", **figures)
    assert not {status for status in map(int, statuses) if status >= 500} - {503}, statuses
    assert slowest < READ_SECONDS, (figures, [(round(1e6 * cost), each.kind, genes) for cost, genes, each in found[:8]])
    assert max(lives) < LIVE_SECONDS, figures


def as_if_asked_steadily(seconds: float) -> list[float]:
    """A time, and what others would have waited who ask at regular intervals: else one long wait counts as little as a short one."""
    return [seconds - number * INTERVAL for number in range(1 + int(seconds / INTERVAL))]


def prepare(served: Served) -> Attack:
    victim = served.new_tenant()
    tenant = served.database.tenant(victim)
    served.database.run(generate(served.database.storage, tenant, elements=ELEMENTS))
    return Attack(served, victim, served.new_tenant())


def element_ids(served: Served, tenant: str) -> list[str]:
    answers: list[dict[str, Any]] = [
        served.ask(tenant, "administrator", f"rest/facets/{facet}/views/detail/elements?$pageSize=1000").json()
        for facet in ("processes", "systems")
    ]
    return [each["id"] for answer in answers for each in answer.get("elements", ())]
