"""SQLite: a file that is safe against power loss, flipped bits and a library that loses data."""

import asyncio
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import apsw
import pytest

from facetstore.bootstrap.database import open_storage, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.errors import Failure, Unavailable
from facetstore.storage.engines import sqlite, sqlite_connection
from facetstore.storage.engines.sqlite import SqliteEngine
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf
from tests.storage.builders import EVERYTHING, add, elements, ids, new_tenant, plain, read, version
from tests.storage.random_tenants import RandomTenant, write_all
from tests.support.proof import record, scaled

pytestmark = pytest.mark.anyio

PAGE = 8192


async def pragmas(engine: SqliteEngine) -> dict[str, object]:
    """The settings in force on the connections that read and write."""
    names = (
        "journal_mode",
        "synchronous",
        "foreign_keys",
        "trusted_schema",
        "cell_size_check",
        "mmap_size",
        "busy_timeout",
    )
    found: dict[str, object] = {}
    async with engine.snapshot() as reading, engine.transaction() as writing:
        for session in (reading, writing):
            for name in names:
                ((value,),) = await session.fetch(f"PRAGMA {name}", {})
                found[name] = value if found.get(name, value) == value else (found[name], value)
    return found


async def test_the_settings_that_keep_data_safe_are_in_force(sqlite_storage: SqlStorage) -> None:
    assert isinstance(sqlite_storage.engine, SqliteEngine)

    assert await pragmas(sqlite_storage.engine) == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "mmap_size": 0,
        "busy_timeout": 5000,
    }


async def test_pages_carry_checksums_that_are_verified(sqlite_storage: SqlStorage) -> None:
    found = await sqlite_storage.engine.diagnose()

    assert {name: found[name] for name in ("checksum_verification", "reserved bytes", "page_size", "integrity")} == {
        "checksum_verification": "1",
        "reserved bytes": "8",
        "page_size": str(PAGE),
        "integrity": "ok",
    }


@pytest.mark.parametrize(("found", "safe"), [("3.51.2", False), ("3.9.0", False), ("3.51.3", True), ("4.0", True)])
async def test_a_library_that_loses_data_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: str, safe: bool
) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: found)

    if safe:
        sqlite.check_version()
    else:
        with pytest.raises(Unavailable, match=f"SQLite {found} can corrupt its file; 3.51.3 or later is needed"):
            SqliteEngine(tmp_path / "facetstore.db")
        assert not (tmp_path / "facetstore.db").exists()


async def test_references_to_a_tenant_that_is_not_there_are_refused(sqlite_storage: SqlStorage) -> None:
    statement = "INSERT INTO element (tenant, id, facet, type) VALUES (-1, 'x', 'x', 'x')"

    with pytest.raises(apsw.ConstraintError, match="FOREIGN KEY"):
        await execute(sqlite_storage, statement)


async def test_a_value_of_the_wrong_kind_is_refused(sqlite_storage: SqlStorage) -> None:
    tenant = await new_tenant(sqlite_storage)

    with pytest.raises(apsw.ConstraintError, match="cannot store TEXT value in INTEGER column"):
        await execute(sqlite_storage, f"UPDATE tenant SET revision = 'one' WHERE key = {tenant.key}")


async def execute(storage: SqlStorage, statement: str) -> None:
    async with storage.engine.transaction() as session:
        await session.fetch(statement, {})


async def test_what_went_wrong_is_reported_also_when_sqlite_has_rolled_back_by_itself(
    new_sqlite_settings: Callable[[], Settings],
) -> None:
    """As it may do when the disk is full: there is then nothing left to roll back."""

    async def fail(storage: SqlStorage) -> None:
        async with storage.engine.transaction() as session:
            await session.fetch("ROLLBACK", {})
            raise Unavailable("The disk is full.")

    async with opened_storage(new_sqlite_settings()) as storage:
        with pytest.raises(Unavailable, match="The disk is full"):
            await fail(storage)
        tenant = await new_tenant(storage)
        await add(storage, tenant, version("p"))


async def test_a_full_disk_is_unavailable_loses_nothing_and_can_be_emptied(
    new_sqlite_settings: Callable[[], Settings],
) -> None:
    async with opened_storage(new_sqlite_settings()) as storage:
        assert isinstance(storage.engine, SqliteEngine)
        tenant = await new_tenant(storage)
        await add(storage, tenant, plain("before"))
        async with storage.engine.transaction() as session:
            ((pages,),) = await session.fetch("PRAGMA page_count", {})
            await session.fetch(f"PRAGMA max_page_count = {pages}", {})

        with pytest.raises(Unavailable, match="cannot be written"):
            await add(storage, tenant, *(plain(f"c{n}") for n in range(500)))

        assert elements(await read(storage, tenant, ListOf("processes"))) == ids("before")
        async with storage.engine.transaction() as session:
            await session.fetch("PRAGMA max_page_count = 1000000", {})
        await add(storage, tenant, plain("after"))
        assert elements(await read(storage, tenant, ListOf("processes"))) == ids("after", "before")


