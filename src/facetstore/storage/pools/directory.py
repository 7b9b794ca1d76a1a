"""Where tenants live, as every pool knows it: it distinguishes a tenant of a pool that does not answer from an unknown one.

The truth is the row of the tenant itself. What the directory of a pool says may be some minutes old.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.pools.pool import Pool

AT: Final = "SELECT pool FROM directory WHERE address = :key"
NAMED: Final = "SELECT pool FROM directory WHERE id = :key"
ENTRIES: Final = "SELECT address, id, pool FROM directory"
HELD: Final = "SELECT address, id FROM tenant WHERE moved_to IS NULL AND arriving IS NULL"
DROP: Final = "DELETE FROM directory WHERE address = :address OR id = :id"
ADD: Final = "INSERT INTO directory (address, id, pool) VALUES (:address, :id, :pool)"


class DirectoryEntry(NamedTuple):
    """A tenant and the pool in which it lives."""

    address: str
    id: str
    pool: str


async def named_pool(pools: Iterable[Pool], text: str, key: str) -> str | None:
    """The pool that the first directory to answer names for an address (AT) or an id (NAMED); None: it names none."""
    for pool in pools:
        with suppress(Unavailable):
            rows = await (await pool.ready()).engine.fetch(text, {"key": key})
            return str(rows[0][0]) if rows else None
    return None


async def record(pools: Iterable[Pool], entry: DirectoryEntry) -> None:
    """Write where a tenant lives into all directories that can be reached. The others follow by `spread`."""
    for pool in pools:
        with suppress(Unavailable):
            await _write((await pool.ready()).engine, gone=[entry], new=[entry])


async def unrecorded(pools: Sequence[Pool]) -> Sequence[DirectoryEntry]:
    """Tenants that a directory does not name where they live."""
    held = await _held(pools)
    known: set[DirectoryEntry] | None = None
    for pool in pools:
        with suppress(Unavailable):
            entries = await _entries((await pool.ready()).engine)
            known = entries if known is None else known & entries
    return [each for entries in held.values() for each in entries if each not in (known or ())]


async def spread(pools: Sequence[Pool]) -> int:
    """Make all directories agree with the tenants that the pools hold; returns how many entries were written.

    Nothing is changed about pools that cannot be reached, or in them.
    """
    held = await _held(pools)
    wanted = {each.address: each for entries in held.values() for each in entries}
    written = 0
    for pool in pools:
        if pool.name in held:
            with suppress(Unavailable):
                written += await _agree(pool.engine, wanted, held.keys())
    return written


async def _held(pools: Sequence[Pool]) -> Mapping[str, Sequence[DirectoryEntry]]:
    """The tenants of the pools that can be reached."""
    held: dict[str, list[DirectoryEntry]] = {}
    for pool in pools:
        with suppress(Unavailable):
            rows = await (await pool.ready()).engine.fetch(HELD, {})
            held[pool.name] = [DirectoryEntry(str(address), str(id_), pool.name) for address, id_ in rows]
    return held


async def _entries(engine: Engine) -> set[DirectoryEntry]:
    return {DirectoryEntry(*map(str, row)) for row in await engine.fetch(ENTRIES, {})}


async def _agree(engine: Engine, wanted: Mapping[str, DirectoryEntry], reached: Iterable[str]) -> int:
    known = await _entries(engine)
    new = [each for each in wanted.values() if each not in known]
    gone = [each for each in known if each.pool in set(reached) and wanted.get(each.address) != each]
    if new or gone:
        await _write(engine, gone=[*gone, *new], new=new)
    return len(new)


async def _write(engine: Engine, *, gone: Sequence[DirectoryEntry], new: Sequence[DirectoryEntry]) -> None:
    async with engine.transaction() as session:
        await _lock(session, engine)
        await session.run_for_each(DROP, [{"address": each.address, "id": each.id} for each in gone])
        await session.run_for_each(ADD, [each._asdict() for each in new])


async def _lock(session: Session, engine: Engine) -> None:
    """Nodes write directories at the same time. In SQLite a transaction is the only writer anyway."""
    if engine.dialect.name == "postgres":
        await session.execute_script("LOCK TABLE directory IN EXCLUSIVE MODE")
