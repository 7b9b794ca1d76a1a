"""The schema is made in an empty database, brought forward by one node at a time, and never guessed at."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from facetstore.bootstrap.database import opened_engine, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.errors import Conflict
from facetstore.query.filter_tree import AnyAttribute, AttributeField, Condition, Kind, Operator, RelatedField, Tree
from facetstore.storage import migrate as schema
from facetstore.storage.engines.dialect import POSTGRES, SQLITE, Dialect
from facetstore.storage.engines.engine import Engine, Row, Session
from facetstore.storage.engines.schema_files import Migration, migrations
from facetstore.storage.migrate import check_schema, migrate, pending, schema_version
from facetstore.storage.reads import list_reader
from facetstore.storage.writes.shortening import chain_rows
from facetstore.usecases.ports.selections import ListOf, Narrowing
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.configuring import ensure_configuration
from tests.storage.builders import new_tenant, user, version
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.support.storages import ENGINES, Store, new_store

SECOND = "CREATE TABLE second (key INTEGER PRIMARY KEY)"
THIRD = "CREATE TABLE third (key INTEGER PRIMARY KEY)"


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return new_store(request, tmp_path, request.param, migrated=False).settings


@pytest.fixture
def later_release(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Makes this release know further migrations."""
    known = migrations

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
    names = [[(each.number, each.name) for each in migrations(dialect)] for dialect in (SQLITE, POSTGRES)]

    assert names[0] == names[1]
    numbers = [number for number, _ in names[0]]
    assert (numbers, numbers[0]) == (sorted(set(numbers)), 1)


def test_an_empty_database_gets_its_schema_at_once(settings: Settings) -> None:
    known = migrations(_dialect(settings))[-1].number
    assert versions(settings)[0] == 0

    checked(settings)

    assert versions(settings) == (known, [])


def test_a_dry_run_only_reports(settings: Settings) -> None:
    found = migrated(settings, dry_run=True)

    assert found[0] == "0001 core"
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

    assert versions(settings)[0] == migrations(_dialect(settings))[-1].number


def test_the_database_of_another_program_is_left_alone(settings: Settings) -> None:
    async def occupy() -> None:
        async with opened_engine(settings) as engine, engine.transaction() as session:
            if engine.dialect.name == "postgres":
                await session.execute_script("CREATE SCHEMA facetstore")
            await session.execute_script("CREATE TABLE invoices (number INTEGER)")

    asyncio.run(occupy())

    with pytest.raises(Conflict, match=r"not a Facetstore database: it holds other tables \(invoices\)"):
        checked(settings)


def _dialect(settings: Settings) -> Dialect:
    return POSTGRES if settings.database else SQLITE


def test_a_store_can_be_used_right_away(request: pytest.FixtureRequest, settings: Settings) -> None:
    tenant = Store(settings).new_tenant()

    assert Store(settings).tenant() == tenant


FIRST_TABLES = (
    *("tenant", "element", "version", "attribute", "reference", "card_related"),
    *("shape", "flow", "token", "history"),
)
"""The tables of schema 1, those that others refer to first."""
FOUND: Sequence[Tree] = (
    Condition(AttributeField("name", Kind.TEXT), Operator.EQ, ("zurich",)),
    Condition(AttributeField("name", Kind.TEXT), Operator.CONTAINS, ("strasse",)),
    Condition(AttributeField("name", Kind.TEXT), Operator.CONTAINS, ("äpf",)),
    Condition(AttributeField("description", Kind.TEXT), Operator.IS_NULL),
    Condition(AttributeField("createdOn", Kind.INSTANT), Operator.GE, (1_700_000_000_000_000,)),
    Condition(AttributeField("costs", Kind.NUMBER), Operator.GT, (1.5,)),
    Condition(AnyAttribute(), Operator.CONTAINS, ("werk",)),
    Condition(RelatedField("systems", AttributeField("name", Kind.TEXT)), Operator.STARTS_WITH, ("ä",)),
)


async def columns_of(session: Session, dialect: Dialect, table: str) -> list[str]:
    text = {
        "sqlite": "SELECT name FROM pragma_table_info(:name)",
        "postgres": "SELECT column_name FROM information_schema.columns"
        " WHERE table_schema = 'facetstore' AND table_name = CAST(:name AS text)",
    }
    return [str(row[0]) for row in await session.fetch(text[dialect.name], {"name": table})]


