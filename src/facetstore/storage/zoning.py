"""Permissions as rows, and the zones they make: which setting holds for each version.

A zone is worked out when something changes and not when something is read: who may see a version is then a matter of one number. What
loses its parent keeps the zone it had, so that nothing comes to light because something above it was deleted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from facetstore.domain.access import NO_ZONE
from facetstore.storage.dialect import Dialect
from facetstore.storage.engine import Session
from facetstore.usecases.principals import Given

# Each element is met once, so that a circle, should one ever be stored, ends the walk.
_BELOW: Final = """
    WITH RECURSIVE below (id) AS (
        SELECT b.id FROM {wanted} CROSS JOIN element b WHERE b.tenant = :tenant AND b.id = wanted.value
         UNION
        SELECT e.id FROM below CROSS JOIN element e WHERE e.tenant = :tenant AND e.parent = below.id)
"""
_NEAREST: Final = f"""
    coalesce((WITH RECURSIVE up (id, depth) AS (
                  SELECT v.element, 0
                   UNION ALL
                  SELECT ue.parent, up.depth + 1
                    FROM up CROSS JOIN element ue
                   WHERE ue.tenant = v.tenant AND ue.id = up.id AND ue.parent IS NOT NULL AND up.depth < 64)
              SELECT p.zone FROM up CROSS JOIN permission p
               WHERE p.tenant = v.tenant AND p.element = up.id ORDER BY up.depth LIMIT 1), {NO_ZONE})
"""
SETTLE: Final = f"""{_BELOW}
    UPDATE version SET zone = settled.zone
      FROM (SELECT v.key AS key, {_NEAREST} AS zone
              FROM below CROSS JOIN version v WHERE v.tenant = :tenant AND v.element = below.id AND v.flow = 0) settled
     WHERE version.tenant = :tenant AND version.key = settled.key AND version.zone <> settled.zone
    RETURNING version.element
"""
# A flow object is where the first diagram is that shows it.
SETTLE_FLOW: Final = f"""{_BELOW}
    UPDATE version SET zone = settled.zone
      FROM (SELECT f.key AS key, (SELECT d.zone FROM shape fs CROSS JOIN version d
                                   WHERE fs.tenant = f.tenant AND fs.element = f.element
                                     AND d.tenant = fs.tenant AND d.key = fs.version ORDER BY d.key LIMIT 1) AS zone
              FROM below CROSS JOIN version v CROSS JOIN shape s CROSS JOIN version f
             WHERE v.tenant = :tenant AND v.element = below.id AND s.tenant = v.tenant AND s.version = v.key
               AND f.tenant = s.tenant AND f.element = s.element AND f.flow = 1) settled
     WHERE version.tenant = :tenant AND version.key = settled.key AND version.zone <> settled.zone
    RETURNING version.element
"""
SET: Final = """
    INSERT INTO permission (tenant, element, inherits, excludes, grants)
    VALUES (:tenant, :element, :inherits, :excludes, :grants)
    ON CONFLICT (tenant, element) DO UPDATE
       SET inherits = excluded.inherits, excludes = excluded.excludes, grants = excluded.grants
"""
DROP: Final = "DELETE FROM permission WHERE tenant = :tenant AND element = :element"
SET_FACET: Final = """
    INSERT INTO facet_permission (tenant, facet, grants) VALUES (:tenant, :facet, :grants)
    ON CONFLICT (tenant, facet) DO UPDATE SET grants = excluded.grants
"""
DROP_FACET: Final = "DELETE FROM facet_permission WHERE tenant = :tenant AND facet = :facet"
SET_ZONED: Final = "UPDATE tenant SET access = :revision, zoned = :revision WHERE key = :tenant"


class Zoning:
    """Keeps the zones of one tenant in one open transaction."""

    def __init__(self, session: Session, dialect: Dialect, tenant: int, revision: int, zoned: int) -> None:
        self._session = session
        self._dialect = dialect
        self._tenant = tenant
        self._revision = revision
        self._zoned = zoned != 0
        self._unsettled: set[str] = set()

    def unsettle(self, elements: Collection[str]) -> None:
        """These were added, moved or drawn anew: what they are in is to be worked out."""
        if self._zoned:
            self._unsettled.update(elements)

    async def settle(self) -> Collection[str]:
        """Work out what is not settled; returns the elements that are in another zone than before."""
        if not self._unsettled:
            return ()
        elements, self._unsettled = sorted(self._unsettled), set()
        values = {"tenant": self._tenant, "elements": self._dialect.pack(elements)}
        moved: set[str] = set()
        for statement in (SETTLE, SETTLE_FLOW):
            text = statement.format(wanted=self._dialect.each_of("elements"))
            moved |= {str(id_) for (id_,) in await self._session.fetch(text, values)}
        if moved:
            await self._note()
        return moved

    async def set(self, element: str, grants: Sequence[Given], *, inherits: bool, excludes: bool) -> None:
        values = {"inherits": int(inherits), "excludes": int(excludes), "grants": _dumped(grants)}
        await self._session.fetch(SET, {"tenant": self._tenant, "element": element, **values})
        await self._changed(element)

    async def drop(self, element: str) -> None:
        await self._session.fetch(DROP, {"tenant": self._tenant, "element": element})
        await self._changed(element)

    async def set_facet(self, facet: str, grants: Sequence[Given]) -> None:
        values = {"tenant": self._tenant, "facet": facet}
        await (
            self._session.fetch(SET_FACET, {**values, "grants": _dumped(grants)})
            if grants
            else self._session.fetch(DROP_FACET, values)
        )
        await self._note()

    async def _changed(self, element: str) -> None:
        self._zoned = True
        self.unsettle([element])
        await self.settle()
        await self._note()

    async def _note(self) -> None:
        await self._session.fetch(SET_ZONED, {"tenant": self._tenant, "revision": self._revision})


def _dumped(grants: Sequence[Given]) -> str:
    return msgspec.json.encode(grants).decode()
