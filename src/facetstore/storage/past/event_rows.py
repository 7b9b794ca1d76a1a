"""The feed of one tenant, read from its history.

A revision is taken under a lock on the row of the tenant, which lasts until the commit. So revisions are committed in their order: a
reader that sees one sees all before it, and behind the revision of the tenant nothing is added later.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, cast

import msgspec

from facetstore.domain.access import NO_ZONE, Audience
from facetstore.domain.rights import may_open
from facetstore.storage.engines.engine import Engine
from facetstore.storage.past.zones import HIGHEST, TRASHED, beyond
from facetstore.storage.rows.followed_changes import States
from facetstore.storage.rows.stored_changes import DIFFERENCE, WHOLE
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.feed_reads import AROUND, WORK, ChangedVersion, EventRow, EventSubject, Place

_EVENTS: Final = "{row}.kind NOT IN " + repr(AROUND)  # a tuple of names is written as SQL writes it
# What viewers see of an element is one of its versions, from the revision in which that began until the one in which it ended. A thread
# that they do not see has no comment that is public.
_PUBLISHED: Final = f"""{_EVENTS} AND {{row}}.kind NOT IN {WORK!r} AND (
    EXISTS (SELECT 1 FROM span s
             WHERE s.tenant = {{row}}.tenant AND s.element = {{row}}.element AND s.version = {{row}}.version AND s.published = 1
               AND s.since <= {{row}}.revision AND s.until >= {{row}}.revision)
    OR ({{row}}.version IS NULL AND EXISTS (
        SELECT 1 FROM comment c
         WHERE c.tenant = {{row}}.tenant AND c.element = {{row}}.element AND c.public = 1 AND c.id = c.thread
           AND {{row}}.change LIKE '%"thread":"' || c.id || '"%')))
"""
# Ordered by a sum, which is in no index: otherwise SQLite would walk through the revision, and not through the rows of the element.
_PLACE: Final = """
    SELECT h.revision, h.ordinal FROM history h
     WHERE h.tenant = :tenant AND h.element = :element AND h.revision = :revision AND {seen}
     ORDER BY h.ordinal + 0 LIMIT 1 OFFSET :before
"""
_NUMBER: Final = """
    CASE WHEN {seen} THEN
        (SELECT count(*) FROM history n
          WHERE n.tenant = h.tenant AND n.element = h.element AND n.revision = h.revision AND n.ordinal <= h.ordinal AND {counted})
    ELSE 0 END
"""
_ROWS: Final = """
    SELECT h.revision, h.ordinal, {number}, h.at, h.actor, h.kind, h.element, h.version, h.reason FROM history h
     WHERE h.tenant = :tenant AND (h.revision, h.ordinal) > (:revision, :ordinal) AND h.revision <= :until
       AND h.element IS NOT NULL AND {event}{of_element}
     ORDER BY {order} LIMIT :limit
"""


class _Statements(NamedTuple):
    """The statements that find events, all or those for viewers."""

    place: str
    rows: str
    rows_of_element: str


def _statements(seen: str) -> _Statements:
    of_row, event = seen.format(row="h"), _EVENTS.format(row="h")
    number = _NUMBER.format(seen=of_row, counted=seen.format(row="n"))
    shared = {"number": number, "event": event}
    return _Statements(
        _PLACE.format(seen=of_row),
        _ROWS.format(**shared, of_element="", order="h.revision, h.ordinal"),
        _ROWS.format(**shared, of_element=" AND h.element = :element", order="h.revision + 0, h.ordinal"),
    )


ALL: Final = _statements(_EVENTS)
PUBLISHED: Final = _statements(_PUBLISHED)
# A deleted element is in no table: the beginning of the last row that holds it whole has its facet and type.
SUBJECTS: Final = """
    SELECT wanted.value, e.facet, e.type,
           (SELECT max(v.zone) FROM version v WHERE v.tenant = :tenant AND v.element = wanted.value),
           CASE WHEN e.id IS NULL THEN
               (SELECT substr(h.change, 1, :head) FROM history h
                 WHERE h.tenant = :tenant AND h.element = wanted.value AND substr(h.change, 1, :length) = :whole
                 ORDER BY h.revision + 0 DESC, h.ordinal DESC LIMIT 1) END
      FROM {wanted} LEFT JOIN element e ON e.tenant = :tenant AND e.id = wanted.value
