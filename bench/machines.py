"""What programs cost that read for people: `python -m bench.machines FOLDER|URL [ELEMENTS] [PART…]` fills a database if it is empty, and
measures tools of agents against reads of the interface, searches, the OData feed, and what a service that does nothing takes."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final
from urllib.parse import quote

import msgspec

from bench.dataset import ADDRESS, FACET, REFERENCES, Dataset, make_dataset
from bench.load import Client, check, cpu_seconds, request_bytes
from bench.processes import process
from bench.sizes import settle
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings, read_settings

Call = tuple[str, Mapping[str, object]]
"""A tool, and its arguments."""

ROUNDS: Final = 7
CALLS: Final = 400
SEARCHES: Final = 200
_NOTHING: Final = "unauffindbar"


def main() -> None:
    place, elements = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    dataset = asyncio.run(_filled(place, elements))
    for name in sys.argv[3:] or PARTS:
        with process("bench.service", "0", place) as (port, pid):
            for line in PARTS[name](Asking(dataset, port, pid)):
                print(f"{name}: {line}", flush=True)


class Asking:
    """Asks a service, and measures what its process spends."""

    def __init__(self, dataset: Dataset, port: int, pid: int) -> None:
        self.dataset, self.port, self.pid = dataset, port, pid
        self.headers = {"authorization": f"Bearer {dataset.token}", "user-agent": "bench", "accept": "*/*"}

    def client(self, connections: int = 1) -> Client:
        return Client(self.port, connections)

    def read(self, path: str) -> bytes:
        return request_bytes(f"/{ADDRESS}/_api/{path}", self.headers, self.port)

    def call(self, tool: str, arguments: Mapping[str, object]) -> bytes:
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        return request_bytes(f"/{ADDRESS}/mcp", self.headers, self.port, msgspec.json.encode(asked))

    def spent(self, requests: Sequence[bytes], count: int) -> float:
        """CPU microseconds of the service for one of these requests."""
        client, began = self.client(8), cpu_seconds(self.pid)
        client.many(requests, count)
        client.close()
        return (cpu_seconds(self.pid) - began) / count * 1e6

    def memory(self, kind: str) -> float:
        """Memory of the service in MB, now (VmRSS) or at most so far (VmHWM)."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1000 for line in lines if line.startswith(f"{kind}:"))


async def _filled(place: str, elements: int) -> Dataset:
    async with opened_storage(_settings(place)) as storage:
        dataset = await make_dataset(storage, elements)
        await settle(storage)
        return dataset


def _settings(place: str) -> Settings:
    return read_settings(database=place) if "://" in place else read_settings(Path(place))


