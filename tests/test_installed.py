"""The service as it is installed from a wheel, without a checkout: the ten commands of the page, and what they lead to."""

import os
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetstore import __version__
from facetstore.bootstrap.settings_file import parse_settings_file
from facetstore.rest.web_page import BUILT
from tests.support.patience import START_SECONDS
from tests.support.postgres import free_port
from tests.support.proof import LONG
from tests.support.wheels import ROOT, add_dependencies, build_wheel, clean

PAGE: Final = ROOT / "docs" / "how-to" / "install.md"
NAME: Final = "models.example.com"
OF_THE_MACHINE: Final = ("apt-get ", "useradd ", "systemctl ")
"""Commands that change the machine: the test does what they lead to."""
USER: Final = ("--user", "daemon") if os.geteuid() == 0 else ()

# A build that skips what it cannot run proves nothing about it.
pytestmark = pytest.mark.skipif(
    not (BUILT / "index.html").is_file() and not os.environ.get("CI"),
    reason="The page is not built: run hatch_build.py.",
)


@dataclass(frozen=True, slots=True)
class Machine:
    """A folder in place of a machine, with the service and its proxy running."""

    folder: Path
    service: int
    printed: Mapping[str, str]
    """What each command has printed, by its last word but for options."""

    def run(self, program: str, *arguments: str) -> str:
        command = [str(self.folder / "opt" / "bin" / program), *arguments]
        ended = subprocess.run(
            command, cwd=self.folder, env=clean(), capture_output=True, text=True, check=False, timeout=120
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """Where the ten commands were run: with other places, with plain http, and with this fixture in place of systemd."""
    folder = tmp_path_factory.mktemp("machine")
    build_wheel(folder)
    shutil.copy(ROOT / "deploy" / "proxies" / "Caddyfile.one-node", folder)
    (folder / "caddy").mkdir()
    port, front = free_port(), free_port()
    with ExitStack() as running:
        printed = {}
        for command in ten_commands():
            if command.startswith("systemctl enable"):
                running.enter_context(served(folder))
            elif command.startswith("systemctl reload"):
                running.enter_context(caddy(folder, port, front))
            elif not command.startswith(OF_THE_MACHINE):
                printed[command.partition(" -")[0]] = shell(command, places(folder, port, front), folder)
            if "-m venv" in command and not LONG:
                add_dependencies(folder / "opt")
        yield Machine(folder, port, printed)


def ten_commands() -> list[str]:
    text = PAGE.read_text("utf-8").partition("## Ten commands")[2].partition("```sh\n")[2].partition("```")[0]
    return text.splitlines()


def places(folder: Path, port: int, front: int) -> dict[str, str]:
    """What stands in for the places of the commands, in the order in which it is put in."""
    needs = "" if LONG else " --no-deps"
    return {
        "/opt/facetstore/bin/pip install": f"{sys.executable} -m pip --python {folder}/opt/bin/python install{needs}",
        "/opt/facetstore": f"{folder}/opt",
        "python3 -m venv": f"{sys.executable} -m venv --without-pip",
        "facetstore init": " ".join((f"facetstore init {folder}/etc --data {folder}/data --port {port}", *USER)),
        "/etc/caddy": f"{folder}/caddy",
        f"https://{NAME}": f"http://{NAME}:{front}",
        "curl ": f"curl --resolve {NAME}:{front}:127.0.0.1 ",
    }


def shell(command: str, replaced: Mapping[str, str], folder: Path) -> str:
    for before, after in replaced.items():
        command = command.replace(before, after)
    ended = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=clean(), capture_output=True, text=True, check=False, timeout=600
    )
    assert ended.returncode == 0, f"{command}\n{ended.stderr}"
    return ended.stdout


@contextmanager
def served(folder: Path) -> Iterator[None]:
    """The service as the unit starts it: its command, with the settings file as environment."""
    values = parse_settings_file((folder / "etc" / "facetstore.env").read_text("utf-8"), "")
    unit = (folder / "etc" / "facetstore.service").read_text("utf-8")
    command = unit.partition("ExecStart=")[2].partition("\n")[0].split(" ")
    with running_program(command, values, folder / "log", lambda: _is_ready(int(values["FACETSTORE_PORT"]))):
        yield


@contextmanager
def caddy(folder: Path, service: int, front: int, name: str = NAME) -> Iterator[None]:
    """Caddy with the file that was copied, on ports that are free and without certificates."""
    if shutil.which("caddy") is None:
        pytest.skip("There is no caddy on PATH.")
    file = folder / "caddy" / "Caddyfile"
    text = file.read_text("utf-8").replace("127.0.0.1:8080", f"127.0.0.1:{service}")
    text = text.replace("{\n", "{\n\tadmin off\n", 1)  # the options of the file itself
    file.write_text(text.replace(f"{name} {{", f"http://{name}:{front} {{"), "utf-8")
    command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
    places = {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with running_program(command, places, folder / "caddy.log", lambda: _listens(front)):
        yield


@contextmanager
def running_program(
    command: list[str], values: Mapping[str, str], log: Path, is_there: Callable[[], bool]
) -> Iterator[None]:
    """A program that runs for the time of a block, from when it is there."""
    with log.open("wb") as file:
        process = subprocess.Popen(command, env=clean() | dict(values), cwd=log.parent, stderr=file)
    try:
        until = time.monotonic() + START_SECONDS
        while not is_there():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(START_SECONDS)


def _is_ready(port: int) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/_health/ready").status_code == 200
    return False


def _listens(port: int) -> bool:
    with suppress(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
        return True
    return False


def test_ten_commands_lead_to_a_served_page(machine: Machine) -> None:
    (page,) = (text for command, text in machine.printed.items() if command.startswith("curl"))
    script = page.partition('src="')[2].partition('"')[0].partition("/_ui")[2]

    assert len(ten_commands()) == 10
    assert '<div id="root">' in page
    assert httpx.get(f"http://127.0.0.1:{machine.service}/_ui{script}").status_code == 200


def test_the_settings_file_serves_commands_too(machine: Machine) -> None:
    (link,) = (text for command, text in machine.printed.items() if "init" in command)
    settings = str(machine.folder / "etc" / "facetstore.env")
    arguments = ("token", "create", "acme/plant", "--name", "first", "--role", "viewer")
    secret = machine.run("facetstore", "--settings", settings, *arguments).strip()
    address = f"http://127.0.0.1:{machine.service}/acme/plant/_api/rest/facets"

    assert link.startswith(f"http://{NAME}:")
    assert "/acme/plant/#sign-in=" in link
    assert httpx.get(address, headers={"symbio-auth-token": secret}).status_code == 200


def test_the_version_is_that_of_the_project_and_nothing_of_the_checkout_is_used(machine: Machine) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    where = machine.run("python", "-c", "import facetstore; print(facetstore.__file__)")

    assert __version__ == project["version"]
    assert machine.run("facetstore", "--version") == f"facetstore {__version__}\n"
    assert machine.run("python", "-m", "facetstore", "--version") == f"facetstore {__version__}\n"
    assert where.startswith(str(machine.folder))
    assert f"facetstore-{__version__}-py3-none-any.whl" in PAGE.read_text("utf-8")
