"""Stored versions loaded whole for a change, and taken away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from facetstore.metamodel.model import Metamodel
from facetstore.storage import history
from facetstore.storage.dialect import Dialect
from facetstore.storage.engine import Session
from facetstore.storage.export_rows import ALL_OF, NAMED, WholeRow, exported, whole_row
from facetstore.usecases.ports import Tenant
from facetstore.usecases.write_ports import Neighbours, StoredVersion

MOST_NEIGHBOURS = 1000
"""How many of those who would miss an element are named at most."""

CHILDREN = f"""
    SELECT id FROM element WHERE tenant = :tenant AND parent = :element ORDER BY position, id LIMIT {MOST_NEIGHBOURS}
"""
REFERRERS = f"""
    SELECT DISTINCT v.element FROM reference r JOIN version v ON v.tenant = r.tenant AND v.key = r.version
     WHERE r.tenant = :tenant AND r.target = :element AND v.element <> :element
     UNION
    SELECT DISTINCT v.element FROM shape s JOIN version v ON v.tenant = s.tenant AND v.key = s.version
     WHERE s.tenant = :tenant AND s.element = :element AND v.element <> :element
     LIMIT {MOST_NEIGHBOURS}
"""
NEXT_POSITION = "SELECT coalesce(max(position) + 1, 0) FROM element WHERE tenant = :tenant AND parent = :element"
DELETE_VERSIONS = "DELETE FROM version WHERE tenant = :tenant AND {among}"
DELETE_BARE_ELEMENTS = """
    DELETE FROM element WHERE tenant = :tenant AND {among}
       AND NOT EXISTS (SELECT 1 FROM version v WHERE v.tenant = :tenant AND v.element = element.id)
"""


class Removing:
    """The part of a writer that loads whole versions and takes them away."""

    _session: Session
    _dialect: Dialect
    _tenant: Tenant
    _metamodel: Metamodel
    _history: history.Chain

    async def version(self, id_: str) -> StoredVersion | None:
        found = (await self.load([id_])).get(id_)
        return found if found is not None and found.version.id == id_ else None

    async def load(self, ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        wanted = list(ids)
        text = NAMED.format(
            versions=self._dialect.among("n.id", "ids"), elements=self._dialect.among("n.element", "ids")
        )
        rows = await self._session.fetch(text, {"tenant": self._tenant.key, "ids": self._dialect.pack(wanted)})
        found = [self._stored(whole_row(row)) for row in rows]
        by_element = {str(each.version.element): each for each in found if each.newest}
        by_version = {str(each.version.id): each for each in found}
        known = {**by_element, **by_version}
        return {id_: known[id_] for id_ in wanted if id_ in known}

    async def versions_of(self, elements: Iterable[str]) -> Sequence[StoredVersion]:
        text = ALL_OF.format(among=self._dialect.among("v.element", "elements"))
        values = {"tenant": self._tenant.key, "elements": self._dialect.pack(list(elements))}
        return [self._stored(whole_row(row)) for row in await self._session.fetch(text, values)]

    def _stored(self, row: WholeRow) -> StoredVersion:
        version = exported(row, self._metamodel).version
        return StoredVersion(version, bool(row.newest), bool(row.visible), bool(row.published), revision=row.revision)

    async def next_position(self, parent: str) -> int:
        rows = await self._session.fetch(NEXT_POSITION, {"tenant": self._tenant.key, "element": parent})
        return int(str(rows[0][0]))

    async def neighbours(self, element: str) -> Neighbours:
        values = {"tenant": self._tenant.key, "element": element}
        children = await self._session.fetch(CHILDREN, values)
        referrers = await self._session.fetch(REFERRERS, values)
        return Neighbours([str(row[0]) for row in children], [str(row[0]) for row in referrers])

    async def delete_versions(self, versions: Sequence[StoredVersion], kind: str) -> None:
        values = {
            "tenant": self._tenant.key,
            "ids": self._dialect.pack([each.version.id for each in versions]),
            "elements": self._dialect.pack(sorted({each.version.element for each in versions})),
        }
        await self._session.fetch(DELETE_VERSIONS.format(among=self._dialect.among("id", "ids")), values)
        await self._session.fetch(DELETE_BARE_ELEMENTS.format(among=self._dialect.among("id", "elements")), values)
        for each in versions:
            change = history.whole_version(each.version)
            await self.record(kind, each.version.element, each.version.id, change)

    async def note(self, kind: str, element: str, version: str | None, told: Mapping[str, str]) -> None:
        await self.record(kind, element, version, msgspec.json.encode(told).decode())

    async def touch(self, elements: Iterable[str], kind: str) -> None:
        for element in elements:
            await self.record(kind, element, None, "{}")

    async def record(self, kind: str, element: str | None, version: str | None, change: str) -> None:
        """Leave a row in the history."""
        await self._session.insert("history", history.COLUMNS, [self._history.row(kind, element, version, change)])
