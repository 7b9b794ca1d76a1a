"""The command line on a database of a test: in this process, or in one of its own as people run it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from facetstore.bootstrap import memory
from facetstore.bootstrap.settings import Settings
from facetstore.cli import main as program
from facetstore.domain.tenant import parse_address
from facetstore.exchange.generate import generate
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenants.tenant_changes import access_tenant, create_tenant
from tests.support.bundles import HEADER
from tests.support.storages import BOTH_LANGUAGES, Store, without_configuration

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Commands:
    """The command line on one database."""

    settings: Settings
    folder: Path
    own_process: bool = False
    """Whether each command starts a process: that takes longer than most commands."""

    def run(self, *arguments: str, stdin: str | None = None) -> Ran:
        where = (
            ["--database", self.settings.database] if self.settings.database else ["--data", str(self.settings.data)]
        )
        return (run if self.own_process else run_here)(*arguments, *where, stdin=stdin)

    def works(self, *arguments: str, stdin: str | None = None) -> str:
        """The result of a command that must not fail."""
        ran = self.run(*arguments, stdin=stdin)
        assert ran.code == 0, ran.err
        return ran.out

    def add_tenant(self, address: str) -> None:
        """What `tenant create` does, without the time it takes to start."""
        where = parse_address(address)
        assert where is not None
        Store(self.settings).run(lambda storage: create_tenant(storage, where, BOTH_LANGUAGES))

    def add_elements(self, number: int = 5) -> None:
        Store(self.settings).run(lambda storage: self._generate(storage, number))

    async def _generate(self, storage: SqlStorage, number: int) -> None:
        await generate(storage, await access_tenant(storage, "acme/plant"), elements=number)

    def elements(self) -> int:
        async def count(storage: SqlStorage) -> int:
            tenant = await access_tenant(storage, "acme/plant")
            return sum(without_configuration(await storage.population(tenant.key)).values())

        return Store(self.settings).run(count)

    def bundle(self, *records: object, name: str = "bundle.jsonl") -> str:
        path = self.folder / name
        path.write_text("".join(json.dumps(each) + "\n" for each in (HEADER, *records)), "utf-8")
        return str(path)


@cache
def _command_tree() -> Callable[[], object]:
    """All commands, put together once: in a process of its own, that takes as long as many a command."""
    return typer.main.get_command(program.app)


def run_here(*arguments: str, stdin: str | None = None) -> Ran:
    """What a process would print and its exit code; what a command changes in its process is changed back."""
    settings = dict.fromkeys(name for name in os.environ if name.startswith("FACETSTORE_"))
    code: object = 0
    mask = os.umask(0o077)
    try:
        with (
            pytest.MonkeyPatch.context() as patch,
            CliRunner().isolation(stdin, settings) as (out, err, _),
        ):
            patch.setattr(sys, "argv", ["facetstore", *arguments])
            patch.setattr(memory, "collect_rarely", lambda: None)
            patch.setattr(program, "app", _command_tree())
            try:
                program.main()
            except SystemExit as end:
                code = end.code
            sys.stdout.flush()
            sys.stderr.flush()
            return Ran(int(str(code or 0)), out.getvalue().decode(), err.getvalue().decode())
    finally:
        os.umask(mask)


def run(*arguments: str, stdin: str | None = None, environment: dict[str, str] | None = None) -> Ran:
    ended = subprocess.run(
        [sys.executable, "-m", "facetstore.cli.main", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT | (environment or {}),
        timeout=120,
    )
    assert "Traceback" not in ended.stderr, ended.stderr
    return Ran(ended.returncode, ended.stdout, ended.stderr)
