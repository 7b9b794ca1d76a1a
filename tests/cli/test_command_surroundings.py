"""Commands and what is around them: bad databases, the environment, pipes, a running server, a terminal."""

import asyncio
import contextlib
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.domain.callers import Role
from facetstore.domain.errors import Unauthenticated
from facetstore.domain.tenant import address_of
from facetstore.usecases.tenancy import Tenancy
from tests.cli.command_line import ENVIRONMENT, Commands, run
from tests.support.bundles import user


def test_a_file_that_is_no_database_is_reported(commands: Commands) -> None:
    commands.settings.data.mkdir()
    commands.settings.file.write_bytes(b"This is no database at all. " * 100)

    ran = commands.run("tenant", "list")

    assert ran.code == 1
    assert "not an SQLite database" in ran.err


def test_a_database_that_does_not_answer_is_reported() -> None:
    ran = run("tenant", "list", "--database", "postgresql://nobody@127.0.0.1:9/none")

    assert ran.code == 1
    assert ran.err.startswith("Error: Nothing listens at 127.0.0.1:9.\n  Start PostgreSQL, or correct host and port")


def test_the_environment_says_where_the_data_are(tmp_path: Path) -> None:
    made = run("tenant", "create", "a/b", environment={"FACETSTORE_DATA": str(tmp_path / "d")})
    mistyped = run("tenant", "list", environment={"FACETSTORE_DATE": str(tmp_path / "d")})

    assert made.code == 0
    assert (tmp_path / "d" / "facetstore.db").is_file()
    assert mistyped.code == 1
    assert "Did you mean FACETSTORE_DATA?" in mistyped.err


def test_who_has_a_file_waits_neither_for_the_driver_of_postgresql_nor_for_another_framework(
    commands: Commands,
) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "facetstore.cli.main", "tenant", "list"]

    ended = subprocess.run(
        [*command, "--data", str(commands.settings.data)], capture_output=True, text=True, env=ENVIRONMENT, check=True
    )

    assert "| apsw" in ended.stderr.replace("  ", "")
    assert "asyncpg" not in ended.stderr
    assert "pydantic" not in ended.stderr
    assert "facetstore.cli.tenant_ends" in ended.stderr
    assert "facetstore.cli.personal_data" not in ended.stderr


def test_an_output_that_is_not_read_to_the_end_is_no_failure_to_shout_about(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements(500)
    command = f"{sys.executable} -m facetstore.cli.main export acme/plant --data {commands.settings.data} | head -n 1"

    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=ENVIRONMENT, check=True)

    assert ended.stdout.startswith('{"facetstore":"bundle"')
    assert "Traceback" not in ended.stderr


def test_a_running_server_sees_what_a_command_did(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    address = address_of("acme", "plant")

    async def serve() -> tuple[str, Role]:
        async with opened_storage(commands.settings) as storage:
            tenancy = Tenancy(storage)
            with pytest.raises(Unauthenticated):
                await tenancy.access(address, "no token")
            arguments = ("token", "create", "acme/plant", "--name", "a", "--role", "analyzer")
            secret = (await asyncio.to_thread(commands.works, *arguments)).strip()
            await asyncio.to_thread(commands.works, "tenant", "set", "acme/plant", "title=New")
            served, caller, _ = await tenancy.access(address, secret)
            return served.settings.title, caller.role

    assert asyncio.run(serve()) == ("New", Role.ANALYZER)


def test_a_bar_moves_on_a_terminal(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    bundle = commands.bundle(*(user(f"user{number}") for number in range(300)))
    watching, terminal = pty.openpty()
    command = [sys.executable, "-m", "facetstore.cli.main", "import", "acme/plant", bundle, "--data"]

    ended = subprocess.run(
        [*command, str(commands.settings.data)], stdout=subprocess.PIPE, stderr=terminal, env=ENVIRONMENT, check=True
    )

    os.close(terminal)
    shown = b"".join(_read_to_end(watching)).decode()
    assert ended.stdout == b""
    assert "writing" in shown
    assert "300/300" in shown
    assert "Imported 300 versions" in shown


def _read_to_end(terminal: int) -> Iterator[bytes]:
    """What was written to a terminal. One read may return less than all of it; the end is an error on Linux."""
    with contextlib.suppress(OSError):
        while part := os.read(terminal, 65536):
            yield part
    os.close(terminal)