async def rows_of(engine: Engine, table: str) -> list[Row]:
    async with engine.session() as session:
        # Where changes of the release before were seen is not known; rendering users again counts as a change of access. The
        # history is shortened, which has tests of its own.
        others = {"reach", "access", "change", "salt", "hash", "head"}
        columns = ", ".join(sorted({*await columns_of(session, engine.dialect, table)} - others))
        rows = await session.fetch(f"SELECT {columns} FROM {table}", {})
        return sorted((tuple(row) for row in rows), key=repr)


async def copy_first_tables(old: Engine, new: Engine) -> None:
    """Take everything over but the rows of `attribute`, which the release before wrote otherwise: all texts as they were."""
    async with old.session() as source, new.transaction() as target:
        for table in FIRST_TABLES:
            columns = await columns_of(target, new.dialect, table)
            known = await columns_of(source, old.dialect, table)
            # The content of a column that is gone does not matter.
            wanted = [each if each in known else f"0 AS {each}" for each in columns]
            rows = await source.fetch(f"SELECT {', '.join(wanted)} FROM {table}", {})
            if table == "attribute":
                blank = {"equality": "  ", "ordering": "  "}
                rows = [[blank.get(name, each) for name, each in zip(columns, row, strict=True)] for row in rows]
            await target.insert(table, columns, [tuple(row) for row in rows])


async def random_tenant(settings: Settings) -> None:
    content = RandomTenant(Random(5))
    content.fill(150)
    waits = {"validFrom": {127: "2026-11-15T09:00:00"}}
    extra = [version("p", attributes={"costs": {127: 2.5}, "description": {1033: " "}, **waits}), user("somebody")]
    for each in extra:
        content.versions[each.id] = each
    async with opened_storage(settings) as storage:
        tenant = await new_tenant(storage)
        async with storage.writer(tenant, actor=None) as writer:
            await ensure_configuration(writer, serve(tenant).metamodel)
        async with storage.writer(tenant, actor=None) as writer:
            await write_all(writer, content)
        for _ in range(10):
            async with storage.writer(tenant, actor=None) as writer:
                await change(writer, content)
    async with opened_engine(settings) as engine, engine.transaction() as session:
        # Where a change shows is not known of the first releases.
        await session.fetch("UPDATE history SET reach = 3", {})
        await session.fetch("UPDATE tenant SET head = :head", {"head": await chain_rows(session, tenant.key)})


async def found_in(settings: Settings) -> list[Sequence[str]]:
    """What filters find, whether elements are walked or found by their values."""
    async with opened_storage(settings) as storage:
        (tenant,) = await storage.tenants()
        found: list[Sequence[str]] = []
        for drafts in (True, False):
            for facet in ("processes", "it"):
                for tree in FOUND:
                    listing = await storage.reader(tenant, EDITORS if drafts else VIEWERS).lists.listing(
                        ListOf(facet), None, Narrowing(tree)
                    )
                    found.append(listing.elements)
        return found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("by_values", [True, False], ids=["by values", "walked"])
def test_elements_stored_by_the_release_before_are_found_after_the_migration(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str, by_values: bool
) -> None:
    monkeypatch.setattr(list_reader, "_SORT", 0.0 if by_values else 1e9)
    known = migrations
    old, new = (new_store(request, tmp_path / name, engine, migrated=False).settings for name in ("old", "new"))
    asyncio.run(random_tenant(old))
    with monkeypatch.context() as earlier:
        earlier.setattr(schema, "migrations", lambda dialect: known(dialect)[:1])
        checked(new)

    async def copy() -> None:
        async with opened_engine(old) as source, opened_engine(new) as target:
            await copy_first_tables(source, target)

    asyncio.run(copy())
    assert versions(new)[0] == 1

    assert migrated(new)[0] == "0002 finding"

    found = asyncio.run(found_in(new))
    assert found == asyncio.run(found_in(old))
    assert sum(map(len, found)) > 50
    assert all(any(found[number :: len(FOUND)]) for number in range(len(FOUND)))

    async def same_tables() -> None:
        async with opened_engine(old) as one, opened_engine(new) as other:
            for table in FIRST_TABLES:
                assert await rows_of(one, table) == await rows_of(other, table), table

    asyncio.run(same_tables())
