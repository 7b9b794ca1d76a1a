"""What changed in a tenant between two revisions, and what the changed elements were: from their rows in the history alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import aclosing
from typing import Final, cast

import msgspec

from facetstore.domain.access import NO_ZONE, Audience
from facetstore.domain.element import Version
from facetstore.domain.errors import TooCostly
from facetstore.domain.rights import may_name, may_open
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.loader import load_stored
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.filling import with_flags
from facetstore.storage.past.states import CHUNK, versions_at
from facetstore.storage.past.zones import beyond, read_zones
from facetstore.usecases.documents import sort_name
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.change_reads import ChangedElements, GrantedThen, QuietElement, SeenThen

_PERMISSIONS: Final = ("permission.set", "permission.dropped")
_SET: Final = _PERMISSIONS[0]

# Without DISTINCT: SQLite would walk through the changes of all elements to find each one once.
CHANGED: Final = """
    SELECT element, kind FROM history
     WHERE tenant = :tenant AND revision > :low AND revision <= :high AND element IS NOT NULL
"""
# Nothing of them is decoded: this is much cheaper than what they were.
QUIET: Final = """
    SELECT e.id, e.facet, v.zone, e.type, e.parent, e.position, v.sort_name FROM {wanted} CROSS JOIN element e CROSS JOIN version v
     WHERE e.tenant = :tenant AND e.id = wanted.value
       AND v.tenant = :tenant AND v.element = wanted.value AND v.{flag} = 1
       AND NOT EXISTS (SELECT 1 FROM history h
                        WHERE h.tenant = :tenant AND h.element = wanted.value AND h.revision > :since)
"""
# What was deleted is in no table: the diagram has a row of the same revision.
SHOWN_BY: Final = """
    SELECT v.element FROM shape s CROSS JOIN version v
     WHERE s.tenant = :tenant AND {shown} AND v.tenant = :tenant AND v.key = s.version
     UNION
    SELECT h.element FROM {wanted} CROSS JOIN history d CROSS JOIN history h
     WHERE d.tenant = :tenant AND d.element = wanted.value AND d.kind = 'element.deleted'
       AND h.tenant = :tenant AND h.revision = d.revision AND h.version IS NOT NULL
"""
AROUND: Final = """
    SELECT v.element FROM reference r CROSS JOIN version v
     WHERE r.tenant = :tenant AND {targets} AND v.tenant = :tenant AND v.key = r.version
     UNION
    SELECT v.element FROM shape s CROSS JOIN version v
     WHERE s.tenant = :tenant AND {shown} AND v.tenant = :tenant AND v.key = s.version
     UNION
    SELECT e.id FROM element e WHERE e.tenant = :tenant AND {below}
"""
# A parent that a child leaves has a row of that revision.
CHILDREN: Final = """
    SELECT e.id FROM element e WHERE e.tenant = :tenant AND {below}
     UNION
    SELECT h.element FROM {wanted} CROSS JOIN history p CROSS JOIN history h
     WHERE p.tenant = :tenant AND p.element = wanted.value AND p.revision > :revision
       AND p.kind IN ('child.gone', 'neighbour.gone', 'element.deleted')
       AND h.tenant = :tenant AND h.revision = p.revision AND h.version IS NOT NULL
"""
GRANTED: Final = """
    SELECT h.element, h.revision, h.kind, h.change FROM {wanted} CROSS JOIN history h
     WHERE h.tenant = :tenant AND h.element = wanted.value AND h.revision <= :revision
       AND h.kind IN ('permission.set', 'permission.dropped')
     ORDER BY h.element, h.revision, h.ordinal
