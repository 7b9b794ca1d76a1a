"""OpenID Connect as it is run: set up by a file, served by two workers, walked through over HTTP from end to end."""

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import httpx
import pytest

from tests.rest.service.test_workers import environment, wait_until_ready
from tests.support.openid_provider import CLIENT, SECRET, OpenIdServer, openid_server_or_skip
from tests.support.patience import START_SECONDS
from tests.support.postgres import free_port
from tests.support.storages import ENGINES

TENANT: Final = "served/people"
MOST_TRIES: Final = 60
FILE: Final = """
providers:
  - title: Talwind
    issuer: {issuer}
    clientId: {client}
    secretFile: secret
    tenants: [served/*]
    roles:
      /writers: editor
    createUsers: true
"""


@dataclass(frozen=True, slots=True)
class Served:
    """A running service, the provider that it trusts, and what it has logged."""

    base: str
    provider: OpenIdServer
    log: Path

    @property
    def session(self) -> str:
        return f"{self.base}/{TENANT}/_api/rest/session"


@pytest.fixture(params=ENGINES)
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    data: tuple[object, ...] = ("--data", tmp_path / "data")
    if request.param == "postgres":
        new_postgres_database: Callable[[], str] = request.getfixturevalue("new_postgres_database")
        data = ("--database", new_postgres_database())
    with openid_server_or_skip([f"{base}/{TENANT}/_api/rest/session/openid/callback"]) as provider:
        (tmp_path / "secret").write_text(f"{SECRET}\n")
        (tmp_path / "openid.yaml").write_text(FILE.format(issuer=provider.issuer, client=CLIENT))
        ours = environment() | {"FACETSTORE_OPENID": str(tmp_path / "openid.yaml")}
        _run(ours, "migrate", *data)
        _run(ours, "tenant", "create", TENANT, *data)
        with _serving(ours, port, tmp_path / "log", *data):
            yield Served(base, provider, tmp_path / "log")


def _run(ours: dict[str, str], *arguments: object) -> None:
    command = [sys.executable, "-m", "facetstore.cli.main", *map(str, arguments)]
    subprocess.run(command, env=ours, capture_output=True, check=True)


@contextlib.contextmanager
def _serving(ours: dict[str, str], port: int, log: Path, *data: object) -> Iterator[None]:
    options = ("serve", "--port", port, "--workers", 2, *data)
    command = [sys.executable, "-m", "facetstore.cli.main", *map(str, options)]
    with log.open("wb") as file:
        process = subprocess.Popen(command, env=ours, stdout=file, stderr=file)
        try:
            wait_until_ready(port, process, log)
            yield
        finally:
            process.terminate()
            process.wait(START_SECONDS)


def walk(client: httpx.Client, address: str, login: str) -> list[httpx.Response]:
    """Go where a browser is sent, filling in the provider's forms, until there is nowhere to go."""
    seen = [client.get(address)]
    for _ in range(12):
        response = seen[-1]
        if response.is_redirect:
            seen.append(client.get(urljoin(str(response.url), response.headers["location"])))
        elif (
            form := re.search(r'<form[^>]* action="([^"]+)".*?name="prompt" value="(\w+)"', response.text, re.S)
        ) is not None:
            given = {"prompt": form[2], "login": login, "password": "x"}
            seen.append(client.post(urljoin(str(response.url), form[1]), data=given))
        else:
            return seen
    raise AssertionError(f"No end after {[str(each.url) for each in seen]}")


def worker(response: httpx.Response) -> str:
    return response.headers["x-request-id"].partition("-")[0]


def test_people_sign_in_whichever_worker_they_meet(served: Served) -> None:
    served.provider.tell(people={"weber": {"groups": ["/writers"], "given_name": "Jana", "family_name": "Weber"}})
    codes, met = [], set()
    until = time.monotonic() + START_SECONDS
    for _ in range(MOST_TRIES):
        assert time.monotonic() < until
        # Cookies by name and path as a browser keeps them; a connection of its own for each request.
        with httpx.Client(trust_env=False, timeout=30, headers={"connection": "close"}) as client:
            offered = client.get(served.session).json()["openId"]
            assert offered == {"title": "Talwind", "signInUrl": f"{served.session}/openid"}
            seen = walk(client, offered["signInUrl"], "weber")
            assert (seen[-1].status_code, str(seen[-1].url)) == (200, f"{served.base}/{TENANT}/"), seen[-1].text
            body = client.get(served.session).json()
            assert (body["signedIn"], body["name"], body["role"]) == (True, "Jana Weber", "editor")
            back = next(each for each in seen if "/callback" in str(each.url))
            codes += [back.url.params["code"], back.url.params["state"]]
            codes += [each.value or "" for each in client.cookies.jar if (each.name or "").startswith("facetstore")]
            met.add((worker(seen[0]), worker(back)))
        if any(first != last for first, last in met):
            break

    assert any(first != last for first, last in met), "one worker has begun what another has finished"
    log = served.log.read_text()
    assert '"route":"openid-finish"' in log
    assert "Talwind" not in log
    assert not [each for each in (*codes, SECRET) if each in log]


def test_a_file_that_is_wrong_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "openid.yaml").write_text(
        "providers: [{title: Talwind, issuer: x, clientId: y, tenants: [a/b], role: {}}]"
    )
    ours = environment() | {"FACETSTORE_OPENID": str(tmp_path / "openid.yaml")}
    command = [
        sys.executable,
        "-m",
        "facetstore.cli.main",
        "serve",
        "--data",
        str(tmp_path),
        "--port",
        str(free_port()),
    ]

    result = subprocess.run(command, env=ours, capture_output=True, text=True, check=False, timeout=60)

    assert result.returncode != 0
    assert "Object contains unknown field `role` - at `$.providers[0]`" in result.stderr
    assert not os.path.exists(tmp_path / "facetstore.db")
