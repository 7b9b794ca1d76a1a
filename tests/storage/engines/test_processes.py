"""Several processes on one database, and one that is killed: nothing is lost, nothing is half done."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import Tenant
from facetstore.storage.verifying.chains import broken_at
from facetstore.usecases.ports.storage import Revisions
from tests.storage.builders import element_id, new_tenant
from tests.support import bundles
from tests.support.proof import record, scaled

WRITES = scaled(100)
ROOT = Path(__file__).parents[3]


@contextlib.contextmanager
def process(what: str, settings: Settings, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    place = settings.database or settings.data
    command = [sys.executable, "-m", "tests.storage.engines.writing_process", what, str(place), *map(str, arguments)]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": paths},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def prepared(settings: Settings) -> Tenant:
    async def prepare() -> Tenant:
        async with opened_storage(settings) as storage:
            return await new_tenant(storage)

    return asyncio.run(prepare())


def line(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    return running.stdout.readline().strip()


def begin(running: subprocess.Popen[str]) -> None:
    assert running.stdin is not None
    running.stdin.write("\n")
    running.stdin.flush()


async def found(settings: Settings, tenant: Tenant) -> tuple[set[str], Revisions | None, str | None, list[int]]:
    """The ids stored, the revisions, where the history is broken, and which revisions it knows."""
    async with opened_storage(settings) as storage:
        ids = {each.version.id async for chunk in storage.export(tenant) for each in chunk}
        rows = await storage.engine.fetch(
            "SELECT DISTINCT revision FROM history WHERE tenant = :tenant ORDER BY revision", {"tenant": tenant.key}
        )
        broken = await broken_at(storage.engine, tenant.key)
        return {str(id_) for id_ in ids}, await storage.revisions(tenant.key), broken, [int(str(r[0])) for r in rows]


def test_two_processes_write_to_one_tenant_at_once_without_an_error_or_a_lost_revision(settings: Settings) -> None:
    tenant = prepared(settings)
    with contextlib.ExitStack() as stack:
        writers = [stack.enter_context(process("many", settings, tenant.address, n, WRITES)) for n in ("a", "b")]
        assert [line(each) for each in writers] == ["ready", "ready"]

        for each in writers:
            begin(each)
        rows = [[line(each) for _ in range(WRITES)] for each in writers]

        assert [each.wait(30) for each in writers] == [0, 0]
    assert rows == [list(map(str, range(WRITES)))] * 2
    ids, revisions, broken, numbers = asyncio.run(found(settings, tenant))
    assert ids == {element_id(f"{name} {number}") for name in "ab" for number in range(WRITES)}
    assert revisions == Revisions(2 * WRITES, 0, 0)
    assert numbers == list(range(1, 2 * WRITES + 1))
    assert broken is None
    record(
        "two processes writing at once", 2 * WRITES, "none lost", place="PostgreSQL" if settings.database else "SQLite"
    )


ELEMENTS = 1500
POINTS = ("checking 0", "writing 0", "writing 600", "writing 1000", f"writing {ELEMENTS}")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("bundle") / "many.jsonl"
    records = (
        bundles.user("anna"),
        *(bundles.process(f"p{n}", related={"author": [bundles.reference("anna")]}) for n in range(ELEMENTS - 1)),
    )
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in (bundles.HEADER, *records)))
    return file


@pytest.mark.parametrize("round_", range(max(scaled(10), len(POINTS))))
def test_a_process_killed_during_an_import_leaves_nothing_or_everything(
    new_sqlite_settings: Callable[[], Settings], bundle: Path, round_: int
) -> None:
    settings = new_sqlite_settings()
    tenant = prepared(settings)
    point = POINTS[round_ % len(POINTS)]
    with process("import", settings, tenant.address, bundle) as running:
        lines = [line(running)]
        while lines[-1] not in (point, "committed"):
            lines.append(line(running))

        running.kill()
        lines += running.communicate()[0].splitlines()

    ids, revisions, broken, _ = asyncio.run(found(settings, tenant))
    assert (len(ids), revisions) in ((0, Revisions(0, 0, 0)), (ELEMENTS, Revisions(1, 0, 0)))
    assert "committed" not in lines or len(ids) == ELEMENTS
    assert broken is None
