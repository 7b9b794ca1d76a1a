"""Who is editing which element."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import cast

from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.usecases.ports.writes import EditLock

FIND = "SELECT element, holder, since, expires FROM edit_lock WHERE tenant = :tenant AND expires > :now AND {among}"
DROP = "DELETE FROM edit_lock WHERE tenant = :tenant AND element = :element"
TAKE = """
    INSERT INTO edit_lock (tenant, element, holder, since, expires) VALUES (:tenant, :element, :holder, :since, :expires)
"""


class SqlEditLocks:
    """The locks of one tenant, in an open transaction."""

    def __init__(self, session: Session, dialect: Dialect, tenant: int) -> None:
        self._session = session
        self._dialect = dialect
        self._tenant = tenant

    async def find(self, elements: Collection[str]) -> Mapping[str, EditLock]:
        text = FIND.format(among=self._dialect.among("element", "elements"))
        values = {
            "tenant": self._tenant,
            "now": time.time_ns() // 1000,
            "elements": self._dialect.pack(sorted(elements)),
        }
        rows = cast("list[tuple[str, str, int, int]]", await self._session.fetch(text, values))
        return {element: EditLock(holder, since, expires) for element, holder, since, expires in rows}

    async def take(self, element: str, lock: EditLock) -> None:
        await self.drop(element)
        await self._session.fetch(TAKE, {"tenant": self._tenant, "element": element, **lock._asdict()})

    async def drop(self, element: str) -> None:
        await self._session.fetch(DROP, {"tenant": self._tenant, "element": element})
