"""The command line, run as people run it, on a database of a test."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import parse_address
from facetstore.exchange.generate import generate
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenants.tenant_changes import access_tenant, create_tenant
from tests.support.bundles import HEADER
from tests.support.storages import BOTH_LANGUAGES, Store

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

    def run(self, *arguments: str, stdin: str | None = None) -> Ran:
        where = (
            ["--database", self.settings.database] if self.settings.database else ["--data", str(self.settings.data)]
        )
        return run(*arguments, *where, stdin=stdin)

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
            return sum((await storage.population((await access_tenant(storage, "acme/plant")).key)).values())

        return Store(self.settings).run(count)

    def bundle(self, *records: object, name: str = "bundle.jsonl") -> str:
        path = self.folder / name
        path.write_text("".join(json.dumps(each) + "\n" for each in (HEADER, *records)), "utf-8")
        return str(path)


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
