"""The service as it is installed from a wheel: without a checkout, set up by `facetstore init`, served with page and interface."""

import os
import subprocess
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetstore import __version__
from facetstore.rest.web_page import BUILT
from tests.support.patience import START_SECONDS
from tests.support.postgres import free_port
from tests.support.proof import LONG
from tests.support.wheels import ROOT, build_wheel, clean, install

USER: Final = ["--user", "daemon"] if os.geteuid() == 0 else []

# A build that skips what it cannot run proves nothing about it.
pytestmark = pytest.mark.skipif(
    not (BUILT / "index.html").is_file() and not os.environ.get("CI"),
    reason="The page is not built: run hatch_build.py.",
)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return install(build_wheel(folder), folder / "installed", dependencies=LONG)


def said(program: Path, *arguments: str, folder: Path) -> str:
    ended = subprocess.run(
        [program, *arguments], cwd=folder, env=clean(), capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_the_version_is_that_of_the_project(programs: Path, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    where = said(programs / "python", "-c", "import facetstore; print(facetstore.__file__)", folder=tmp_path)

    assert __version__ == project["version"]
    assert said(programs / "facetstore", "--version", folder=tmp_path) == f"facetstore {__version__}\n"
    assert said(programs / "python", "-m", "facetstore", "--version", folder=tmp_path) == f"facetstore {__version__}\n"
    assert where.startswith(str(programs.parent))


def test_it_is_set_up_by_one_command_and_serves_page_and_interface(programs: Path, tmp_path: Path) -> None:
    port = free_port()
    options = ["--tenant", "acme/plant", "--port", str(port), "--data", str(tmp_path / "data"), *USER]
    link = said(programs / "facetstore", "init", str(tmp_path / "etc"), *options, folder=tmp_path).strip()
    settings = tmp_path / "etc" / "facetstore.env"

    with served(programs, settings, tmp_path) as base:
        page = httpx.get(link.partition("#")[0]).text
        script = page.partition('src="')[2].partition('"')[0]
        asset = httpx.get(f"{base}{script}")
        secret = said(
            *(programs / "facetstore", "--settings", str(settings), "token", "create", "acme/plant"),
            *("--name", "first", "--role", "viewer"),
            folder=tmp_path,
        ).strip()
        facets = httpx.get(f"{base}/acme/plant/_api/rest/facets", headers={"symbio-auth-token": secret})

    assert link.startswith(f"http://127.0.0.1:{port}/acme/plant/#sign-in=")
    assert script.startswith("/_ui/assets/")
    assert asset.status_code == 200
    assert facets.status_code == 200


@contextmanager
def served(programs: Path, settings: Path, folder: Path) -> Iterator[str]:
    """The address of the service that these settings start, as the unit does it: by the environment alone."""
    from facetstore.bootstrap.settings_file import parse_settings_file

    values = parse_settings_file(settings.read_text("utf-8"), "")
    base = f"http://127.0.0.1:{values['FACETSTORE_PORT']}"
    command = [str(programs / "python"), "-m", "facetstore", "serve"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=clean() | values, cwd=folder, stderr=log)
    try:
        until = time.monotonic() + START_SECONDS
        while not _is_ready(base):
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.05)
        yield base
    finally:
        process.terminate()
        process.wait(START_SECONDS)


def _is_ready(base: str) -> bool:
    try:
        return httpx.get(f"{base}/_health/ready").status_code == 200
    except httpx.TransportError:
        return False