async def test_a_locked_database_is_unavailable_after_the_wait(
    new_sqlite_settings: Callable[[], Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = sqlite_connection._PRAGMAS.replace("busy_timeout = 5000", "busy_timeout = 20")
    monkeypatch.setattr(sqlite_connection, "_PRAGMAS", quick)
    settings = new_sqlite_settings()
    async with opened_storage(settings) as one, opened_storage(settings) as other:
        tenant = await new_tenant(one)
        async with one.writer(tenant, actor=None):
            with pytest.raises(Unavailable, match="The database is busy"):
                await add(other, tenant, version("p"))
            assert await read(other, tenant, ListOf("processes")) == []


async def test_reads_go_on_during_a_write(sqlite_storage: SqlStorage) -> None:
    tenant = await new_tenant(sqlite_storage)

    async with sqlite_storage.writer(tenant, actor=None):
        assert await read(sqlite_storage, tenant, ListOf("processes")) == []
        assert (await sqlite_storage.revisions(tenant.key)) == (0, 0, 0)


async def test_a_check_of_the_file_leaves_the_locks_on_it_alone(new_sqlite_settings: Callable[[], Settings]) -> None:
    """A process that closes any descriptor of a file loses its locks; another one could then delete the log in use."""
    settings = new_sqlite_settings()
    async with opened_storage(settings) as storage:
        await storage.engine.fetch("SELECT count(*) FROM tenant", {})
        held = _locks(settings.file)

        await storage.check()

        assert _locks(settings.file) == held != []


def _locks(path: Path) -> list[str]:
    inode = path.stat().st_ino
    lines = [line for line in Path("/proc/locks").read_text().splitlines() if f":{inode} " in line]
    return sorted(line.partition(": ")[2] for line in lines)  # without the number of the line


async def test_a_file_that_is_no_database_is_reported(new_sqlite_settings: Callable[[], Settings]) -> None:
    settings = new_sqlite_settings()
    settings.file.write_bytes(b"no database at all, but longer than a header of one " * 100)

    with pytest.raises(Unavailable) as found:
        await open_storage(settings)

    assert found.value.cause is not None
    assert found.value.cause.category == "damaged"
    assert "SQLite" not in found.value.message


async def everything(settings: Settings) -> object:
    """All that can be read of a database."""
    async with opened_storage(settings) as storage:
        found: list[object] = []
        for tenant in await storage.tenants():
            found.append(tenant)
            found += [each async for chunk in storage.export(tenant) for each in chunk]
            for drafts in (True, False):
                reader = storage.reader(tenant, EDITORS if drafts else VIEWERS)
                found += [await reader.elements(ListOf(f), EVERYTHING) for f in ("processes", "it", "users", "risks")]
            for table in ("attribute", "reference", "card_related", "shape", "flow", "token", "history"):
                columns = f"SELECT * FROM {table} WHERE tenant = :tenant"
                found.append([tuple(row) for row in await storage.engine.fetch(columns, {"tenant": tenant.key})])
        return found


@pytest.fixture(scope="module")
def filled_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, object]:
    """A database that is closed and all in one file, and what can be read of it."""
    settings = Settings(data=tmp_path_factory.mktemp("filled"))

    async def fill() -> object:
        async with opened_storage(settings) as storage:
            tenant, content = await new_tenant(storage), RandomTenant(Random(5))
            content.fill(120)
            async with storage.writer(tenant, actor=None) as writer:
                await write_all(writer, content)
        return await everything(settings)

    expected = asyncio.run(fill())
    assert [each.name for each in settings.data.iterdir()] == ["facetstore.db"]
    return settings.file, expected


def flipped(file: Path, folder: Path, bit: int) -> Settings:
    """A copy of the file with one bit the other way."""
    settings = Settings(data=folder / str(bit))
    settings.data.mkdir()
    shutil.copyfile(file, settings.file)
    with settings.file.open("r+b") as opened:
        opened.seek(bit // 8)
        byte = opened.read(1)[0]
        opened.seek(bit // 8)
        opened.write(bytes([byte ^ (1 << bit % 8)]))
    return settings


async def outcome(settings: Settings, expected: object) -> str:
    try:
        return "same" if await everything(settings) == expected else "different"
    except (Failure, apsw.Error) as error:
        return f"found: {error}"


async def test_a_flipped_bit_never_changes_what_is_read_unnoticed(
    filled_file: tuple[Path, object], tmp_path: Path
) -> None:
    file, expected = filled_file
    size, random = file.stat().st_size, Random(50)
    # Any page but the first, whose header the next test takes bit by bit.
    bits = [random.randrange(PAGE * 8, size * 8) for _ in range(50)]

    outcomes = [await outcome(flipped(file, tmp_path, bit), expected) for bit in dict.fromkeys(bits)]

    found = sum(each.startswith("found") for each in outcomes)
    assert "different" not in outcomes
    assert found > len(outcomes) // 3  # some pages hold nothing yet, and are never read
    record("flipped bits in an SQLite file", len(outcomes), "none unnoticed", found=found)


async def test_a_flipped_bit_in_the_header_never_changes_what_is_read_unnoticed(
    filled_file: tuple[Path, object], tmp_path: Path
) -> None:
    file, expected = filled_file
    bits = Random(100).sample(range(100 * 8), scaled(800))

    outcomes = {bit: await outcome(flipped(file, tmp_path, bit), expected) for bit in bits}

    assert [bit for bit, each in outcomes.items() if each == "different"] == []


async def test_a_database_damaged_all_over_is_reported_in_words(
    filled_file: tuple[Path, object], tmp_path: Path
) -> None:
    file, _ = filled_file
    settings = damaged(file, tmp_path, range(1, file.stat().st_size // PAGE))

    with pytest.raises(Unavailable):
        await everything(settings)


async def test_damage_that_a_request_meets_first_is_reported_in_words(
    filled_file: tuple[Path, object], tmp_path: Path
) -> None:
    file, _ = filled_file
    connection = apsw.Connection(str(file), vfs="cksmvfs")
    ((page,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'tenant'")
    connection.close()

    async with opened_storage(damaged(file, tmp_path, [page - 1])) as storage:
        with pytest.raises(Unavailable):
            await storage.revisions(1)


def damaged(file: Path, folder: Path, pages: Iterable[int]) -> Settings:
    content = bytearray(file.read_bytes())
    for page in pages:
        content[page * PAGE + 100] ^= 1
    settings = Settings(data=folder)
    settings.file.write_bytes(content)
    return settings
