"""Decides which version of an element is its newest, which one viewers see, and which are indexed, after versions changed."""

from __future__ import annotations

from collections.abc import Sequence

from facetstore.storage.rows import words
from facetstore.storage.rows.attribute_rows import index_versions
from facetstore.storage.rows.version_rows import UNINDEXED, stored_version, whole_row
from facetstore.storage.writes.transaction import Transaction

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


class Settling:
    """Sets the flags of versions, and indexes those that become current."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._session = transaction.session
        self._dialect = transaction.dialect

    async def unsettle(self, elements: Sequence[str]) -> None:
        text = UNSETTLE.format(among=self._dialect.among("element", "elements"))
        await self._session.fetch(text, self._transaction.naming(elements))

    async def settle(self, elements: Sequence[str]) -> None:
        values = self._transaction.naming(elements)
        among, by_element = self._dialect.among("element", "elements"), self._dialect.by_element
        # First none, then one: no two versions may be newest at any moment, which PostgreSQL checks row by row.
        await self.unsettle(elements)
        await self._session.fetch(SETTLE.format(among=among), values)
        await self._session.fetch(DELETE_STALE_ATTRIBUTES.format(by_element=by_element, among=among), values)
        stale = words.DELETE_STALE[self._dialect.name].format(by_element=by_element, among=among)
        await self._session.run_last(stale, [values])
        await self._index_current(values)

    async def _index_current(self, values: dict[str, object]) -> None:
        """Write the attribute rows and words of current versions that have none."""
        text = UNINDEXED.format(among=self._dialect.among("v.element", "elements"))
        rows = [whole_row(row) for row in await self._session.fetch(text, values)]
        transaction, metamodel = self._transaction, self._transaction.metamodel
        versions = ((row.key, stored_version(row, metamodel)) for row in rows)
        await index_versions(
            self._session,
            self._dialect,
            transaction.key,
            versions,
            metamodel,
            transaction.zone,
            transaction.tenant.settings.removed_cultures,
        )

    async def settle_flow_objects(self, elements: Sequence[str]) -> None:
        values, among = self._transaction.naming(elements), self._dialect.among("element", "elements")
        unsettled = [str(id_) for (id_,) in await self._session.fetch(UNSETTLED_FLOW.format(among=among), values)]
        if not unsettled:
            return
        values = {"tenant": self._transaction.key, "ids": self._dialect.pack(unsettled)}
        await self._session.fetch(SETTLE_FLOW.format(among=self._dialect.among("id", "ids")), values)
        # Their audience has changed, so cached responses about them are not valid any more.
        changed = await self._transaction.stored.versions_of(
            unsettled, gone=True
        )  # the only version has the id of the element
        await self._transaction.history.record_versions("settled", changed)
