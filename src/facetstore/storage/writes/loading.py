"""Stored versions loaded whole: in a transaction that may change them, or in a snapshot to be read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

import msgspec

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import Metamodel
from facetstore.storage.access.import_plan_rows import SqlImportPlans
from facetstore.storage.access.proposal_rows import SqlProposals
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch
from facetstore.storage.rows.changed_column import load_changed
from facetstore.storage.rows.version_rows import (
    ALL_OF,
    NAMED,
    NEWEST_OF,
    ONE_NAMED,
    WholeRow,
    stored_version,
    whole_row,
)
from facetstore.storage.writes.task_rows import SqlTasks
from facetstore.usecases.documents import given_attributes
from facetstore.usecases.measure import paced
from facetstore.usecases.ports.writes import EditLock, Stereotype, StoredVersion, Taken

MOST_REFERRERS = 1000
"""How many referrers are named at most: a change of more elements than that empties the caches of the whole tenant."""

REFERRERS = f"""
    SELECT v.element FROM reference r JOIN version v ON v.tenant = r.tenant AND v.key = r.version
     WHERE r.tenant = :tenant AND {{targets}} AND NOT ({{themselves}}){{contexts}}
     UNION
    SELECT v.element FROM shape s JOIN version v ON v.tenant = s.tenant AND v.key = s.version
     WHERE s.tenant = :tenant AND {{shown}} AND NOT ({{themselves}})
     UNION
    SELECT v.element FROM {{wanted}} CROSS JOIN version v WHERE v.tenant = :tenant AND v.stereotype = wanted.value
     ORDER BY 1 LIMIT {MOST_REFERRERS}
"""
TAKEN_ELEMENTS = """
    SELECT e.id, e.id, e.type, e.facet, v.zone FROM element e CROSS JOIN version v
     WHERE e.tenant = :tenant AND {among} AND v.tenant = :tenant AND v.element = e.id AND v.newest = 1
"""
TAKEN_VERSIONS = "SELECT e.id, e.element, e.type, e.facet, e.zone FROM version e WHERE e.tenant = :tenant AND {among}"
SHOWING = """
    SELECT s.element, v.id FROM shape s JOIN version v ON v.tenant = s.tenant AND v.key = s.version
     WHERE s.tenant = :tenant AND {among}
     GROUP BY s.element, v.id, v.major, v.minor
     ORDER BY s.element, v.major DESC, v.minor DESC, v.id
"""
STEREOTYPES = """
    SELECT v.element, v.type, v.attributes FROM version v
     WHERE v.tenant = :tenant AND v.facet = :facet AND v.newest = 1 AND v.flow = 0
     ORDER BY v.sort_name, v.element
"""
CARRIERS = f"""
    SELECT DISTINCT v.element FROM version v
     WHERE v.tenant = :tenant AND v.stereotype = :stereotype AND {{among}} ORDER BY 1 LIMIT {MOST_REFERRERS}
"""
CARRIED = "SELECT DISTINCT v.type, v.stereotype FROM version v WHERE v.tenant = :tenant AND {among}"
CHANGED_TEXTS = "SELECT changed FROM version WHERE tenant = :tenant AND id = :id"
# All texts of an attribute are in one index, by their order.
HAVING = """
    SELECT DISTINCT trim(a.equality), v.element FROM attribute a JOIN version v ON v.tenant = a.tenant AND v.key = a.version
     WHERE a.tenant = :tenant AND a.name = :name AND a.ordering IS NOT NULL AND {among} AND v.newest = 1
"""
COUNT_TEXTS = """
    SELECT count(*)
      FROM (SELECT DISTINCT v.element, a.name FROM attribute a JOIN version v ON v.tenant = a.tenant AND v.key = a.version
             WHERE a.tenant = :tenant AND a.culture = :culture AND NOT ({among})) texts
