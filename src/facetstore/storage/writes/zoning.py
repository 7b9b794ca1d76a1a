"""The rows of permissions, and the zones that they make: which setting holds for each version.

A zone is computed when something changes, not when something is read: reads compare one number. An element that loses its
parent keeps its zone, so that nothing becomes visible because something above it was deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from facetstore.domain.access import NO_ZONE
from facetstore.storage.access.principal_rows import read_permissions
from facetstore.storage.engines.number_ranges import LAST_ZONE
from facetstore.storage.writes.cards import forget_cards
from facetstore.storage.writes.transaction import Transaction
from facetstore.usecases.principals import Given, PermissionRows

# Each element is visited once, so that a cycle, should one ever be stored, ends the walk.
_BELOW: Final = """
    WITH RECURSIVE below (id) AS (
        SELECT b.id FROM {wanted} CROSS JOIN element b WHERE b.tenant = :tenant AND b.id = wanted.value
         UNION
        SELECT e.id FROM below CROSS JOIN element e WHERE e.tenant = :tenant AND e.parent = below.id)
"""
_NEAREST: Final = f"""
    coalesce((WITH RECURSIVE up (id, depth) AS (
                  SELECT version.element, 0
                   UNION ALL
                  SELECT ue.parent, up.depth + 1
                    FROM up CROSS JOIN element ue
                   WHERE ue.tenant = version.tenant AND ue.id = up.id AND ue.parent IS NOT NULL AND up.depth < 64)
              SELECT p.zone FROM up CROSS JOIN permission p
               WHERE p.tenant = version.tenant AND p.element = up.id ORDER BY up.depth LIMIT 1), {NO_ZONE})
"""
# A flow object is in the zone of the first diagram that shows it.
_OF_DIAGRAM: Final = """
    (SELECT d.zone FROM shape fs CROSS JOIN version d
      WHERE fs.tenant = version.tenant AND fs.element = version.element
        AND d.tenant = fs.tenant AND d.key = fs.version ORDER BY d.key LIMIT 1)
"""
# By keys that are looked up first: with a join, SQLite would scan all versions of the tenant.
_SETTLE: Final = """{below}
    UPDATE version SET zone = {zone}
     WHERE tenant = :tenant AND key IN (SELECT v.key FROM {versions}) AND zone <> {zone}
    RETURNING element
"""
SETTLE: Final = _SETTLE.format(
    below=_BELOW,
    zone=_NEAREST,
    versions="below CROSS JOIN version v{by_element} WHERE v.tenant = :tenant AND v.element = below.id AND v.flow = 0",
)
SETTLE_FLOW: Final = _SETTLE.format(
    below=_BELOW,
    zone=_OF_DIAGRAM,
    versions="""
        below CROSS JOIN version b CROSS JOIN shape s CROSS JOIN version v{by_element}
         WHERE b.tenant = :tenant AND b.element = below.id AND s.tenant = b.tenant AND s.version = b.key
           AND v.tenant = s.tenant AND v.element = s.element AND v.flow = 1
    """,
)
_SET: Final = """
    INSERT INTO permission ({zone}tenant, element, inherits, excludes, grants)
    VALUES ({number}:tenant, :element, :inherits, :excludes, :grants)
    ON CONFLICT (tenant, element) DO UPDATE
       SET inherits = excluded.inherits, excludes = excluded.excludes, grants = excluded.grants
"""
SET: Final = {
    "sqlite": _SET.format(zone="zone, ", number=f"1 + {LAST_ZONE}, "),
    "postgres": _SET.format(zone="", number=""),
}
DROP: Final = "DELETE FROM permission WHERE tenant = :tenant AND element = :element RETURNING zone"
# What lost its parent has kept the zone, and is not below the element any more.
LEAVE: Final = f"""
    UPDATE version
       SET zone = coalesce((SELECT own.zone FROM version own
                             WHERE own.tenant = :tenant AND own.element = :element AND own.newest = 1), {NO_ZONE})
     WHERE tenant = :tenant AND zone = :zone
    RETURNING element
"""
SET_FACET: Final = """
    INSERT INTO facet_permission (tenant, facet, grants) VALUES (:tenant, :facet, :grants)
    ON CONFLICT (tenant, facet) DO UPDATE SET grants = excluded.grants
"""
DROP_FACET: Final = "DELETE FROM facet_permission WHERE tenant = :tenant AND facet = :facet"
SET_ZONED: Final = "UPDATE tenant SET access = access + 1, zoned = :revision WHERE key = :tenant"


class Zoning:
    """Keeps the zones of one tenant up to date, in one open transaction."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._session = transaction.session
        self._dialect = transaction.dialect
        self._tenant = transaction.key

    async def permissions(self) -> PermissionRows:
        return await read_permissions(self._session.fetch, self._tenant, self._transaction.metamodel)

    async def settle(self) -> None:
        """Compute the zones of the elements that are noted as unzoned."""
        elements, self._transaction.unzoned = self._transaction.unzoned, set()
        values, moved = self._transaction.naming(elements), set[str]()
        for statement in (SETTLE, SETTLE_FLOW):
            text = statement.format(wanted=self._dialect.each_of("elements"), by_element=self._dialect.by_element)
            moved |= {str(id_) for (id_,) in await self._session.fetch(text, values)}
        if moved:
            await self._note()
            await forget_cards(self._transaction, moved)

    async def set(self, element: str, grants: Sequence[Given], *, inherits: bool, excludes: bool) -> None:
        values = {"inherits": int(inherits), "excludes": int(excludes), "grants": _dumped(grants)}
        await self._session.fetch(SET[self._dialect.name], {"tenant": self._tenant, "element": element, **values})
        await self._changed(element)

    async def drop(self, element: str) -> None:
        dropped = await self._session.fetch(DROP, {"tenant": self._tenant, "element": element})
        await self._changed(element)
        for (zone,) in dropped:
            values = {"tenant": self._tenant, "element": element, "zone": zone}
            if left := await self._session.fetch(LEAVE, values):
                await forget_cards(self._transaction, {str(id_) for (id_,) in left})

    async def set_facet(self, facet: str, grants: Sequence[Given]) -> None:
        values = {"tenant": self._tenant, "facet": facet}
        await (
            self._session.fetch(SET_FACET, {**values, "grants": _dumped(grants)})
            if grants
            else self._session.fetch(DROP_FACET, values)
        )
        await self._note()

    async def _changed(self, element: str) -> None:
        self._transaction.has_zones = True
        self._transaction.zone_later([element])
        await self.settle()
        await self._note()

    async def _note(self) -> None:
        revision = self._transaction.chain.revision
        await self._session.fetch(SET_ZONED, {"tenant": self._tenant, "revision": revision})


def _dumped(grants: Sequence[Given]) -> str:
    return msgspec.json.encode(grants).decode()
