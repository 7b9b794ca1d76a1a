"""Job processes do jobs within limits, one at a time of each tenant, and leave nothing behind."""

import asyncio
import math
import operator
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from facetstore.bootstrap.jobs import JobFailed, JobProcesses
from facetstore.domain.errors import TooCostly, Unavailable

ENDLESS = 10**9
"""A factorial that takes hours."""
LONGER = 200_000
"""One that takes about a second."""


def with_jobs(work: Callable[[JobProcesses], Awaitable[Any]], **limits: Any) -> Any:
    async def run() -> Any:
        jobs = JobProcesses(**limits)
        try:
            return await work(jobs)
        finally:
            await jobs.close()

    return asyncio.run(run())


def test_a_job_is_done_in_another_process_that_stays() -> None:
    async def work(jobs: JobProcesses) -> list[int]:
        return [await jobs.run(1, os.getpid), await jobs.run(2, os.getpid)]

    first, second = with_jobs(work)

    assert first == second != os.getpid()
    assert not Path(f"/proc/{first}").exists()


def test_a_job_over_its_limit_is_ended_and_the_next_one_is_done() -> None:
    async def work(jobs: JobProcesses) -> int:
        with pytest.raises(TooCostly, match="more time or memory"):
            await jobs.run(1, math.factorial, ENDLESS)
        with pytest.raises(TooCostly, match="more time or memory"):
            await jobs.run(1, operator.mul, [0], 1 << 28)
        return await jobs.run(1, operator.add, 2, 3)

    assert with_jobs(work, seconds=0.3) == 5


def test_a_slow_job_has_a_process_of_its_own_and_more_time() -> None:
    async def work(jobs: JobProcesses) -> list[int]:
        with pytest.raises(TooCostly):
            await jobs.run(1, math.factorial, LONGER)
        assert await jobs.slow.run(1, math.factorial, LONGER) > 0
        return [await jobs.run(1, os.getpid), await jobs.slow.run(1, os.getpid), await jobs.slow.run(2, os.getpid)]

    usual, slow, again = with_jobs(work, seconds=0.02)

    assert usual != slow == again
    assert not Path(f"/proc/{slow}").exists()


def test_what_a_job_raises_is_reported_with_its_traceback() -> None:
    async def work(jobs: JobProcesses) -> None:
        await jobs.run(1, operator.truediv, 1, 0)

    with pytest.raises(JobFailed, match="ZeroDivisionError: division by zero"):
        with_jobs(work)


def test_a_process_that_is_killed_is_replaced() -> None:
    async def work(jobs: JobProcesses) -> int:
        pid = await jobs.run(1, os.getpid)
        running = asyncio.create_task(jobs.run(1, time.sleep, 60))
        await asyncio.sleep(0)
        assert jobs._busy
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Unavailable, match="Please try again"):
            await running
        return await jobs.run(1, operator.add, 2, 3)

    assert with_jobs(work) == 5


def test_a_process_that_does_not_go_on_is_replaced() -> None:
    """It takes no CPU time, so its own limit does not end it; two of them would stop all costly work."""

    async def work(jobs: JobProcesses) -> int:
        pid = await jobs.run(1, os.getpid)
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(Unavailable, match="Please try again"):
            await asyncio.wait_for(jobs.run(1, operator.add, 1, 1), 20)
        assert not jobs._idle
        return await jobs.run(1, operator.add, 2, 3)

    assert with_jobs(work, longest_wait=3) == 5


def test_closing_does_not_wait_for_a_process_that_does_not_go_on() -> None:
    async def work(jobs: JobProcesses) -> None:
        os.kill(await jobs.run(1, os.getpid), signal.SIGSTOP)
        await asyncio.wait_for(jobs.close(), 20)

    with_jobs(work)


def test_a_tenant_has_one_job_at_a_time_and_others_do_not_wait_for_it() -> None:
    async def work(jobs: JobProcesses) -> None:
        busy = [asyncio.create_task(jobs.run(1, time.sleep, 60)) for _ in range(3)]
        await asyncio.sleep(0)
        assert await jobs.run(2, operator.add, 2, 3) == 5
        assert len(jobs._busy) == 1
        for each in busy:
            each.cancel()
        await asyncio.gather(*busy, return_exceptions=True)
        assert not jobs._busy
        assert not jobs._turns

    with_jobs(work)


def test_too_many_jobs_are_refused_of_one_tenant_sooner_than_of_all() -> None:
    async def work(jobs: JobProcesses) -> None:
        waiting = [asyncio.create_task(jobs.run(tenant, time.sleep, 60)) for tenant in (1, 1, 2)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable):
            await jobs.run(1, os.getpid)
        waiting.append(asyncio.create_task(jobs.run(2, time.sleep, 60)))
        await asyncio.sleep(0)
        with pytest.raises(Unavailable):
            await jobs.run(3, os.getpid)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    with_jobs(work, most_waiting=4, most_of_tenant=2)


def test_a_process_ends_when_the_server_is_killed() -> None:
    """Its standard input is closed then, and a job in the midst of it has its limit."""

    async def work(jobs: JobProcesses) -> int:
        pid = await jobs.run(1, os.getpid)
        process = jobs._idle[0]
        assert process.stdin is not None
        process.stdin.close()
        assert await process.wait() == 0
        return pid

    assert not Path(f"/proc/{with_jobs(work)}").exists()
