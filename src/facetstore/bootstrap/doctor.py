"""The health of a database: the engine's own checks, the schema, and whether the chain of every history is intact."""

from __future__ import annotations

import stat
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from facetstore.bootstrap.database import opened_engine
from facetstore.bootstrap.place import find_cause
from facetstore.bootstrap.python_floor import python_version
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Failure, Unavailable
from facetstore.domain.tenant import Tenant
from facetstore.storage.access.picture_rows import count_damaged_pictures
from facetstore.storage.engines.engine import Engine
from facetstore.storage.engines.private_files import is_open_to_others
from facetstore.storage.files.contents import count_damaged
from facetstore.storage.migrate import pending, schema_version
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at


class WantedSetting(NamedTuple):
    """The values of a setting that keep data safe, and what to do about others."""

    values: tuple[str, ...]
    advice: str


_NOT_OURS: Final = (
    "Another program has opened the file in another way. Stop it; the service sets this itself when it starts."
)
_IMPORT_AGAIN: Final = (
    "The file was made without page checksums. Export the tenants, and import them into a new folder."
)
_IN_SERVER: Final = (
    "Set it to on in postgresql.conf and restart PostgreSQL: without it a crash of the machine loses or damages data."
)
_RESTORE: Final = "Stop the service, keep a copy of the data, and put back the last backup (docs/how-to/back-up.md). Then check the disk."
_WANTED: Final[dict[str, WantedSetting]] = {
    "integrity": WantedSetting(("ok",), _RESTORE),
    "journal_mode": WantedSetting(("wal",), _NOT_OURS),
    "synchronous": WantedSetting(("2",), _NOT_OURS),
    "foreign_keys": WantedSetting(("1",), _NOT_OURS),
    "checksum_verification": WantedSetting(("1",), _NOT_OURS),
    "reserved bytes": WantedSetting(("8",), _IMPORT_AGAIN),
    "data_checksums": WantedSetting(("on",), "Stop PostgreSQL and run: pg_checksums --enable -D FOLDER"),
    "fsync": WantedSetting(("on",), _IN_SERVER),
    "full_page_writes": WantedSetting(("on",), _IN_SERVER),
    "server_encoding": WantedSetting(
        ("UTF8",), "Make a database with ENCODING 'UTF8', and import exports of the tenants there."
    ),
    "row_security": WantedSetting(
        ("on", "off"), "Create the role and grant it (docs/how-to/run-on-postgresql.md), then run: facetstore migrate"
    ),
}
"""Any other value is reported as wrong; names that an engine does not have are skipped."""

_EMPTY: Final = "empty (created on first use)"


class Examined(NamedTuple):
    """The result of one check."""

    name: str
    value: str
    is_good: bool = True
    advice: str = ""
    """What to do if it is not good."""


async def examine(settings: Settings) -> Sequence[Examined]:
    """All results that `facetstore doctor` prints."""
    if settings.pools:
        return [each for name in settings.pool_names for each in await _examine_pool(settings, name)]
    async with opened_engine(settings) as engine:
        examined = [each async for each in _examine(engine)]
    return examined if settings.database is not None else [*_modes(settings), *examined]


async def _examine_pool(settings: Settings, name: str) -> Sequence[Examined]:
    try:
        examined = await examine(settings.of_pool(name))
    except Unavailable as failure:
        message, advice = (failure.cause.message, failure.cause.advice) if failure.cause else (failure.message, "")
        examined = [Examined("database", message, is_good=False, advice=advice)]
    return [each._replace(name=f"{name}: {each.name}") for each in examined]


def _modes(settings: Settings) -> Sequence[Examined]:
    """Who can read the files of an SQLite database."""
    return [_mode("mode of folder", settings.data, "700"), _mode("mode of file", settings.file, "600")]


def _mode(name: str, path: Path, wanted: str) -> Examined:
    mode = f"{stat.S_IMODE(path.stat().st_mode):04o}"
    if not is_open_to_others(path):
        return Examined(name, mode)
    return Examined(name, f"{mode} (open to all users)", is_good=False, advice=f"chmod {wanted} {path}")


async def _examine(engine: Engine) -> AsyncIterator[Examined]:
    yield Examined("python", python_version())
    for name, value in (await engine.diagnose()).items():
        wanted = _WANTED.get(name, WantedSetting((value,), ""))
        yield Examined(name, value, value in wanted.values, wanted.advice)
    schema = await _schema(engine)
    yield schema
    if schema.is_good and schema.value != _EMPTY:
        storage = SqlStorage(engine)
        cause = await find_cause(storage)
        yield Examined("place", "ok") if cause is None else Examined("place", cause.message, False, cause.advice)
        for tenant in await storage.tenants():
            yield await _history(engine, tenant)
            yield await _files(engine, tenant)


async def _schema(engine: Engine) -> Examined:
    try:
        version, steps = await schema_version(engine), await pending(engine)
    except Failure as failure:
        advice = "Name another database, or use the release that this one is from."
        return Examined("schema", failure.message, is_good=False, advice=advice)
    if version == 0:
        return Examined("schema", _EMPTY)
    missing = f"{len(steps)} pending" if steps else "up to date"
    return Examined("schema", f"{version} ({missing})", not steps, "Make a backup, then run: facetstore migrate")


async def _history(engine: Engine, tenant: Tenant) -> Examined:
    try:
        broken = await broken_at(engine, tenant.key)
    except Failure as failure:
        return Examined(f"history of {tenant.address}", failure.message, is_good=False, advice=_RESTORE)
    state = f"holds up to revision {tenant.revision}" if broken is None else f"broken at {broken}"
    advice = f"See all that differs: facetstore verify --tenant {tenant.address}. {_RESTORE}"
    return Examined(f"history of {tenant.address}", state, broken is None, advice)


async def _files(engine: Engine, tenant: Tenant) -> Examined:
    name = f"files of {tenant.address}"
    try:
        damaged, missing = await count_damaged(engine, tenant.key)
        damaged += await count_damaged_pictures(engine, tenant.key)
    except Failure as failure:
        return Examined(name, failure.message, is_good=False, advice=_RESTORE)
    if damaged or missing:
        return Examined(name, f"{damaged} incomplete, {missing} missing", is_good=False, advice=_RESTORE)
    return Examined(name, "complete")
