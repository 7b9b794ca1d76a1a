"""The health of a database: what the engine says of itself, its schema, and whether every history still holds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final, NamedTuple

from facetstore.bootstrap.database import opened_engine
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Failure
from facetstore.storage import history
from facetstore.storage.engine import Engine
from facetstore.storage.migrate import pending, schema_version
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports import Tenant

_WANTED: Final = {
    "integrity": "ok",
    "journal_mode": "wal",
    "synchronous": "2",
    "foreign_keys": "1",
    "checksum_verification": "1",
    "reserved bytes": "8",
    "data_checksums": "on",
    "fsync": "on",
    "full_page_writes": "on",
    "server_encoding": "UTF8",
}
"""What keeps data safe. Anything else is told as wrong; names that an engine does not have are not asked for."""

_EMPTY: Final = "empty (made on first use)"


class Examined(NamedTuple):
    """One thing that was looked at."""

    name: str
    value: str
    is_good: bool = True


async def examine(settings: Settings) -> Sequence[Examined]:
    """Everything `facetstore doctor` tells."""
    async with opened_engine(settings) as engine:
        return [each async for each in _examine(engine)]


async def _examine(engine: Engine) -> AsyncIterator[Examined]:
    for name, value in (await engine.diagnose()).items():
        yield Examined(name, value, value == _WANTED.get(name, value))
    version = await schema_version(engine)
    try:
        steps = await pending(engine)
        missing = f"{len(steps)} pending: facetstore migrate" if steps and version else "up to date"
        yield Examined(
            "schema", f"{version or 'empty'} ({missing if version else 'made on first use'})", not (steps and version)
        )
    except Conflict as newer:
        yield Examined("schema", newer.message, is_good=False)
        return
    if version and not steps:
        async for each in _histories(engine):
            yield each


async def _histories(engine: Engine) -> AsyncIterator[Examined]:
    for tenant in await SqlStorage(engine).tenants():
        broken = await history.verify(engine, tenant.key)
        told = f"holds up to revision {tenant.revision}" if broken is None else f"broken at {broken}"
        yield Examined(f"history of {tenant.address}", told, broken is None)
