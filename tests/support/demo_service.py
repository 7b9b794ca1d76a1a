"""A running service with the demo tenant: a process of its own, spoken to over HTTP like any other."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from tests.support.postgres import free_port

START_SECONDS: Final = 60
TENANT: Final = "demo/showcase"
ROLES: Final = ("viewer", "administrator")


@dataclass(frozen=True, slots=True)
class DemoService:
    """Where the service is and how to get in. `api` ends in a slash."""

    base: str
    tokens: Mapping[str, str]
    """One for each role."""

    @property
    def api(self) -> str:
        return f"{self.base}/{TENANT}/_api/"

    def client(self, role: str = "administrator") -> httpx.Client:
        return httpx.Client(base_url=self.api, headers={"symbio-auth-token": self.tokens[role]}, timeout=60)


@contextmanager
def demo_service(folder: Path) -> Iterator[DemoService]:
    """Serve the demo tenant out of an SQLite file in this folder for the time of a block."""
    base = f"http://127.0.0.1:{(port := free_port())}"
    log = folder / "serve.log"
    with log.open("wb") as file:
        command = _command("serve", "--data", folder, "--port", port, "--demo")
        process = subprocess.Popen(command, env=_environment(), stdout=file, stderr=subprocess.STDOUT)
        try:
            _wait_until_ready(base, process, log)
            yield DemoService(base, {role: _token(folder, role) for role in ROLES})
        finally:
            process.terminate()
            process.wait(30)


def _wait_until_ready(base: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            if httpx.get(f"{base}/_health/ready").is_success:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError(f"The service did not start:\n{log.read_text()}")


def _token(folder: Path, role: str) -> str:
    return run_command("token", "create", TENANT, "--name", f"test {role}", "--role", role, "--data", folder)


def run_command(*arguments: Any) -> str:
    """What a command of the service prints."""
    command = _command(*arguments)
    return subprocess.run(command, env=_environment(), capture_output=True, text=True, check=True).stdout.strip()


def _command(*arguments: Any) -> list[str]:
    return [sys.executable, "-m", "facetstore.cli.main", *map(str, arguments)]


def _environment() -> dict[str, str]:
    """Ours without the settings of the service, which refuses those it does not know."""
    return {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
