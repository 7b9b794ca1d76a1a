"""The places of elements: their parents, and their order among their siblings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from facetstore.domain.access import Audience
from facetstore.domain.values import ElementId
from facetstore.storage.access.sight import sight_of, sight_values
from facetstore.storage.engines.engine import Row
from facetstore.storage.writes.transaction import Transaction
from facetstore.usecases.ports.writes import Placed, StoredVersion

NEXT_POSITIONS = "SELECT parent, max(position) + 1 FROM element WHERE tenant = :tenant AND {among} GROUP BY parent"
_SIBLINGS = """
    SELECT e.id, e.position, v.zone, e.facet
      FROM element e CROSS JOIN version v
     WHERE e.tenant = :tenant AND {where} AND v.tenant = :tenant AND v.element = e.id AND v.newest = 1
     ORDER BY e.position, v.sort_name, e.id
"""
CHILDREN = _SIBLINGS.format(where="e.parent = :parent")
ROOTS = _SIBLINGS.format(where="e.parent IS NULL AND e.facet = :facet AND {of_types}")
# Each element is visited once, so that a cycle, should one ever be stored, ends the walk.
BELOW = """
    WITH RECURSIVE down (id) AS (
        SELECT e.id FROM element e CROSS JOIN version v
         WHERE e.tenant = :tenant AND e.parent = :element AND v.tenant = :tenant AND v.element = e.id AND {opened}
         UNION
        SELECT e.id FROM down CROSS JOIN element e CROSS JOIN version v
         WHERE e.tenant = :tenant AND e.parent = down.id AND v.tenant = :tenant AND v.element = e.id AND {opened})
    SELECT id FROM down WHERE id <> :element LIMIT :most
"""
ANCESTORS = """
    WITH RECURSIVE up (id) AS (
        SELECT parent FROM element WHERE tenant = :tenant AND id = :element
         UNION
        SELECT e.parent FROM up CROSS JOIN element e WHERE e.tenant = :tenant AND e.id = up.id)
    SELECT id FROM up WHERE id IS NOT NULL
"""
PLACE = """
    UPDATE element SET parent = :parent, position = coalesce(CAST(:position AS bigint), position)
     WHERE tenant = :tenant AND {among}
"""
COUNT_UP = "UPDATE version SET revision = revision + 1 WHERE tenant = :tenant AND {among}"
SHIFT = """
    UPDATE element SET position = CAST(:first AS bigint) - 1 + ranked.number
      FROM (SELECT wanted.value AS id, row_number() OVER (ORDER BY wanted.place) AS number FROM {wanted}) ranked
     WHERE element.tenant = :tenant AND {among} AND element.id = ranked.id
"""


class SqlPlaces:
    """Reads and sets the places of the elements of one tenant."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._session = transaction.session
        self._dialect = transaction.dialect
        self._tenant = transaction.key
        self._stored = transaction.stored
        self._history = transaction.history

    async def next_positions(self, parents: Collection[str]) -> Mapping[str, int]:
        text = NEXT_POSITIONS.format(among=self._dialect.among("parent", "elements"))
        rows = await self._session.fetch(text, self._transaction.naming(parents))
        return {str(parent): int(str(place)) for parent, place in rows}

    async def children(self, parent: str) -> Sequence[Placed]:
        return _siblings(await self._session.fetch(CHILDREN, {"tenant": self._tenant, "parent": parent}))

    async def roots(self, facet: str, types: Collection[str]) -> Sequence[Placed]:
        text = ROOTS.format(of_types=self._dialect.among("e.type", "types"))
        values = {"tenant": self._tenant, "facet": facet, "types": self._dialect.pack(sorted(types))}
        return _siblings(await self._session.fetch(text, values))

    async def below(self, element: str, audience: Audience, limit: int) -> Sequence[str]:
        text = BELOW.format(opened=sight_of(audience, self._dialect).current("v"))
        values = {"tenant": self._tenant, "element": element, "most": limit}
        rows = await self._session.fetch(text, {**values, **sight_values(audience, self._dialect)})
        return [str(id_) for (id_,) in rows]

    async def ancestors(self, element: str) -> Sequence[str]:
        rows = await self._session.fetch(ANCESTORS, {"tenant": self._tenant, "element": element})
        return [str(id_) for (id_,) in rows]

    async def place(
        self, elements: Collection[str], parent: str | None, kind: str, position: int | None = None
    ) -> None:
        before = await self._stored.versions_of(elements, gone=True)
        values = self._transaction.naming(elements)
        place = PLACE.format(among=self._dialect.among("id", "elements"))
        await self._session.fetch(place, {**values, "parent": parent, "position": position})
        # An ETag from before must not match: it is of the elements at their old place.
        await self._session.fetch(COUNT_UP.format(among=self._dialect.among("element", "elements")), values)
        # An element that only loses its parent keeps its zone: the loss must not make it visible.
        if parent is not None or position is not None:
            self._transaction.zone_later(elements)
        await self._history.record_versions(kind, [_placed(each, parent, position) for each in before])
        left = {str(each.version.parent) for each in before if each.version.parent not in (None, parent)}
        await self._history.touch(sorted(left), "child.gone")

    async def shift(self, elements: Sequence[str], first: int) -> None:
        wanted, among = self._dialect.each_of("elements"), self._dialect.among("element.id", "elements")
        text = SHIFT.format(wanted=wanted, among=among)
        values = {"tenant": self._tenant, "elements": self._dialect.pack(elements), "first": first}
        await self._session.fetch(text, values)
        await self._history.record_versions("element.shifted", await self._stored.versions_of(elements, gone=True))


def _siblings(rows: Sequence[Row]) -> Sequence[Placed]:
    return [Placed(*cast("tuple[str, int, int, str]", tuple(row))) for row in rows]


def _placed(stored: StoredVersion, parent: str | None, position: int | None) -> StoredVersion:
    version = stored.version
    there = version.position if position is None else position
    return stored._replace(version=version._replace(parent=ElementId(parent) if parent else None, position=there))
