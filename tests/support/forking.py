"""Processes of the service that need not import it: forks of one that did.

To import the service takes as long as many a test. What a start costs, what is installed and how much memory a process takes is tested
with processes that begin from nothing; most tests of a running service take these.
"""

import atexit
import multiprocessing
import os
import pkgutil
import runpy
import secrets
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Final

import facetstore
from facetstore.rest.wire import call

SERVICE: Final = "facetstore.cli.main"
_MEASURED: Final = "COVERAGE_PROCESS_CONFIG"
"""Where branches are counted, a process begins to count at its start: a fork would not."""


class Forked:
    """What tests use of `subprocess.Popen`."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process
        assert process.pid is not None
        self.pid = process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Running = Forked | subprocess.Popen[bytes]


def start_service(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path, *, module: str = SERVICE, cwd: Path
) -> Running:
    """A process that runs a module with these arguments; what it prints is added to a log."""
    if _MEASURED in os.environ:
        command = [sys.executable, "-m", module, *arguments]
        with log.open("ab") as file:
            return subprocess.Popen(
                command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file
            )
    log.touch()  # a process that ends before it begins says nothing
    process = _context().Process(target=_run, args=(module, list(arguments), dict(environment), log, cwd))
    process.start()
    return Forked(process)


@cache
def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    service = pkgutil.walk_packages(facetstore.__path__, "facetstore.")
    # What is run as a program must not be there already.
    programs = (SERVICE, "facetstore.__main__")
    context.set_forkserver_preload([each.name for each in service if each.name not in programs])
    return context


def _run(module: str, arguments: list[str], environment: dict[str, str], log: Path, cwd: Path) -> None:
    """As `python -m` does it."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = os.fdopen(0, closefd=False)
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    sys.argv = [module, *arguments]
    call._process = secrets.token_hex(4)  # all else that is a process's own is made when it serves
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        atexit._run_exitfuncs()