"""

_lock = msgspec.json.Decoder(EditLock)


class Loaded(NamedTuple):
    """The row of a version, and the version in it."""

    row: WholeRow
    version: Version
    by: object = None
    """Which `StoredVersions` loaded it. Until its transaction writes something, the version is as it was loaded."""


class SqlStoredVersions:
    """Reads whole versions of one tenant, and what stands around them."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: Tenant, metamodel: Metamodel) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant.key
        self.metamodel = metamodel

    async def version(self, id_: str) -> StoredVersion | None:
        found = (await self.load([id_])).get(id_)
        return found if found is not None and found.version.id == id_ else None

    async def load(self, ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        wanted = list(ids)
        if len(wanted) == 1:
            rows = await self._fetch(ONE_NAMED, {"tenant": self._tenant, "id": wanted[0]})
            return {wanted[0]: self._stored(whole_row(rows[0]))} if rows else {}
        text = NAMED.format(wanted=self._dialect.each_of("ids"))
        rows = await self._fetch(text, {"tenant": self._tenant, "ids": self._dialect.pack(wanted)})
        found = await paced(self._stored(whole_row(row)) for row in rows)
        by_element = {str(each.version.element): each for each in found if each.newest}
        by_version = {str(each.version.id): each for each in found}
        known = {**by_element, **by_version}
        return {id_: known[id_] for id_ in wanted if id_ in known}

    async def versions_of(self, elements: Iterable[str], *, gone: bool = False) -> Sequence[StoredVersion]:
        text = ALL_OF.format(among=self._dialect.among("v.element", "elements"))
        rows = await self._fetch(text, self._naming(elements))
        return await paced(self._stored(whole_row(row), gone=gone) for row in rows)

    def _stored(self, row: WholeRow, *, gone: bool = False) -> StoredVersion:
        version = stored_version(row, self.metamodel, gone=gone)
        return StoredVersion(
            version,
            bool(row.newest),
            bool(row.visible),
            bool(row.published),
            zone=row.zone,
            revision=row.revision,
            lock=_lock.decode(row.lock) if row.lock is not None else None,
            loaded=None if gone else Loaded(row, version, self),
        )

    async def existing(self, ids: Iterable[str]) -> Mapping[str, Taken]:
        values = {"tenant": self._tenant, "ids": self._dialect.pack(list(ids))}
        among = self._dialect.among("e.id", "ids")
        rows = [
            *await self._fetch(TAKEN_VERSIONS.format(among=among), values),
            *await self._fetch(TAKEN_ELEMENTS.format(among=among), values),
        ]
        return {str(id_): Taken(*cast("tuple[str, str, str, int]", taken)) for id_, *taken in rows}

    async def referrers(self, elements: Collection[str], *, but: Collection[str] = ()) -> Sequence[str]:
        among = self._dialect.among
        text = REFERRERS.format(
            targets=among("r.target", "elements"),
            shown=among("s.element", "elements"),
            wanted=self._dialect.each_of("elements"),
            themselves=among("v.element", "elements"),
            contexts=f" AND NOT ({among('r.context', 'contexts')})" if but else "",
        )
        values = {**self._naming(elements), "contexts": self._dialect.pack(sorted(but))}
        return [str(id_) for (id_,) in await self._fetch(text, values)]

    async def showing(self, elements: Collection[str]) -> Mapping[str, Sequence[str]]:
        text = SHOWING.format(among=self._dialect.among("s.element", "elements"))
        found: dict[str, list[str]] = {}
        for element, version in await self._fetch(text, self._naming(elements)):
            found.setdefault(str(element), []).append(str(version))
        return found

    async def stereotypes(self) -> Sequence[Stereotype]:
        """With the name by which elements carry each: its attribute of that role, else its own id."""
        roles, found = self.metamodel.roles, []
        values = {"tenant": self._tenant, "facet": roles.stereotypes}
        for element, type_, document in await self._fetch(STEREOTYPES, values):
            attributes = given_attributes(str(document), self.metamodel.types[str(type_)])
            name = attributes.get(roles.stereotype_key, {}).get(INVARIANT) or element
            found.append(Stereotype(str(element), str(type_), str(name)))
        return found

    async def of_facet(self, facet: str) -> Sequence[StoredVersion]:
        rows = await self._fetch(NEWEST_OF, {"tenant": self._tenant, "facet": facet})
        return [self._stored(whole_row(row)) for row in rows]

    async def carriers(self, stereotype: str, types: Collection[str]) -> Sequence[str]:
        text = CARRIERS.format(among=self._dialect.among("v.type", "types"))
        values = {"tenant": self._tenant, "stereotype": stereotype, "types": self._dialect.pack(sorted(types))}
        return [str(id_) for (id_,) in await self._fetch(text, values)]

    async def carried(self, stereotypes: Collection[str]) -> Collection[tuple[str, str]]:
        text = CARRIED.format(among=self._dialect.among("v.stereotype", "carried"))
        values = {"tenant": self._tenant, "carried": self._dialect.pack(sorted(stereotypes))}
        return {(str(type_), str(name)) for type_, name in await self._fetch(text, values)}

    async def changed_texts(self, id_: str) -> ChangedTexts:
        rows = await self._fetch(CHANGED_TEXTS, {"tenant": self._tenant, "id": id_})
        return load_changed(cast("str | None", rows[0][0]) if rows else None)

    async def having(self, name: str, keys: Collection[str]) -> Collection[tuple[str, str]]:
        text = HAVING.format(among=self._dialect.among("trim(a.equality)", "keys"))
        values = {"tenant": self._tenant, "name": name, "keys": self._dialect.pack(sorted(keys))}
        return {(str(key), str(element)) for key, element in await self._fetch(text, values)}

    async def count_texts(self, culture: int, but: Collection[str]) -> int:
        text = COUNT_TEXTS.format(among=self._dialect.among("v.type", "types"))
        values = {"tenant": self._tenant, "culture": culture, "types": self._dialect.pack(sorted(but))}
        ((number,),) = await self._fetch(text, values)
        return cast("int", number)

    def _naming(self, elements: Iterable[str]) -> dict[str, object]:
        return {"tenant": self._tenant, "elements": self._dialect.pack(list(elements))}


class SqlSnapshot:
    """Whole versions, tasks, plans of imports and proposals of one tenant in one state of the data, to be read."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: Tenant, metamodel: Metamodel) -> None:
        self.stored = SqlStoredVersions(fetch, dialect, tenant, metamodel)
        self.tasks = SqlTasks(fetch, dialect, tenant.key)
        self.imports = SqlImportPlans(fetch, tenant.key)
        self.proposals = SqlProposals(fetch, tenant.key)
