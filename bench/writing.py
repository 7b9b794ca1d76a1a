"""What writing costs: changes of one attribute by many at once, an import, and a large diagram, on either engine."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Final

import msgspec

from bench.load import Client, check, cpu_seconds, request_bytes
from bench.processes import process, raw_server
from bench.sizes import settle
from bench.writing_data import (
    ADDRESS,
    CHANGED,
    FACET,
    PROCESSES,
    draft_ids,
    make_tenant,
    process_id,
    read_bundle,
    write_bundle,
)
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.memory import collect_rarely
from facetstore.bootstrap.settings import Settings
from facetstore.exchange.bundle_import import import_bundle

WRITERS: Final = 16
UPDATES: Final = 2400
"""How many changes are made in a round."""
ROUNDS: Final = 3
SHAPES: Final = 500

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Written:
    """One figure and its limit: at most, or at least; None: no limit."""

    what: str
    figure: float
    most: float | None = None
    least: float | None = None

    @property
    def wanted(self) -> str:
        if self.most is not None:
            return f"≤ {self.most:,.0f}"
        return f"≥ {self.least:,.0f}" if self.least is not None else ""


@dataclass(frozen=True, slots=True)
class Floors:
    """What an engine must reach: CPU microseconds of the service a change, and elements imported in a second."""

    update: float
    imported: float


FLOORS: Final = {"SQLite": Floors(700, 2000), "PostgreSQL": Floors(1000, 800)}
RAW: Final = 43
"""CPU microseconds of a request to a raw ASGI application where the floors come from: machines differ, and so does one by the hour."""
CONTENT_FLOOR: Final = 150
"""Milliseconds for the shapes of a diagram."""


def measure_writing(engine: str, settings: Settings, elements: int, say: Say) -> list[Written]:
    """Import first, which also fills the tenant for the rest."""
    floors, found = FLOORS[engine], list[Written]()

    def note(written: Written) -> None:
        found.append(written)
        say(f"{written.what}: {written.figure:,.0f} {written.wanted}")

    tokens, speed = asyncio.run(_import(settings, elements))
    note(Written("import, elements a second", speed, least=floors.imported))
    place = settings.database or str(settings.data)
    with process("bench.service", "64", place) as (port, pid):
        by_token = [{"symbio-auth-token": each, "user-agent": "bench", "accept": "*/*"} for each in tokens]
        spent, raw, rate = _updates(port, pid, _update_requests(elements, by_token[:1]))
        note(Written("import of an element, in raw requests", 1e6 / speed / raw, most=1e6 / floors.imported / RAW))
        change = f"change of one attribute, {WRITERS} writers"
        note(Written(f"{change}, CPU µs", spent, most=floors.update))
        note(Written(f"{change}, in raw requests", spent / raw, most=floors.update / RAW))
        note(Written(f"{change}, a second", rate))
        spent, raw, _ = _updates(port, pid, _update_requests(elements, by_token))
        note(Written("the same, a token for each writer, in raw requests", spent / raw))
        took = _diagrams(port, [_content_request(process_id(number), by_token[0]) for number in range(PROCESSES)])
        note(Written(f"diagram of {SHAPES} shapes, ms", took * 1000, most=CONTENT_FLOOR))
    return found


async def _import(settings: Settings, elements: int) -> tuple[list[str], float]:
    """Tokens of the new tenant, one for each writer, and how many elements a second were imported into it, from a file, until all are
    durable: as the command line does."""
    collect_rarely()
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder) / "bundle.jsonl"
        write_bundle(bundle, elements)
        async with opened_storage(settings) as storage:
            tenant, tokens = await make_tenant(storage, WRITERS)
            began = time.perf_counter()
            await import_bundle(storage, tenant, lambda: read_bundle(bundle))
            took = time.perf_counter() - began
            await settle(storage)
    return tokens, elements / took


def _update_requests(elements: int, by_token: Sequence[dict[str, str]]) -> list[bytes]:
    """Changes of one attribute in one culture, each of another element than those before, with another text than it has; by those
    who have these headers, in turn."""
    path = f"/{ADDRESS}/_api/rest/facets/{FACET}/views/detail/elements"
    ids = islice(cycle(draft_ids(elements)), UPDATES * ROUNDS)
    return [
        request_bytes(path, headers, 0, _update(id_, f"Angebot {number} mit {len(by_token)} anderen Worten"))
        for number, (id_, headers) in enumerate(zip(ids, cycle(by_token), strict=False))
    ]


def _update(id_: str, text: str) -> bytes:
    return msgspec.json.encode({"elements": [{"id": id_, "attributes": {CHANGED: {"1031": text}}}]})


def _updates(port: int, pid: int, requests: Sequence[bytes]) -> tuple[float, float, float]:
    """CPU microseconds of the service a change, and of a raw ASGI application that gives the same answers, in the round in which
    the service fared best against it; and the most changes a second."""
    client = Client(port, WRITERS)
    answer = check(client.one(requests[0]))
    path = requests[0].split(b" ")[1].decode()
    rounds = list[tuple[float, float, float]]()
    with raw_server({f"{path}?": answer}) as (raw_port, raw_pid):
        raw = Client(raw_port, WRITERS)
        for start in range(0, len(requests), UPDATES):
            batch = requests[start : start + UPDATES]
            rounds.append((*_spent(client, pid, batch), _spent(raw, raw_pid, batch)[0]))
        raw.close()
    client.close()
    spent, _, base = min(rounds, key=lambda each: each[0] / each[2])
    return spent, base, max(rate for _, rate, _ in rounds)


def _spent(client: Client, pid: int, requests: Sequence[bytes]) -> tuple[float, float]:
    """CPU microseconds a request, and how many were answered in a second."""
    before, began = cpu_seconds(pid), time.perf_counter()
    client.many(requests, len(requests))
    took = time.perf_counter() - began
    return (cpu_seconds(pid) - before) / len(requests) * 1e6, len(requests) / took


def _content_request(process: str, headers: dict[str, str]) -> bytes:
    """A flow of new tasks, one behind the other."""
    items = [
        {
            "shapeInfo": {"index": number, "predecessors": [number - 1] if number else []},
            "element": {
                "type": "task",
                "attributes": {"name": {"1031": f"Schritt {number}", "1033": f"Step {number}"}},
            },
        }
        for number in range(SHAPES)
    ]
    path = f"/{ADDRESS}/_api/rest/facets/processes/views/detail/elements/{process}/content"
    return request_bytes(path, headers, 0, msgspec.json.encode({"values": items}))


def _diagrams(port: int, requests: Sequence[bytes]) -> float:
    """The least seconds that drawing one takes; the first one also warms the service up."""
    client, took = Client(port, 1), []
    for request in requests:
        began = time.perf_counter()
        check(client.one(request))
        took.append(time.perf_counter() - began)
    client.close()
    return min(took)
