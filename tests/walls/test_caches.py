"""Finding 10: requests that differ in what no answer depends on do not fill the memory."""

from pathlib import Path
from typing import Final

from tests.support.company import LOGISTICS
from tests.walls.served import Served

READ: Final = f"rest/facets/processes/views/detail/elements/{LOGISTICS}"
COOKIE: Final = "x" * 24_000
"""Short enough for every server."""
REQUESTS: Final = 1_500
MOST_MORE: Final = 16 << 20
"""Bytes. What was remembered of these requests took 36 MB."""


def memory_of(pid: int) -> int:
    """Resident bytes of a process and of those it has started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    children = [int(each) for task in tasks for each in (task / "children").read_text().split()]
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 + sum(map(memory_of, children))


def test_requests_with_cookies_of_their_own_take_no_memory(served: Served) -> None:
    tenant = served.new_tenant()
    process = served.node._running().pid
    for number in range(50):
        served.ask_all(tenant, "viewer", READ, headers={"cookie": f"warm={number}"})
    before = memory_of(process)

    for number in range(REQUESTS):
        assert served.ask(tenant, "viewer", READ, headers={"cookie": f"a{number}={COOKIE}"}).status == 200

    assert memory_of(process) - before < MOST_MORE
