"""Nodes: servers as they are run, each a process of its own, on a database that they may share."""

import contextlib
import http.client
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from facetstore.bootstrap.settings import OPENID, POOLS, Settings
from tests.reliability.clients import Caller, Client
from tests.support.forking import SERVICE, Running, start_service
from tests.support.patience import START_SECONDS
from tests.support.postgres import free_port

ROOT: Final = Path(__file__).parents[2]
SPLIT: Final = "tests.reliability.split_server"
"""The service with a fault that tests must find."""


class Node:
    """A server that can be killed and started again at the same address."""

    def __init__(self, settings: Settings, log: Path, module: str = SERVICE, options: Sequence[str] = ()) -> None:
        self.settings = settings
        self.port = free_port()
        self._module = module
        self._arguments = ["serve", *place(settings), "--port", str(self.port), *options]
        openid = {} if settings.openid is None else {OPENID: str(settings.openid)}
        pools = {POOLS: ";".join(f"{name}={place}" for name, place in settings.pools.items())} if settings.pools else {}
        self._environment = environment() | openid | pools
        self._log = log
        self._process: Running | None = None

    @property
    def pid(self) -> int:
        return self._running().pid

    def start(self) -> float:
        """Start the server; returns the seconds until it was ready."""
        self.launch()
        return self.wait_until_ready()

    def launch(self) -> None:
        self._process = start_service(self._arguments, self._environment, self._log, module=self._module, cwd=ROOT)

    def wait_until_ready(self) -> float:
        """The seconds until the server is ready. What it waits for a processor, others have: that is taken off."""
        process = self._running()
        begin, waited = time.monotonic(), waiting_seconds(process.pid)
        while time.monotonic() < begin + START_SECONDS and process.poll() is None:
            if self._is_ready():
                return time.monotonic() - begin - (waiting_seconds(process.pid) - waited)
            time.sleep(0.005)
        raise RuntimeError(f"The service is not ready:\n{self._log.read_text()}")

    def kill(self) -> None:
        """Let the server go without a word."""
        process = self._running()
        process.kill()
        process.wait()
        self._process = None

    def stop(self) -> None:
        """Ask the server to end, with its workers."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(START_SECONDS)
            self._process = None

    def close(self) -> None:
        if self._process is not None:
            self.kill()

    @property
    def pids(self) -> list[int]:
        """The processes of the server: the first one, and its workers."""
        return _family(self._running().pid)

    def client(self, caller: Caller) -> Client:
        return Client(self.port, caller)

    def _running(self) -> Running:
        assert self._process is not None, "The server was not started."
        return self._process

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=START_SECONDS)
        with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/_health/ready")
            return connection.getresponse().status == 200
        return False


@contextlib.contextmanager
def serving(settings: Settings, folder: Path, count: int = 1, module: str = SERVICE) -> Iterator[list[Node]]:
    """Nodes on one database for the time of a block; what they say goes into files of a folder."""
    nodes = [Node(settings, folder / f"node{number}.log", module) for number in range(count)]
    try:
        for node in nodes:
            node.launch()
        for node in nodes:
            node.wait_until_ready()
        yield nodes
    finally:
        for node in nodes:
            node.close()


def _family(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [
        pid,
        *(each for task in tasks for child in (task / "children").read_text().split() for each in _family(int(child))),
    ]


def engine_of(settings: Settings) -> str:
    """The engine's name for the record."""
    return "PostgreSQL" if settings.database else "SQLite"


def place(settings: Settings) -> list[str]:
    """The options of a command that name a database."""
    return ["--database", settings.database] if settings.database else ["--data", str(settings.data)]


def waiting_seconds(pid: int) -> float:
    """How long a process waited for a processor."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def environment() -> dict[str, str]:
    """Ours without the settings of the service; this code, compiled once as where it is installed."""
    left_out = ("FACETSTORE_", "PYTHONDONTWRITEBYTECODE")
    ours = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    return ours | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
