"""A running service with the demo tenant: a process of its own, spoken to over HTTP like any other."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import httpx

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.demo import ADDRESS, PEOPLE, ensure_demo
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.preference_kinds import Preference, PreferenceKind
from facetstore.storage.store import SqlStorage
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.people.users import access_account
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tokens.issuing import create_token
from tests.support.forking import Running, start_service
from tests.support.passwords import quick_passwords
from tests.support.patience import START_SECONDS
from tests.support.plain_http import NO_CERTIFICATES
from tests.support.postgres import free_port

T = TypeVar("T")

TENANT: Final = "demo/showcase"
ROLES: Final = ("viewer", "administrator")
PASSWORD: Final = "Talwind Fahrradwerke 900"
"""Of all users who can sign in."""


@dataclass(frozen=True, slots=True)
class DemoService:
    """Where the service is and how to get in. `api` ends in a slash."""

    base: str
    tokens: Mapping[str, str]
    """One for each role."""
    stop: Callable[[], None]
    start: Callable[[], None]
    """As an operator does to upgrade it: at the same address, with the same data."""

    @property
    def api(self) -> str:
        return f"{self.base}/{TENANT}/_api/"

    def client(self, role: str = "administrator") -> httpx.Client:
        headers = {"symbio-auth-token": self.tokens[role]}
        return httpx.Client(base_url=self.api, headers=headers, timeout=60, verify=NO_CERTIFICATES)


def make_demo(folder: Path) -> None:
    """Make the demo tenant as the first start does, and leave it closed, so that the folder may be copied."""
    _with_storage(folder, ensure_demo)


@contextmanager
def demo_service(
    demo: Path, folder: Path, *, port: int | None = None, settings: Mapping[str, str] | None = None
) -> Iterator[DemoService]:
    """Serve a copy of the demo tenant for the time of a block, with a token for each role and a password for all users.

    `settings` are further variables of its environment.
    """
    shutil.copytree(demo, folder, dirs_exist_ok=True)
    tokens = _with_storage(folder, _let_in)
    base = f"http://127.0.0.1:{(port := port or free_port())}"
    log = folder / "serve.log"
    arguments = ["serve", "--data", str(folder), "--port", str(port), "--demo"]
    environment = _environment() | dict(settings or {})
    running: list[Running] = []

    def start() -> None:
        running.append(start_service(arguments, environment, log, cwd=folder))
        _wait_until_ready(base, running[-1], log)

    def stop() -> None:
        running[-1].terminate()
        running[-1].wait(START_SECONDS)

    try:
        start()
        yield DemoService(base, tokens, stop, start)
    finally:
        stop()


def _with_storage(folder: Path, work: Callable[[SqlStorage], Awaitable[T]]) -> T:
    """In a thread of its own: where there is a browser, nothing else can run an event loop."""

    async def opened() -> T:
        async with opened_storage(Settings(data=folder)) as storage:
            return await work(storage)

    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, opened()).result()


async def _let_in(storage: SqlStorage) -> dict[str, str]:
    """In one go what commands do for each. These users are not new: they are not shown round."""
    tenant = await storage.tenant(ADDRESS)
    assert tenant is not None, "it was made before"
    for login in PEOPLE.values():
        account = await access_account(storage, tenant, login)
        await SignIn(storage, quick_passwords()).set_password(tenant, account, PASSWORD)
        async with storage.writer(tenant, actor=None, reason="test") as writer:
            seen = Preference(PreferenceKind.NOTICE, "welcome", account.element, account.element, "{}")
            await writer.preferences.put(seen)
    served = serve(tenant)
    return {role: await create_token(storage, served, f"test {role}", Role[role.upper()]) for role in ROLES}


def _wait_until_ready(base: str, process: Running, log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            if httpx.get(f"{base}/_health/ready", verify=NO_CERTIFICATES).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError(f"The service did not start:\n{log.read_text()}")


def run_command(*arguments: Any, settings: Mapping[str, str] | None = None) -> str:
    """What a command of the service prints. `settings` are further variables of its environment."""
    command, environment = _command(*arguments), _environment() | dict(settings or {})
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def _command(*arguments: Any) -> list[str]:
    return [sys.executable, "-m", "facetstore.cli.main", *map(str, arguments)]


def _environment() -> dict[str, str]:
    """Ours without the settings of the service, which refuses those it does not know."""
    return {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
