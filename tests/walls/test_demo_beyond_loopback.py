"""The demo, whose administrator's token is printed, does not listen to other machines unless it is meant to."""

import contextlib
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from facetstore.bootstrap.serve import check_demo
from facetstore.domain.errors import InvalidValues
from tests.cli.command_line import ENVIRONMENT
from tests.support.postgres import free_port


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "::ffff:0.0.0.0", "192.0.2.7", "some.host", ""])
def test_the_demo_refuses_to_listen_to_other_machines(host: str) -> None:
    with pytest.raises(InvalidValues, match=r"127\.0\.0\.1.*--yes"):
        check_demo(host, yes=False)

    assert not check_demo(host, yes=True)


@contextlib.contextmanager
def _running(folder: Path, *options: str, **environment: str) -> Iterator[str]:
    """What a demo server says until it is ready."""
    command = [sys.executable, "-m", "facetstore.cli.main", "serve", "--demo", "--data", str(folder), *options]
    process = subprocess.Popen(command, env=ENVIRONMENT | environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    said = ""
    try:
        while "Ctrl-C" not in said and (line := process.stderr.readline()):
            said += line
        yield said
    finally:
        process.terminate()
        process.communicate()


def test_without_yes_nothing_is_made_and_no_token_is_printed(tmp_path: Path) -> None:
    environment = {"FACETSTORE_HOST": "0.0.0.0", "FACETSTORE_PORT": str(free_port())}

    with _running(tmp_path / "data", **environment) as said:
        pass

    assert "symbio-auth-token" not in said
    assert said.startswith("Error: The demo prints its administrator's token")
    assert not (tmp_path / "data").exists()


def test_with_yes_the_demo_is_served_and_warned_of(demo_data: Path, tmp_path: Path) -> None:
    shutil.copytree(demo_data, tmp_path / "data")
    port = free_port()

    with _running(tmp_path / "data", "--host", "0.0.0.0", "--port", str(port), FACETSTORE_YES="1") as said:
        socket.create_connection(("127.0.0.1", port), timeout=30).close()

    assert "Warning: " in said
    assert "Other machines reach it" in said


@pytest.mark.parametrize("host", ["127.0.0.1", "127.3.2.1", "localhost", "::1"])
def test_the_demo_needs_no_yes_where_only_this_machine_reaches_it(host: str) -> None:
    assert check_demo(host, yes=False)
