"""The schema is made in an empty database, brought forward by one node at a time, and never guessed at."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facetstore.bootstrap.database import opened_engine, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Conflict
from facetstore.storage import migrate as schema
from facetstore.storage.dialect import POSTGRES, SQLITE, Dialect
from facetstore.storage.migrate import Migration, check_schema, migrate, pending, schema_version
from tests.support.storages import ENGINES, Store, new_store

SECOND = "CREATE TABLE second (key INTEGER PRIMARY KEY)"
THIRD = "CREATE TABLE third (key INTEGER PRIMARY KEY)"


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return new_store(request, tmp_path, request.param).settings


@pytest.fixture
def later_release(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Makes this release know further migrations."""
    known = schema.migrations

    def add(*texts: str) -> None:
        steps = tuple(Migration(number, f"step{number}", text) for number, text in enumerate(texts, start=2))
        monkeypatch.setattr(schema, "migrations", lambda dialect: (*known(dialect)[:1], *steps))

    yield add
    monkeypatch.undo()


def versions(settings: Settings) -> tuple[int, list[str]]:
    async def look() -> tuple[int, list[str]]:
        async with opened_engine(settings) as engine:
            return await schema_version(engine), [str(each) for each in await pending(engine)]

    return asyncio.run(look())


def migrated(settings: Settings, *, dry_run: bool = False) -> list[str]:
    async def work() -> list[str]:
        async with opened_engine(settings) as engine:
            return [str(each) for each in await migrate(engine, dry_run=dry_run)]

    return asyncio.run(work())


def checked(settings: Settings) -> None:
    async def work() -> None:
        async with opened_engine(settings) as engine:
            await check_schema(engine)

    asyncio.run(work())


def test_both_engines_have_the_same_migrations() -> None:
    names = [[(each.number, each.name) for each in schema.migrations(dialect)] for dialect in (SQLITE, POSTGRES)]

    assert names[0] == names[1]
    assert [number for number, _ in names[0]] == list(range(1, len(names[0]) + 1))


def test_an_empty_database_gets_its_schema_at_once(settings: Settings) -> None:
    known = len(schema.migrations(_dialect(settings)))
    assert versions(settings)[0] == 0

    checked(settings)

    assert versions(settings) == (known, [])


def test_a_dry_run_only_tells(settings: Settings) -> None:
    told = migrated(settings, dry_run=True)

    assert told[0] == "0001 core"
    assert versions(settings)[0] == 0


def test_an_older_schema_is_refused_with_the_command(settings: Settings, later_release: Callable[..., None]) -> None:
    later_release()
    checked(settings)
    later_release(SECOND, THIRD)

    with pytest.raises(Conflict, match=r"has schema 1, this release needs 3\. Run: facetstore migrate"):
        checked(settings)

    assert versions(settings) == (1, ["0002 step2", "0003 step3"])
    assert migrated(settings) == ["0002 step2", "0003 step3"]
    checked(settings)
    assert migrated(settings) == []


def test_a_newer_schema_is_refused(settings: Settings, later_release: Callable[..., None]) -> None:
    later_release(SECOND)
    checked(settings)
    later_release()

    with pytest.raises(Conflict, match="has schema 2, this release knows only up to 1"):
        checked(settings)
    with pytest.raises(Conflict):
        migrated(settings)


def test_a_migration_that_fails_leaves_nothing_behind(settings: Settings, later_release: Callable[..., None]) -> None:
    later_release()
    checked(settings)
    later_release(SECOND, "CREATE NONSENSE")

    with pytest.raises(Exception, match=r"(?i)syntax"):
        migrated(settings)

    later_release(SECOND)
    assert versions(settings) == (1, ["0002 step2"])
    assert migrated(settings) == ["0002 step2"]


def test_nodes_that_start_together_migrate_once(settings: Settings) -> None:
    async def start() -> None:
        async with opened_storage(settings):
            pass

    async def start_all() -> None:
        await asyncio.gather(*(start() for _ in range(5)))

    asyncio.run(start_all())

    assert versions(settings)[0] == len(schema.migrations(_dialect(settings)))


def test_the_database_of_another_program_is_left_alone(settings: Settings) -> None:
    async def occupy() -> None:
        async with opened_engine(settings) as engine, engine.transaction() as session:
            if engine.dialect.name == "postgres":
                await session.execute_script("CREATE SCHEMA facetstore")
            await session.execute_script("CREATE TABLE invoices (number INTEGER)")

    asyncio.run(occupy())

    with pytest.raises(Conflict, match=r"none of Facetstore: it holds other tables \(invoices\)"):
        checked(settings)


def _dialect(settings: Settings) -> Dialect:
    return POSTGRES if settings.database else SQLITE


def test_a_store_can_be_used_right_away(request: pytest.FixtureRequest, settings: Settings) -> None:
    tenant = Store(settings).new_tenant()

    assert Store(settings).tenant() == tenant
