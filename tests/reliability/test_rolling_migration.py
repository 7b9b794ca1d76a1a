"""Three nodes get a release with another schema while people read and write: requests wait, none fails, nothing is lost."""

import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from facetstore.bootstrap.settings import Settings
from tests.cli.command_line import Commands
from tests.reliability.clients import Caller, Client
from tests.reliability.earlier_release import sources_of
from tests.reliability.killing import seen, send
from tests.reliability.nodes import ROOT, Node, environment
from tests.reliability.series import LIST, Creating, Series
from tests.support.postgres import free_port
from tests.support.proof import record
from tests.test_installed import caddy

pytestmark = [pytest.mark.long, pytest.mark.postgres, pytest.mark.timeout(1800)]

EARLIER: Final = "d5c0c00f^"
"""A tree whose schema is that of migration 37."""
TENANT: Final = "acme/plant"
HOST: Final = "127.0.0.1"
WRITERS: Final = 4
READERS: Final = 4
NO_NODE: Final = 502
"""What Caddy 2.6 answers to a body while there is no node: the write is repeated by its key."""
PATIENT_SECONDS: Final = 300
"""For how long the proxy, and those who ask, wait for a node."""


class Asking(threading.Thread):
    """Does one request after the other through the proxy until it is stopped; a writer goes on with its series."""

    def __init__(self, port: int, caller: Caller, series: Series | None = None) -> None:
        super().__init__(daemon=True)
        self._client = Client(port, caller, PATIENT_SECONDS)
        self._stopped = threading.Event()
        self.series = series
        self.last = 0
        self.statuses: Counter[int] = Counter()
        self.errors: list[bytes] = []
        self.longest = 0.0

    def run(self) -> None:
        while not self._stopped.wait(0.02):
            began = time.monotonic()
            if self.series is None:
                answer = self._client.get(f"{LIST}?$pageSize=5")
            else:
                answer = send(self._client, self.series, self.last + 1)
                self.last += answer.status == 200
            self.statuses[answer.status] += 1
            if answer.status not in (200, NO_NODE):
                self.errors.append(answer.body)
            self.longest = max(self.longest, time.monotonic() - began)

    def stop(self) -> None:
        self._stopped.set()
        self.join(PATIENT_SECONDS)
        assert not self.is_alive()
        self._client.close()


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """The sources of an earlier release."""
    return sources_of(EARLIER, tmp_path / "earlier")


def test_three_nodes_are_migrated_under_load(
    earlier: Path, new_postgres_database: Callable[[], str], tmp_path: Path
) -> None:
    settings = Settings(database=new_postgres_database())
    old = environment() | {"PYTHONPATH": str(earlier)}
    run_old(old, settings, "tenant", "create", TENANT, "--no-administrator", "--cultures", "1033,1031")
    token = run_old(old, settings, "token", "create", TENANT, "--name", "all", "--role", "administrator")
    caller, nodes = Caller(TENANT, token), [Node(settings, tmp_path / f"log{number}") for number in range(3)]
    with ExitStack() as stack:
        for node in nodes:
            stack.callback(node.close)
            node._environment = old
            node.start()
        front = stack.enter_context(proxy(tmp_path, nodes))
        asking = [Asking(front, caller, Creating(f"r{number}")) for number in range(WRITERS)]
        asking += [Asking(front, caller) for _ in range(READERS)]
        for each in asking:
            each.start()
        time.sleep(2)
        migrate(nodes, Commands(settings, tmp_path, own_process=True))
        time.sleep(2)
        for each in asking:
            each.stop()
        with nodes[0].client(caller) as client:
            reached = [(each.last, seen(client, each.series, each.last)[0]) for each in asking if each.series]

    readers, writers = (statuses_of(asking, is_writer=each) for each in (False, True))
    assert set(readers) == {200}, readers
    assert set(writers) <= {200, NO_NODE}, [error for each in asking for error in each.errors][:5]
    assert all(last == found > 0 for last, found in reached if found is not None), reached
    assert None not in {found for _, found in reached}, reached
    record(
        "migration of three nodes under readers and writers",
        readers[200] + writers[200],
        "no read fails, writes are repeated by their key, nothing lost",
        reads=readers[200],
        writes=writers[200],
        repeated=writers[NO_NODE],
        longest_wait_seconds=round(max(each.longest for each in asking), 1),
    )


def statuses_of(asking: list[Asking], *, is_writer: bool) -> Counter[int]:
    return sum((each.statuses for each in asking if (each.series is not None) == is_writer), Counter[int]())


def migrate(nodes: list[Node], commands: Commands) -> None:
    """As docs/how-to/upgrade.md says for several nodes."""
    for node in nodes:
        node.stop()
    assert commands.works("migrate").count("\n") >= 5
    for node in nodes:
        node._environment = environment()
        node.start()


@contextmanager
def proxy(folder: Path, nodes: list[Node]) -> Iterator[int]:
    """Caddy with the sample of one node, to which the other nodes are added."""
    front = free_port()
    (folder / "caddy").mkdir()
    text = (ROOT / "deploy" / "proxies" / "Caddyfile.one-node").read_text()
    text = text.replace("127.0.0.1:8080", " ".join(f"127.0.0.1:{node.port}" for node in nodes))
    text = text.replace("60s", f"{PATIENT_SECONDS}s").replace("models.example.com", HOST)
    (folder / "caddy" / "Caddyfile").write_text(text)
    with caddy(folder, nodes[0].port, front, HOST):
        yield front


def run_old(old: dict[str, str], settings: Settings, *arguments: str) -> str:
    command = [sys.executable, "-m", "facetstore.cli.main", *arguments, "--database", str(settings.database)]
    ended = subprocess.run(command, env=old, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()
