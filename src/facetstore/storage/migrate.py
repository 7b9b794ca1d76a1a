"""The schema of a database: numbered migrations, forward only, and the check that code and database fit together.

A migration is a pair of files `NNNN_name.sqlite.sql` and `NNNN_name.postgres.sql`. Applied migrations are recorded in the table
`schema_version`. Any number of nodes may start at once: the first one to get the lock migrates, the others find nothing to do.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, cast

from facetstore.domain.errors import Conflict
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.engines.schema_files import Migration, migrations
from facetstore.storage.rows.recorded_spans import fill_spans
from facetstore.storage.tenant_rows import configure_tenants
from facetstore.storage.writes.renewal import renew_tenants
from facetstore.storage.writes.sealing import seal_histories
from facetstore.storage.writes.shortening import shorten_histories
from facetstore.storage.writes.translation_columns import fill_translations

_LOCK: Final = 0x0FACE75  # arbitrary; no other program may lock this number in the same database

_CREATE: Final = """
    CREATE TABLE IF NOT EXISTS schema_version (
        number  BIGINT NOT NULL PRIMARY KEY,
        name    TEXT   NOT NULL,
        applied BIGINT NOT NULL)
"""
_APPLIED: Final = "SELECT coalesce(max(number), 0) FROM schema_version"
_RECORD: Final = "INSERT INTO schema_version (number, name, applied) VALUES (:number, :name, :applied)"
_RENEWS: Final = "-- renew:"
"""A migration whose text contains this needs every version to be rendered and indexed again."""
_SHORTENS: Final = "-- history:"
"""A migration whose text contains this needs every history to be shortened and chained again."""
_SEALS: Final = "-- seal:"
"""A migration whose text contains this needs every history to be sealed and chained again."""
_CONFIGURES: Final = "-- configuration:"
"""A migration whose text contains this needs every tenant to get the languages and stereotypes that it lacks."""
_FILLS_TRANSLATIONS: Final = "-- translations:"
"""A migration whose text contains this needs the columns about translations to be filled."""
_FILLS_SPANS: Final = "-- spans:"
"""A migration whose text contains this needs the spans of elements to be filled."""
_TABLES: Final = {
    "sqlite": "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    "postgres": "SELECT table_name FROM information_schema.tables WHERE table_schema = 'facetstore'",
}


async def schema_version(engine: Engine) -> int:
    """The number of the last migration; 0 if the database is empty. Raises Conflict if it is not a Facetstore database."""
    async with engine.snapshot() as session:
        return await _applied(session, engine.dialect)


async def pending(engine: Engine) -> Sequence[Migration]:
    """What `migrate` would apply. Raises Conflict if the database is newer than the code."""
    return _after(engine.dialect, await schema_version(engine))


async def migrate(engine: Engine, *, dry_run: bool = False) -> Sequence[Migration]:
    """Apply all pending migrations in one transaction, and return them; with `dry_run` only return them."""
    if dry_run:
        return await pending(engine)
    async with engine.transaction() as session:
        return await migrate_in(session, engine)


async def migrate_in(session: Session, engine: Engine, last: int | None = None) -> Sequence[Migration]:
    """Apply all pending migrations, or those up to the number `last`, in a transaction, and return them."""
    await _lock(session, engine.dialect)
    # Read again under the lock: another node may have migrated meanwhile.
    pending_steps = _after(engine.dialect, await _applied(session, engine.dialect))
    steps = tuple(step for step in pending_steps if last is None or step.number <= last)
    for step in steps:
        await _apply(session, step)
    # Once, and after all steps: the code writes to the tables of this release.
    if len(steps) == len(pending_steps):
        await _follow_up(session, engine, steps)
    return steps


async def _follow_up(session: Session, engine: Engine, steps: Sequence[Migration]) -> None:
    """Do what migrations need besides their statements."""
    if any(_SHORTENS in step.text for step in steps):
        await shorten_histories(session, engine.dialect)
    if any(_SEALS in step.text for step in steps):
        await seal_histories(session)
    if any(_RENEWS in step.text for step in steps):
        await renew_tenants(session, engine.dialect)
    if any(_FILLS_TRANSLATIONS in step.text for step in steps):
        await fill_translations(session, engine.dialect)
    if any(_CONFIGURES in step.text for step in steps):
        await configure_tenants(session, engine)
    if any(_FILLS_SPANS in step.text for step in steps):
        await fill_spans(session, engine.dialect)
    if engine.dialect.name == "postgres":
        from facetstore.storage.engines.row_security import PROTECT  # here, because it imports the driver

        await session.execute_script(PROTECT)


async def check_schema(engine: Engine) -> None:
    """Create the schema of an empty database. Raises Conflict if the schema of the database is not that of this release."""
    version = await schema_version(engine)
    if version == 0:
        async with engine.turn():
            await migrate(engine)  # does nothing if another process was first
    elif steps := _after(engine.dialect, version):
        wanted = steps[-1].number
        raise Conflict(f"The database has schema {version}, this release needs {wanted}. Run: facetstore migrate")


def _after(dialect: Dialect, version: int) -> tuple[Migration, ...]:
    known = migrations(dialect)
    newest = known[-1].number
    if version > newest:
        raise Conflict(
            f"The database has schema {version}, this release knows only up to {newest}. "
            "Use the release that migrated it, or a later one."
        )
    return tuple(each for each in known if each.number > version)


async def _applied(session: Session, dialect: Dialect) -> int:
    tables = {str(row[0]) for row in await session.fetch(_TABLES[dialect.name], {})}
    if "schema_version" in tables:
        return cast("int", (await session.fetch(_APPLIED, {}))[0][0])
    if tables:
        raise Conflict(f"This is not a Facetstore database: it holds other tables ({', '.join(sorted(tables)[:3])}).")
    return 0


async def _lock(session: Session, dialect: Dialect) -> None:
    """Let one node migrate at a time. In SQLite the transaction is the only writer from its beginning."""
    if dialect.name == "postgres":
        await session.fetch("SELECT pg_advisory_xact_lock(:lock)", {"lock": _LOCK})
        await session.execute_script("CREATE SCHEMA IF NOT EXISTS facetstore")


async def _apply(session: Session, step: Migration) -> None:
    await session.execute_script(_CREATE)
    await session.execute_script(step.text)
    applied = time.time_ns() // 1000
    await session.fetch(_RECORD, {"number": step.number, "name": step.name, "applied": applied})
