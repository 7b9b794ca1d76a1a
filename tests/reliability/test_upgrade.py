"""An upgrade from a much earlier release, while people read: they wait, and get no error; nothing is lost."""

import contextlib
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from facetstore.bootstrap.settings import Settings
from tests.cli.command_line import Commands
from tests.reliability.earlier_release import sources_of
from tests.reliability.nodes import ROOT, Node, environment
from tests.support.postgres import free_port
from tests.support.proof import record
from tests.test_installed import caddy

EARLIER: Final = "f0833c4^"
"""The tree before the history was stored as differences: five migrations ago and more."""
ELEMENTS: Final = 300
LIST: Final = "acme/plant/_api/rest/facets/processes/views/list/elements?$pageSize=5"


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """The sources of an earlier release."""
    return sources_of(EARLIER, tmp_path / "earlier")


class Reader(threading.Thread):
    """Reads through the proxy until it is stopped, and waits as long as it has to."""

    def __init__(self, address: str, token: str) -> None:
        super().__init__(daemon=True)
        self._request = urllib.request.Request(address, headers={"symbio-auth-token": token})
        self._stopped = threading.Event()
        self.statuses: Counter[int] = Counter()

    def run(self) -> None:
        while not self._stopped.wait(0.02):
            try:
                with urllib.request.urlopen(self._request, timeout=300) as response:
                    response.read()
                    self.statuses[response.status] += 1
            except urllib.error.HTTPError as error:
                self.statuses[error.code] += 1

    def stop(self) -> Counter[int]:
        self._stopped.set()
        self.join(300)
        return self.statuses


@pytest.mark.long
def test_readers_wait_for_an_upgrade_and_get_no_error(earlier: Path, tmp_path: Path) -> None:
    commands = Commands(Settings(data=tmp_path / "data"), tmp_path, own_process=True)
    old = environment() | {"PYTHONPATH": str(earlier)}
    run_old(old, commands, "tenant", "create", "acme/plant")
    run_old(old, commands, "generate", "acme/plant", "--elements", str(ELEMENTS))
    token = run_old(old, commands, "token", "create", "acme/plant", "--name", "reader", "--role", "administrator")
    node = Node(commands.settings, tmp_path / "log", options=["--trusted-proxies", "127.0.0.1"])
    front = free_port()
    with contextlib.ExitStack() as stack:
        stack.callback(node.close)
        node._environment = old
        node.start()
        (tmp_path / "caddy").mkdir()
        sample = (ROOT / "deploy" / "proxies" / "Caddyfile.one-node").read_text().replace("60s", "300s")
        (tmp_path / "caddy" / "Caddyfile").write_text(sample.replace("models.example.com", "localhost"))
        stack.enter_context(caddy(tmp_path, node.port, front, "localhost"))
        readers = [Reader(f"http://localhost:{front}/{LIST}", token) for _ in range(4)]
        before = read(node.port, token)
        for reader in readers:
            reader.start()

        node.stop()
        applied = commands.works("migrate")
        node._environment = environment()
        node.start()
        after = read(node.port, token)
        statuses = sum((reader.stop() for reader in readers), Counter[int]())

    record("upgrade of a release of part 4 under reads", sum(statuses.values()), "no error")
    assert applied.count("\n") >= 5
    assert set(statuses) == {200}, statuses
    assert after["count"] == before["count"]
    assert [each["id"] for each in after["elements"]] == [each["id"] for each in before["elements"]]
    assert "All of it follows from the history" in commands.run("verify").err


def run_old(old: dict[str, str], commands: Commands, *arguments: str) -> str:
    command = [sys.executable, "-m", "facetstore.cli.main", *arguments, "--data", str(commands.settings.data)]
    ended = subprocess.run(command, env=old, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()


def read(port: int, token: str) -> dict[str, Any]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/{LIST}", headers={"symbio-auth-token": token})
    with urllib.request.urlopen(request, timeout=300) as response:
        found: dict[str, Any] = json.load(response)
    return found