"""

_details = msgspec.json.Decoder(dict[str, str])


class SqlChangeReads:
    """Reads of what changed in one tenant."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._dialect = engine.dialect
        self._tenant = tenant

    async def changed_between(self, low: int, high: int, most: int) -> ChangedElements:
        elements, permitted, pace = set[str](), set[str](), Pace()
        values = {"tenant": self._tenant, "low": low, "high": high}
        async with aclosing(self._engine.stream(CHANGED, values, CHUNK)) as chunks:
            async for rows in chunks:
                elements.update(str(element) for element, _ in rows)
                permitted.update(str(element) for element, kind in rows if kind in _PERMISSIONS)
                await pace.step()
                if len(elements) > most:
                    raise TooCostly(
                        f"More than {most} elements changed between these moments. Choose a shorter time.", "from"
                    )
        return ChangedElements(elements, permitted)

    async def seen_at(self, tenant: Tenant, audience: Audience, elements: Collection[str]) -> Mapping[str, SeenThen]:
        fetch = self._engine.fetch
        states = await versions_at(fetch, self._dialect, self._tenant, elements, tenant.revision) if elements else ()
        if not states:
            return {}
        metamodel = load_stored(tenant.additions, tenant.address.is_administration)
        known = [each for each in states if each.version.type in metamodel.types]
        restricted = audience.is_restricted
        zones = await read_zones(fetch, self._dialect, self._tenant, elements, restricted=restricted)
        zone_of = zones.of(known, metamodel)
        seeing = beyond(audience, zones.gone) if restricted else audience
        found, pace = dict[str, SeenThen](), Pace()
        for each in with_flags(known, metamodel):
            await pace.step()
            version, zone = each.version, zone_of.get(each.version.element, NO_ZONE)
            is_flow = metamodel.types[version.type].flow
            if not (each.newest if audience.drafts or is_flow else each.published):
                continue
            if may_name(seeing, zone, version.facet):
                opens = may_open(seeing, zone, version.facet)
                # Only siblings are ordered.
                is_child = version.parent is not None
                name = sort_name(version, metamodel.types[version.type], tenant.settings) if is_child else ""
                found[version.element] = SeenThen(version, opens, name)
        return found

    async def quiet(self, audience: Audience, elements: Collection[str], since: int) -> Mapping[str, QuietElement]:
        flag = "newest" if audience.drafts else "published"
        text = QUIET.format(wanted=self._dialect.each_of("elements"), flag=flag)
        values = {"tenant": self._tenant, "elements": self._dialect.pack(sorted(elements)), "since": since}
        found = dict[str, QuietElement]()
        for row in await self._engine.fetch(text, values):
            id_, facet, zone = cast("tuple[str, str, int]", tuple(row[:3]))
            if may_name(audience, zone, facet):
                found[id_] = QuietElement._make(cast("tuple[str, str | None, int, str]", tuple(row[3:])))
        return found

    async def shown_by(self, flow_objects: Collection[str]) -> Collection[str]:
        return await self._ids(SHOWN_BY, flow_objects)

    async def around(self, elements: Collection[str]) -> Collection[str]:
        return await self._ids(AROUND, elements)

    async def children_since(self, parents: Collection[str], revision: int) -> Collection[str]:
        return await self._ids(CHILDREN, parents, revision=revision)

    async def _ids(self, text: str, elements: Collection[str], **values: object) -> Collection[str]:
        if not elements:
            return ()
        among = self._dialect.among
        statement = text.format(
            shown=among("s.element", "elements"),
            targets=among("r.target", "elements"),
            below=among("e.parent", "elements"),
            wanted=self._dialect.each_of("elements"),
        )
        packed = self._dialect.pack(sorted(elements))
        rows = await self._engine.fetch(statement, {"tenant": self._tenant, "elements": packed, **values})
        return {str(id_) for (id_,) in rows if id_ is not None}

    async def versions_then(self, elements: Collection[str], revision: int) -> Mapping[str, Sequence[Version]]:
        found: defaultdict[str, list[Version]] = defaultdict(list)
        for each in await versions_at(self._engine.fetch, self._dialect, self._tenant, elements, revision):
            found[each.version.element].append(each.version)
        return found

    async def granted(self, elements: Collection[str], revisions: tuple[int, int]) -> Mapping[str, GrantedThen]:
        if not elements:
            return {}
        text = GRANTED.format(wanted=self._dialect.each_of("elements"))
        packed = self._dialect.pack(sorted(elements))
        values = {"tenant": self._tenant, "elements": packed, "revision": max(revisions)}
        last: dict[str, list[tuple[str, ...] | None]] = {each: [None, None] for each in elements}
        for row in await self._engine.fetch(text, values):
            element, revision, kind, change = cast("tuple[str, int, str, str]", tuple(row))
            to = _details.decode(change).get("to", "") if kind == _SET else None
            for side, until in enumerate(revisions):
                if revision <= until:
                    last[element][side] = None if to is None else tuple(filter(None, to.split(", ")))
        return {element: GrantedThen(old, new) for element, (old, new) in last.items()}
