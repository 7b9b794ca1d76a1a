"""Job processes: started when the first job needs one, limited in time and memory, replaced when they end (decision 0061).

The pool writes a pickled job to a process's standard input and reads the pickled outcome from its standard output. The process
limits itself: a timer of its own CPU time ends it, so no job outlives its limit even if the server was killed. A process also
ends when its standard input is closed, so none is left behind. The pool kills one that neither works nor ends (stopped, or
waiting for a disk).
"""

from __future__ import annotations

import asyncio
import os
import pickle
import resource
import signal
import sys
import traceback
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, Final, ParamSpec, TypeVar, cast

from facetstore.domain.errors import TooCostly, Unavailable

P = ParamSpec("P")
R = TypeVar("R")

PROCESSES: Final = 2
SECONDS: Final = 5
"""CPU seconds of one job."""
LONGEST_WAIT: Final = 60
"""Clock seconds of one job. Much longer than its CPU time: job processes have a low priority, and processors may be busy."""
SLOW_SECONDS: Final = 30
"""CPU seconds of one slow job, such as a manual of hundreds of processes; one runs at a time."""
SLOW_WAIT: Final = 300
MOST_SLOW: Final = 8
MOST_SLOW_OF_TENANT: Final = 2
MOST_WAITING: Final = 32
MOST_OF_TENANT: Final = 8

_HEAD: Final = 8
"""The length of the prefix that holds the size of a message, in bytes."""
_NICENESS: Final = 10
"""A low priority: requests come first."""
_MEMORY: Final = 1 << 30
_OVER_LIMIT: Final = (-signal.SIGPROF, -signal.SIGABRT, -signal.SIGSEGV)
"""The exit codes of a process whose job took too much time, memory or stack."""

_DONE: Final = "done"
_COSTLY: Final = "costly"
_FAILED: Final = "failed"


class JobFailed(Exception):
    """A job raised an exception; the text is its traceback."""


class JobProcesses:
    """A few processes, and a queue of jobs for them."""

    def __init__(
        self,
        processes: int = PROCESSES,
        seconds: float = SECONDS,
        most_waiting: int = MOST_WAITING,
        most_of_tenant: int = MOST_OF_TENANT,
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        self._seconds = seconds
        self._free = asyncio.Semaphore(processes)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._waiting: Counter[int] = Counter()
        self._most_waiting = most_waiting
        self._most_of_tenant = most_of_tenant
        self._longest_wait = longest_wait
        self._turns: dict[int, asyncio.Lock] = {}
        self._slow: JobProcesses | None = None

    async def run(self, tenant: int, job: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """The result of a job. Raises TooCostly, Unavailable; JobFailed if the job raised an exception."""
        with self._in_line(tenant) as turn:
            # One job of a tenant at a time, so that its other jobs do not block the queue for other tenants.
            async with turn, self._free:
                kind, result = await self._exchange(pickle.dumps((job, arguments, named)))
        if kind == _COSTLY:
            raise _too_costly()
        if kind == _FAILED:
            raise JobFailed(result)
        return cast("R", result)

    @property
    def slow(self) -> JobProcesses:
        if self._slow is None:
            self._slow = JobProcesses(1, SLOW_SECONDS, MOST_SLOW, MOST_SLOW_OF_TENANT, SLOW_WAIT)
        return self._slow

    async def close(self) -> None:
        """End all processes; running jobs fail."""
        if self._slow is not None:
            await self._slow.close()
        for process in (*self._busy, *self._idle):
            _kill(process)  # a stopped process would not notice that its standard input is closed
        while self._idle:
            await _end(self._idle.pop())

    @contextmanager
    def _in_line(self, tenant: int) -> Iterator[asyncio.Lock]:
        if self._waiting.total() >= self._most_waiting or self._waiting[tenant] >= self._most_of_tenant:
            raise Unavailable("Too many costly requests are waiting already. Please try again.")
        self._waiting[tenant] += 1
        try:
            yield self._turns.setdefault(tenant, asyncio.Lock())
        finally:
            self._waiting[tenant] -= 1
            if not self._waiting[tenant]:
                del self._waiting[tenant], self._turns[tenant]

    async def _exchange(self, job: bytes) -> tuple[str, Any]:
        """Send a job to a process and return its outcome. A process is not reused if it ends, takes too long, or its caller is
        cancelled."""
        process = await self._take()
        self._busy.add(process)
        try:
            async with asyncio.timeout(self._longest_wait):
                outcome = await _ask(process, job)
        except TimeoutError:
            _kill(process)
            await _end(process)
            raise Unavailable("A job process did not answer and was ended. Please try again.") from None
        except (asyncio.IncompleteReadError, ConnectionError):
            if await _end(process) in _OVER_LIMIT:
                raise _too_costly() from None
            raise Unavailable("A job process was ended. Please try again.") from None
        except BaseException:
            _kill(process)
            await _end(process)
            raise
        finally:
            self._busy.discard(process)
        self._idle.append(process)
        return outcome

    async def _take(self) -> Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            await _end(process)
        # -P: import modules from where this process has them, never from the folder in which the service was started.
        command = (sys.executable, "-P", "-m", __name__, str(self._seconds))
        return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)


def _too_costly() -> TooCostly:
    return TooCostly("This takes more time or memory than one request may have. Ask for less, or send less at once.")


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()


async def _end(process: Process) -> int:
    """Close the pipes to a process, which also ends it, and return its exit code."""
    assert process.stdin is not None
    process.stdin.close()
    await process.communicate()
    return await process.wait()


async def _ask(process: Process, job: bytes) -> tuple[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(len(job).to_bytes(_HEAD) + job)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(_HEAD))
    outcome: tuple[str, Any] = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301  # from our own process
    return outcome


def main() -> None:
    """The main loop of a job process: run one job after another until standard input is closed."""
    seconds = float(sys.argv[1])
    os.nice(_NICENESS)
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # signals are for the server, which then ends this process
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    jobs, outcomes = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that what a library prints is not taken for an outcome
    while head := jobs.read(_HEAD):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        outcome = _outcome(jobs.read(int.from_bytes(head)))
        signal.setitimer(signal.ITIMER_PROF, 0)
        _send(outcomes, outcome)


def _outcome(job: bytes) -> bytes:
    try:
        function, arguments, named = pickle.loads(job)  # noqa: S301  # from the server that started this process
        return pickle.dumps((_DONE, function(*arguments, **named)))
    except MemoryError:
        return pickle.dumps((_COSTLY, None))
    except Exception:
        return pickle.dumps((_FAILED, traceback.format_exc()))


def _send(file: BinaryIO, outcome: bytes) -> None:
    file.write(len(outcome).to_bytes(_HEAD) + outcome)
    file.flush()


if __name__ == "__main__":
    main()
