"""Which of an element's versions is its newest, which one viewers see, and which are found: settled anew when versions come or go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from facetstore.domain.element import Version
from facetstore.regional.time_zones import TimeZone
from facetstore.storage.rows import words
from facetstore.storage.rows.attribute_rows import index_versions
from facetstore.storage.rows.export_rows import UNINDEXED, stored_version, whole_row
from facetstore.storage.writes.placing import Placing

SETTLE = """
    UPDATE version
       SET newest = CASE WHEN key = (SELECT n.key FROM version n
                                      WHERE n.tenant = version.tenant AND n.element = version.element
                                      ORDER BY n.major DESC, n.minor DESC, n.created_on DESC, n.id DESC LIMIT 1)
                         THEN 1 ELSE 0 END,
           published = CASE WHEN key = (SELECT p.key FROM version p
                                         WHERE p.tenant = version.tenant AND p.element = version.element AND p.visible = 1
                                         ORDER BY p.major DESC, p.minor DESC, p.created_on DESC, p.id DESC LIMIT 1)
                            THEN 1 ELSE 0 END
     WHERE tenant = :tenant AND {among}
"""
DELETE_STALE_ATTRIBUTES = """
    DELETE FROM attribute
     WHERE tenant = :tenant
       AND version IN (SELECT key FROM version{by_element}
                        WHERE tenant = :tenant AND newest = 0 AND published = 0 AND {among})
"""
# A flow object has one version, so what viewers may see of it is also what its id selects for them.
_SHOWN_TO_VIEWERS = """
    (SELECT CASE WHEN count(*) = 0 OR max(d.visible) = 1 THEN 1 ELSE 0 END
       FROM shape s JOIN version d ON d.tenant = s.tenant AND d.key = s.version
      WHERE s.tenant = version.tenant AND s.element = version.element)
"""
UNSETTLED_FLOW = f"""
    SELECT id FROM version WHERE tenant = :tenant AND flow = 1 AND {{among}} AND visible <> {_SHOWN_TO_VIEWERS}
"""
SETTLE_FLOW = "UPDATE version SET visible = 1 - visible, published = 1 - visible WHERE tenant = :tenant AND {among}"
UNSETTLE = "UPDATE version SET newest = 0, published = 0 WHERE tenant = :tenant AND {among}"


class Settling(Placing):
    """The part of a writer that settles versions."""

    _zone: TimeZone
    _unsettled: bool
    """Versions have lost the flags that they were loaded with, and history does not tell of it yet."""

    async def unsettle_versions(self, elements: Sequence[str]) -> None:
        self._unsettled = True
        values = {"tenant": self._tenant.key, "elements": self._dialect.pack(list(elements))}
        await self._session.fetch(UNSETTLE.format(among=self._dialect.among("element", "elements")), values)

    async def settle_versions(self, elements: Sequence[str]) -> None:
        values = {"tenant": self._tenant.key, "elements": self._dialect.pack(list(elements))}
        among = self._dialect.among("element", "elements")
        # First none, then one: no two versions are newest at any moment, which the engines check row by row.
        await self.unsettle_versions(elements)
        await self._session.fetch(SETTLE.format(among=among), values)
        by_element = self._dialect.by_element
        await self._session.fetch(DELETE_STALE_ATTRIBUTES.format(by_element=by_element, among=among), values)
        stale = words.DELETE_STALE[self._dialect.name].format(by_element=by_element, among=among)
        await self._session.run_last(stale, [values])
        await self._index_current(values)

    async def _index_current(self, values: Mapping[str, object]) -> None:
        """Write the attribute rows of versions that were not current before."""
        text = UNINDEXED.format(among=self._dialect.among("v.element", "elements"))
        rows = [whole_row(row) for row in await self._session.fetch(text, values)]
        await self._index((row.key, stored_version(row, self._metamodel)) for row in rows)

    async def _index(self, versions: Iterable[tuple[int, Version]]) -> None:
        await index_versions(self._session, self._dialect, self._tenant.key, versions, self._metamodel, self._zone)

    async def settle_flow_objects(self, elements: Sequence[str]) -> None:
        values = {"tenant": self._tenant.key, "elements": self._dialect.pack(list(elements))}
        among = self._dialect.among("element", "elements")
        unsettled = [str(id_) for (id_,) in await self._session.fetch(UNSETTLED_FLOW.format(among=among), values)]
        if not unsettled:
            return
        among = self._dialect.among("id", "ids")
        values = {"tenant": self._tenant.key, "ids": self._dialect.pack(unsettled)}
        await self._session.fetch(SETTLE_FLOW.format(among=among), values)
        # Who sees them has changed, so they have changed: whatever is kept of them must go.
        await self.record_versions("settled", (await self.load(unsettled)).values())
