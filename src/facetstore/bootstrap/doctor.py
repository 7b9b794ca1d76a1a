"""The health of a database: the engine's own checks, the schema, and whether the chain of every history is intact."""

from __future__ import annotations

import stat
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from facetstore.bootstrap.database import opened_engine
from facetstore.bootstrap.python_floor import python_version
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Failure
from facetstore.domain.tenant import Tenant
from facetstore.storage.access.picture_rows import count_damaged_pictures
from facetstore.storage.engines.engine import Engine
from facetstore.storage.engines.private_files import is_open_to_others
from facetstore.storage.files.contents import count_damaged
from facetstore.storage.migrate import pending, schema_version
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at

_WANTED: Final[dict[str, tuple[str, ...]]] = {
    "integrity": ("ok",),
    "journal_mode": ("wal",),
    "synchronous": ("2",),
    "foreign_keys": ("1",),
    "checksum_verification": ("1",),
    "reserved bytes": ("8",),
    "data_checksums": ("on",),
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "server_encoding": ("UTF8",),
    "row_security": ("on", "off"),
}
"""The settings that keep data safe. Any other value is reported as wrong; names that an engine does not have are skipped."""

_EMPTY: Final = "empty (created on first use)"


class Examined(NamedTuple):
    """The result of one check."""

    name: str
    value: str
    is_good: bool = True


async def examine(settings: Settings) -> Sequence[Examined]:
    """All results that `facetstore doctor` prints."""
    async with opened_engine(settings) as engine:
        examined = [each async for each in _examine(engine)]
    return examined if settings.database is not None else [*_modes(settings), *examined]


def _modes(settings: Settings) -> Sequence[Examined]:
    """Who can read the files of an SQLite database."""
    return [_mode("mode of folder", settings.data, "700"), _mode("mode of file", settings.file, "600")]


def _mode(name: str, path: Path, wanted: str) -> Examined:
    mode = f"{stat.S_IMODE(path.stat().st_mode):04o}"
    if not is_open_to_others(path):
        return Examined(name, mode)
    return Examined(name, f"{mode} (open to all users: chmod {wanted} {path})", is_good=False)


async def _examine(engine: Engine) -> AsyncIterator[Examined]:
    yield Examined("python", python_version())
    for name, value in (await engine.diagnose()).items():
        yield Examined(name, value, value in _WANTED.get(name, (value,)))
    schema = await _schema(engine)
    yield schema
    if schema.is_good and schema.value != _EMPTY:
        for tenant in await SqlStorage(engine).tenants():
            yield await _history(engine, tenant)
            yield await _files(engine, tenant)


async def _schema(engine: Engine) -> Examined:
    try:
        version, steps = await schema_version(engine), await pending(engine)
    except Failure as failure:
        return Examined("schema", failure.message, is_good=False)
    if version == 0:
        return Examined("schema", _EMPTY)
    missing = f"{len(steps)} pending: facetstore migrate" if steps else "up to date"
    return Examined("schema", f"{version} ({missing})", not steps)


async def _history(engine: Engine, tenant: Tenant) -> Examined:
    try:
        broken = await broken_at(engine, tenant.key)
    except Failure as failure:
        return Examined(f"history of {tenant.address}", failure.message, is_good=False)
    state = f"holds up to revision {tenant.revision}" if broken is None else f"broken at {broken}"
    return Examined(f"history of {tenant.address}", state, broken is None)


async def _files(engine: Engine, tenant: Tenant) -> Examined:
    name = f"files of {tenant.address}"
    try:
        damaged, missing = await count_damaged(engine, tenant.key)
        damaged += await count_damaged_pictures(engine, tenant.key)
    except Failure as failure:
        return Examined(name, failure.message, is_good=False)
    if damaged or missing:
        return Examined(name, f"{damaged} incomplete, {missing} missing", is_good=False)
    return Examined(name, "complete")