"""
# Of each version the last row before the first of these places that holds it whole, all rows after that one, and all rows between these
# places.
CHANGES: Final = """
    SELECT h.revision, h.ordinal, h.element, h.version, h.change
      FROM (SELECT w.element AS element, w.version AS version, max(w.revision * 4294967296 + w.ordinal) AS place
              FROM history w
             WHERE w.tenant = :tenant AND {w_element} AND {w_version} AND (w.revision, w.ordinal) < (:revision, :ordinal)
               AND substr(w.change, 1, :length) = :whole
             GROUP BY w.element, w.version) last
           CROSS JOIN history h
     WHERE h.tenant = :tenant AND h.element = last.element AND h.version = last.version
       AND h.revision * 4294967296 + h.ordinal >= last.place AND (h.revision, h.ordinal) < (:revision, :ordinal)
     UNION ALL
    SELECT b.revision, b.ordinal, b.element, b.version, b.change FROM history b
     WHERE b.tenant = :tenant AND {b_element} AND (b.revision, b.ordinal) >= (:revision, :ordinal)
       AND (b.revision, b.ordinal) <= (:last_revision, :last_ordinal)
     ORDER BY 1, 2
"""
_HEAD: Final = 600
"""Characters in which facet and type of a whole version end."""


class SqlFeed:
    """Reads of the feed of one tenant."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._dialect = engine.dialect
        self._tenant = tenant

    async def place_of(self, revision: int, element: str, number: int, *, drafts: bool = True) -> Place | None:
        if number < 1:
            return None
        values = {"tenant": self._tenant, "element": element, "revision": revision, "before": number - 1}
        rows = await self._engine.fetch((ALL if drafts else PUBLISHED).place, values)
        return cast("Place", tuple(rows[0])) if rows else None

    async def rows_after(
        self, place: Place, until: int, limit: int, element: str | None = None, *, drafts: bool = True
    ) -> Sequence[EventRow]:
        statements = ALL if drafts else PUBLISHED
        values = {"tenant": self._tenant, "revision": place[0], "ordinal": place[1], "until": until, "limit": limit}
        if element is None:
            rows = await self._engine.fetch(statements.rows, values)
        else:
            rows = await self._engine.fetch(statements.rows_of_element, {**values, "element": element})
        return [EventRow._make(cast("tuple[object, ...]", row)) for row in rows]

    async def opened_today(self, audience: Audience, elements: Collection[str]) -> Mapping[str, EventSubject]:
        wanted = {"tenant": self._tenant, "elements": self._dialect.pack(sorted(elements))}
        heads = {"head": _HEAD, "whole": WHOLE, "length": len(WHOLE)}
        rows = await self._engine.fetch(SUBJECTS.format(wanted=self._dialect.each_of("elements")), {**wanted, **heads})
        trashed, gone = dict[str, int](), NO_ZONE
        if audience.is_restricted:
            among = f" AND {self._dialect.among('element', 'elements')}"
            fetch = self._engine.fetch
            trashed = {str(id_): cast("int", zone) for id_, zone in await fetch(TRASHED.format(among=among), wanted)}
            ((found,),) = await fetch(HIGHEST, {"tenant": self._tenant})
            gone = cast("int", found)
            audience = beyond(audience, gone)
        subjects = dict[str, EventSubject]()
        for row in rows:
            id_, facet, type_, zone, head = cast("tuple[str, str | None, str, int | None, str | None]", tuple(row))
            if facet is None:
                zone = trashed.get(id_, gone)
            subject = EventSubject(facet, type_) if facet is not None else _subject(head)
            if subject is not None and may_open(audience, zone or NO_ZONE, subject.facet):
                subjects[id_] = subject
        return subjects

    async def changed(self, rows: Sequence[EventRow]) -> Mapping[Place, ChangedVersion]:
        if not rows:
            return {}
        (revision, ordinal), (last_revision, last_ordinal) = rows[0].place, rows[-1].place
        values = {
            "tenant": self._tenant,
            "elements": self._dialect.pack(sorted({each.element for each in rows})),
            "versions": self._dialect.pack(sorted({each.version for each in rows if each.version is not None})),
            "revision": revision,
            "ordinal": ordinal,
            "last_revision": last_revision,
            "last_ordinal": last_ordinal,
            "whole": WHOLE,
            "length": len(WHOLE),
        }
        wanted, found = {each.place for each in rows}, dict[Place, ChangedVersion]()
        states, pace = States(), Pace()
        among = self._dialect.among
        text = CHANGES.format(
            w_element=among("w.element", "elements"),
            w_version=among("w.version", "versions"),
            b_element=among("b.element", "elements"),
        )
        for row in await self._engine.fetch(text, values):
            place = cast("Place", tuple(row[:2]))
            element, version, change = cast("tuple[str, str | None, str]", tuple(row[2:]))
            if version is not None and version not in states and change.startswith(DIFFERENCE):
                continue  # of another version of the element, which none of the rows is about
            left = states.follow(element, version, change)
            if place in wanted:
                found[place] = ChangedVersion(*left)
            await pace.step()
        return found


def _subject(head: str | None) -> EventSubject | None:
    """The facet and type at the beginning of a whole version; None if there is no such row."""
    if head is None:
        return None
    values = [head.split('"', 4)[3], head.split('"type":"', 1)[-1].split('"', 1)[0]]
    facet, type_ = (msgspec.json.decode(f'"{each}"', type=str) for each in values)
    return EventSubject(facet, type_)