def _tools(asking: Asking) -> Iterator[str]:
    """Each tool and reads beside it, with the cache off: the middle of some rounds that take turns."""
    ids = asking.dataset.elements[:100]
    detail = [f"rest/facets/{FACET}/views/detail/elements/{each}" for each in ids]
    words = [f"{number % 90 + 10}" for number in range(100)]
    pairs: Mapping[str, tuple[Sequence[str], Sequence[Call]]] = {
        "read, beside the element alone": (detail, _calls("read", ids)),
        "read, beside the element and what it refers to": (
            [f"{each}?$expandRelated={','.join(REFERENCES)}" for each in detail],
            _calls("read", ids),
        ),
        "impact_of": ([f"{each}/usages" for each in detail], _calls("impact_of", ids)),
        "why_blocked, beside the names of the transitions": (
            [f"release/{each}/transitions" for each in ids],
            _calls("why_blocked", ids),
        ),
        "why_blocked, beside the transitions explained": (
            [f"release/{each}/transitions?explain=true" for each in ids],
            _calls("why_blocked", ids),
        ),
        "find": (
            [f"rest/search?q={each}&$pageSize=5" for each in words],
            [("find", {"words": each}) for each in words],
        ),
    }
    for name, (paths, calls) in pairs.items():
        reads, tools = [asking.read(each) for each in paths], [asking.call(*each) for each in calls]
        asking.spent([*reads, *tools], CALLS)
        rounds = [(asking.spent(reads, CALLS), asking.spent(tools, CALLS)) for _ in range(ROUNDS)]
        read, tool = sorted(rounds, key=lambda each: each[1] - each[0])[ROUNDS // 2]
        yield f"{name}: read {read:.0f} µs, tool {tool:.0f} µs, {tool - read:+.0f} µs (wanted at most +250)"


def _calls(tool: str, ids: Sequence[str]) -> list[Call]:
    return [(tool, {"element": each}) for each in ids]


def _searches(asking: Asking) -> Iterator[str]:
    """The time until each answer came, and the CPU of the service for it; answers are not kept."""
    client = asking.client()
    for name, words in _questions(_names(asking, client)).items():
        requests = [asking.read(f"rest/search?q={quote(each)}&$pageSize=10") for each in words]
        check(client.one(requests[0]))
        waited, began = list[float](), cpu_seconds(asking.pid)
        for each in requests:
            at = time.perf_counter()
            check(client.one(each))
            waited.append((time.perf_counter() - at) * 1000)
        cpu = (cpu_seconds(asking.pid) - began) * 1000 / len(requests)
        p95 = quantiles(waited, n=20)[-1]
        yield f"{name}: median {median(waited):.1f} ms, p95 {p95:.1f} ms, mean CPU of the service {cpu:.1f} ms"


def _names(asking: Asking, client: Client) -> list[str]:
    """Names of elements from everywhere in the largest lists."""
    found = []
    for facet in ("processes", "it", "documents", "organization"):
        for page in (1, 20, 40):
            answer = client.one(asking.read(f"rest/facets/{facet}/views/list/elements?$page={page}&$pageSize=40"))
            if answer.status == 200:
                rows: list[Any] = msgspec.json.decode(answer.body)["elements"]
                found += [name for each in rows for name in each["attributes"].get("name", {}).values()]
    return sorted({each for each in found if each})


def _questions(names: Sequence[str]) -> Mapping[str, Sequence[str]]:
    random_ = random.Random(26)

    def made(change: Callable[[str], str]) -> list[str]:
        return [change(random_.choice(names)) for _ in range(SEARCHES)]

    def word(name: str) -> str:
        return max(name.split(), key=len)

    kinds = {
        "whole names": made(lambda name: name),
        "a word of a name": made(word),
        "the beginning of a word": made(lambda name: word(name)[: random_.randint(2, 5)]),
        "another ending": made(lambda name: f"{word(name)}en"),
        "a slip of the pen": made(lambda name: f"{word(name)[:2]}{word(name)[3:]}"),
        "found nowhere": made(lambda name: f"{_NOTHING}{random_.randint(0, 99)}"),
    }
    return {**kinds, "all kinds": [each for words in kinds.values() for each in words[: SEARCHES // len(kinds)]]}


def _feed(asking: Asking) -> Iterator[str]:
    """All elements by the feed, page by page, then as one file."""
    before = asking.memory("VmRSS")
    client, rows, pages = asking.client(), 0, 0
    path: str | None = f"/{ADDRESS}/_api/rest/odata/Elements"
    while path is not None:
        page = msgspec.json.decode(check(client.one(request_bytes(path, asking.headers, asking.port))).body)
        rows, pages, link = rows + len(page["value"]), pages + 1, page.get("@odata.nextLink")
        path = None if link is None else "/" + link.split("/", 3)[3]
    yield f"{rows:,} rows in {pages} pages: at most {asking.memory('VmHWM'):.0f} MB, {before:.0f} MB before"


def _idle(asking: Asking) -> Iterator[str]:
    yield f"start {cpu_seconds(asking.pid):.2f} s of CPU until it listens, {asking.memory('VmRSS'):.0f} MB"
    check(asking.client().one(asking.read("rest/facets")))
    yield f"after one request {asking.memory('VmRSS'):.0f} MB"


PARTS: Final[Mapping[str, Callable[[Asking], Iterator[str]]]] = {
    "idle": _idle,
    "tools": _tools,
    "searches": _searches,
    "feed": _feed,
}


if __name__ == "__main__":
    main()
