"""What open streams cost while nothing happens: memory, and the reads beside them. And how soon a change reaches them."""

import http.client
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from facetstore.usecases.feed.waking import MOST_OF_PRINCIPAL
from tests.rest.editing.archive import OFFERS
from tests.support import company
from tests.support.proof import LONG, record, sampled
from tests.walls.rooms import Room
from tests.walls.served import Served
from tests.walls.test_streams import Stream, news, rename, streaming

STREAMS: Final = sampled(350, 60)
BYTES_OF_ONE: Final = 30_000 if LONG else 60_000
READS: Final = sampled(330, 60)
CHANGES: Final = sampled(100, 10)
ROLES: Final = ("viewer", "editor", "administrator")
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def memory(served: Served) -> int:
    """Bytes that the processes of a service hold."""
    pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in served.node.pids]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


def processor_seconds(served: Served) -> float:
    """Of all its processes so far."""
    found = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in served.node.pids]
    return sum(int(each[11]) + int(each[12]) for each in found) / _TICKS


def read_lists(served: Served, tenant: str, first: int) -> float:
    """Processor seconds of the service for reads of lists, none of which was asked for before."""
    began = processor_seconds(served)
    for size in range(first, first + READS):
        answer = served.ask(
            tenant, "editor", f"rest/facets/processes/views/list/elements?$pageSize={size}", method="GET"
        )
        assert answer.status == 200, answer.body
    return processor_seconds(served) - began


def callers(served: Served, count: int) -> list[tuple[str, str]]:
    """So many tenants and roles, one for each stream, in tenants that the service has in memory."""
    tenants = [served.new_tenant() for _ in range(-(-count // (MOST_OF_PRINCIPAL * len(ROLES))))]
    found = [(tenant, role) for tenant in tenants for role in ROLES]
    for tenant, role in found:
        assert served.ask(tenant, role, "rest/live", method="GET").status == 200
    return [each for each in found for _ in range(MOST_OF_PRINCIPAL)][:count]


@contextmanager
def opened(served: Served, tenant: str, role: str) -> Iterator[Stream]:
    """The stream of a page that has begun."""
    connection = http.client.HTTPConnection("127.0.0.1", served.node.port, timeout=300)
    token = served.database.tokens[tenant, role]
    headers = {"accept": "text/event-stream", "symbio-auth-token": token}
    try:
        connection.request("GET", f"/{tenant}/_api/rest/live", headers=headers)
        stream = Stream(connection.getresponse())
        assert stream.block() == {"retry": "2000"}
        assert stream.block() is not None
        yield stream
    finally:
        connection.close()


@contextmanager
def idle(served: Served, who: Sequence[tuple[str, str]]) -> Iterator[None]:
    """A stream for each of these callers."""
    with ExitStack() as all_of_them:
        for tenant, role in who:
            all_of_them.enter_context(opened(served, tenant, role))
        yield


def test_idle_streams_take_little_memory_and_reads_beside_them_cost_no_more(served: Served) -> None:
    if served.workers > 1:
        return  # one process is measured
    tenant, who = served.new_tenant(), callers(served, STREAMS)
    with idle(served, who[:MOST_OF_PRINCIPAL]):  # what the first ones take stays
        read_lists(served, tenant, 1)
    alone, before = read_lists(served, tenant, 1 + READS), memory(served)
    with idle(served, who):
        each = (memory(served) - before) / STREAMS
        beside = read_lists(served, tenant, 1 + 2 * READS)
    assert each <= BYTES_OF_ONE
    record(
        "idle streams of pages on one process",
        STREAMS,
        "their memory, and the CPU of reads beside them",
        kilobytes_each=round(each / 1000, 1),
        reads_cost=round(beside / max(alone, 0.01), 2),
        engine=served.engine,
    )


def change_again_and_again(served: Served, tenant: str, stream: Stream, name: str) -> float:
    """Processor seconds of the service for changes of one element, each of which wakes all streams."""
    began = processor_seconds(served)
    for number in range(CHANGES):
        body = {"elements": [{"id": company.RETURNS, "attributes": {"name": {"1033": f"{name} {number}"}}}]}
        path = "rest/facets/processes/views/detail/elements"
        assert served.ask(tenant, "administrator", path, body).status == 200
        news(stream)
    return processor_seconds(served) - began


def test_changes_beside_streams_that_are_about_them(served: Served) -> None:
    if served.workers > 1 or not LONG:
        return  # one process is measured, by much more than one tick of its clock
    roles = ("viewer", "editor", "approver", "analyzer", "architect", "administrator")
    tenant = served.new_tenant(roles=roles)
    who = [(tenant, role) for role in roles for _ in range(MOST_OF_PRINCIPAL - 1)]
    with opened(served, tenant, "administrator") as stream:
        change_again_and_again(served, tenant, stream, "First")
        alone = change_again_and_again(served, tenant, stream, "Alone")
        with idle(served, who):
            beside = change_again_and_again(served, tenant, stream, "Beside")
    record(
        "changes beside streams that are about them",
        CHANGES,
        "CPU of the process, as a multiple of that with one stream",
        streams=len(who),
        cost=round(beside / alone, 2),
        milliseconds_alone=round(alone / CHANGES * 1000, 1),
        engine=served.engine,
    )


def test_a_change_reaches_the_streams_of_all_workers_within_a_second(served: Served) -> None:
    room, waits = Room(served), list[float]()
    with streaming(room, "stan", path="rest/live") as one, streaming(room, "hanna", path="rest/live") as other:
        for number in range(CHANGES):
            rename(room, OFFERS, f"Offers {number}")
            began = time.perf_counter()
            for stream in (one, other):
                assert OFFERS in {each["id"] for each in news(stream)["changed"]}
            waits.append(time.perf_counter() - began)
    waits.sort()
    last = waits[int(len(waits) * 0.99)]
    assert not LONG or last <= 1
    record(
        "changes until they were in the streams of other workers",
        CHANGES,
        "seconds from the answer to the change",
        median=round(waits[len(waits) // 2], 3),
        p99=round(last, 3),
        workers=served.workers,
        engine=served.engine,
    )
