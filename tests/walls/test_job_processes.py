"""Job processes beside a server: none before there is work, and none left behind however the server ends."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from facetstore.bootstrap.settings import Settings
from tests.walls.served import Served, serving

DETAIL: Final = "rest/facets/processes/views/detail/elements?dryRun=true"
HTML: Final = "<p>a <a href='https://x.y'>link</a></p>" * 200
GONE_SECONDS: Final = 30


def job_processes(ancestor: int) -> list[int]:
    """The job processes that stem from a process."""
    found = []
    for task in Path(f"/proc/{ancestor}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            name = Path(f"/proc/{child}/cmdline").read_bytes()
            found += [child] if b"facetstore.bootstrap.jobs" in name else job_processes(child)
    return found


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that waits for its parent to notice has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def clean_html(served: Served, tenant: str) -> list[int]:
    element = {"type": "subProcess", "attributes": {"name": {"1033": "New"}, "description": {"1033": HTML}}}
    return [each.status for each in served.ask_all(tenant, "editor", DETAIL, {"elements": [element]})]


ENDS: Final[dict[str, Callable[[Served], None]]] = {
    "asked to end": lambda served: served.node.stop(),
    "killed": lambda served: served.node.kill(),
}


# Workers outlive their first process when that is killed, and so do their job processes.
@pytest.mark.parametrize(("workers", "end"), [(1, "asked to end"), (1, "killed"), (2, "asked to end")])
def test_job_processes_come_with_work_and_go_with_the_server(tmp_path: Path, workers: int, end: str) -> None:
    services = serving(Settings(data=tmp_path / "data"), tmp_path, workers)
    served = next(services)
    tenant, server = served.new_tenant(), served.node._running().pid
    assert job_processes(server) == []

    assert clean_html(served, tenant) == [200] * workers
    jobs = job_processes(server)
    assert len(jobs) == workers

    os.kill(jobs[0], signal.SIGKILL)
    while Path(f"/proc/{jobs[0]}").exists():  # until the server has noticed
        time.sleep(0.01)
    assert clean_html(served, tenant) == [200] * workers
    jobs = job_processes(server)

    ENDS[end](served)
    until = time.monotonic() + GONE_SECONDS
    while not all(map(is_gone, jobs)) and time.monotonic() < until:
        time.sleep(0.01)
    assert all(map(is_gone, jobs))
    services.close()
