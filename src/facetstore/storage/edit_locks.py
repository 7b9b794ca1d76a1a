"""Who is editing which element."""

from __future__ import annotations

import time
from typing import cast

from facetstore.storage.engine import Session
from facetstore.usecases.write_ports import EditLock

FIND = "SELECT holder, since, expires FROM edit_lock WHERE tenant = :tenant AND element = :element AND expires > :now"
DROP = "DELETE FROM edit_lock WHERE tenant = :tenant AND element = :element"
TAKE = """
    INSERT INTO edit_lock (tenant, element, holder, since, expires) VALUES (:tenant, :element, :holder, :since, :expires)
"""


class SqlEditLocks:
    """The locks of one tenant, in an open transaction."""

    def __init__(self, session: Session, tenant: int) -> None:
        self._session = session
        self._tenant = tenant

    async def find(self, element: str) -> EditLock | None:
        values = {"tenant": self._tenant, "element": element, "now": time.time_ns() // 1000}
        rows = await self._session.fetch(FIND, values)
        return EditLock(*cast("tuple[str, int, int]", tuple(rows[0]))) if rows else None

    async def take(self, element: str, lock: EditLock) -> None:
        await self.drop(element)
        await self._session.fetch(TAKE, {"tenant": self._tenant, "element": element, **lock._asdict()})

    async def drop(self, element: str) -> None:
        await self._session.fetch(DROP, {"tenant": self._tenant, "element": element})
