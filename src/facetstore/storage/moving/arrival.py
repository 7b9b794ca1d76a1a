"""The row of a tenant where it arrives: it says that the rows are being copied, and by which run of the command.

A run writes there only while the row has its mark. The next run puts another mark, so an earlier run that is still alive
stops.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import uuid4

from facetstore.domain.errors import Conflict
from facetstore.storage.copying.tables import tenant_columns
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.pools.landing import COMPLETE
from facetstore.storage.purging import purge_rows

ROW: Final = "SELECT moved_to, arriving, deleted_at FROM tenant WHERE key = :tenant"
MARKED: Final = {
    "sqlite": "SELECT 1 FROM tenant WHERE key = :tenant AND arriving = :mark",
    "postgres": "SELECT 1 FROM tenant WHERE key = :tenant AND arriving = :mark FOR NO KEY UPDATE",
}
GIVE_UP: Final = """
    UPDATE tenant SET arriving = :mark, moved_to = NULL, deleted_at = coalesce(deleted_at, :now), purge_at = :now
     WHERE key = :tenant
"""
DROP: Final = "UPDATE tenant SET purge_at = :now WHERE key = :tenant AND arriving = :mark"
LAST_HASH: Final = "SELECT hash FROM history WHERE tenant = :tenant ORDER BY revision DESC, ordinal DESC LIMIT 1"
_OWN: Final = ("key", "deleted_at", "purge_at", "moved_to", "arriving")
"""Columns that are not copied."""


class ArrivingTenant:
    """Where a tenant arrives."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self.engine = engine
        self._tenant = tenant
        self._mark = f"copying {uuid4()}"

    async def claim(self, now: int) -> bool:
        """Stop earlier runs. Returns whether they, or an earlier stay of the tenant, left rows here.

        The caller holds the tenant where it lives. Raises Conflict if it lives here.
        """
        async with self.engine.transaction() as session:
            rows = await session.fetch(ROW, {"tenant": self._tenant})
            if rows and rows[0][0] is None and rows[0][1] is None:
                raise Conflict("The pool has a tenant with this key, which did not come by a move.")
            if rows:
                await session.fetch(GIVE_UP, {"tenant": self._tenant, "mark": self._mark, "now": now})
            return bool(rows)

    async def clear(self) -> None:
        """Delete the rows that an earlier run or stay left here."""
        await purge_rows(self.engine, self._tenant)

    async def begin(self, columns: Mapping[str, object], now: int) -> None:
        """Insert the row of the tenant. Raises Conflict if another run did, or if the address is in use."""
        values = {**columns, "deleted_at": now, "purge_at": None, "moved_to": None, "arriving": self._mark}
        async with self.engine.transaction() as session:
            names = await tenant_columns(session, self.engine.dialect.name)
            marks = ", ".join(f":{name}" for name in names)
            text = f"INSERT INTO tenant ({', '.join(names)}) VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING key"
            if not await session.fetch(text, values):
                raise Conflict("Another move has begun, or the address is in use in that pool: facetstore tenant list")

    async def check(self, session: Session) -> None:
        """Raise Conflict if another run has taken over. Until this transaction ends, none does."""
        values = {"tenant": self._tenant, "mark": self._mark}
        if not await session.fetch(MARKED[self.engine.dialect.name], values):
            raise Conflict("Another run of this command has taken over, or the last step failed. Run it again.")

    async def update(self, session: Session, columns: Mapping[str, object]) -> None:
        """Give the row what it has where the tenant lives: revision, settings, counters. Triggers have changed some of it here."""
        names = [name for name in columns if name not in _OWN]
        text = f"UPDATE tenant SET {', '.join(f'{name} = :{name}' for name in names)} WHERE key = :tenant"
        await session.fetch(text, {**{name: columns[name] for name in names}, "tenant": self._tenant})

    async def complete(self, session: Session, head: str) -> None:
        """Say that everything is here. Raises Conflict if the history does not end as it should."""
        rows = await session.fetch(LAST_HASH, {"tenant": self._tenant})
        if (str(rows[0][0]) if rows else "") != head:
            raise Conflict("The history that arrived does not end with the last change. Nothing was moved.")
        values = {"tenant": self._tenant, "complete": COMPLETE}
        await session.fetch("UPDATE tenant SET arriving = :complete WHERE key = :tenant", values)

    async def give_up(self, now: int) -> None:
        """Let what this run has copied be deleted."""
        async with self.engine.transaction() as session:
            await session.fetch(DROP, {"tenant": self._tenant, "mark": self._mark, "now": now})


async def tenant_row(session: Session, engine: str, tenant: int, *, lock: bool) -> Mapping[str, object]:
    """All columns of a tenant. With `lock`, nothing of it changes until the transaction ends. Raises Conflict if it was deleted."""
    names = await tenant_columns(session, engine)
    text = f"SELECT {', '.join(names)} FROM tenant WHERE key = :tenant AND deleted_at IS NULL"
    locked = f"{text} FOR UPDATE" if lock and engine == "postgres" else text
    rows = await session.fetch(locked, {"tenant": tenant})
    if not rows:
        raise Conflict("The tenant was deleted or moved meanwhile. Nothing was moved.")
    return dict(zip(names, rows[0], strict=True))
