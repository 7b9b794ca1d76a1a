"""Pages of the feed: the rows of the history that a caller may see by today's permissions, as CloudEvents 1.0.

A caller who may read the history of an element gets its events, without what is hidden from that caller. Viewers get those by which something
changed that they see, and no more of them than which element it is. Other rows are passed over: they leave no event, no count and no gap.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.usecases.changes.difference import compared_all
from facetstore.usecases.feed.cursors import FeedCursor, unknown_cursor
from facetstore.usecases.ports.feed_reads import ChangedVersion, EventRow, EventSubject, FeedReads, Place
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.rows import NamedRow
from facetstore.usecases.ports.writes import DELETIONS, HistoryEntry
from facetstore.usecases.reading.comparing import (
    jobs_for,
    left_out,
    named_in,
    render_actor,
    without_hidden,
    without_proof,
)
from facetstore.usecases.tenancy import Reading

Event = Mapping[str, Any]

TYPE: Final = "facetstore."
"""What the type of an event begins with; the kind of the change follows."""
_CHUNK: Final = 500
"""Rows that are read at a time."""
_MOST_SCANNED: Final = 10_000
"""Rows after which a page ends at the next revision, however few events it has."""
_WHOLE_REVISION: Final = 2**31 - 1
"""Behind the last row of every revision."""


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which events are wanted; an empty set: all."""

    facets: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    element: str | None = None
    states: frozenset[str] = frozenset()
    """States of the version after the change."""

    def wants(self, kind: str, subject: EventSubject) -> bool:
        return (
            (not self.kinds or kind in self.kinds)
            and (not self.facets or subject.facet in self.facets)
            and (not self.types or subject.type in self.types)
        )


class FullEvent(NamedTuple):
    """An event, and the version that it is about as the change left it; of a deleted one, the last."""

    event: Event
    version: Version | None


class EventPage(NamedTuple):
    """Events in their order, and the cursor behind them."""

    full: Sequence[FullEvent]
    next: FeedCursor
    is_last: bool
    """Whether the feed ends here, for now."""

    @property
    def values(self) -> Sequence[Event]:
        return [each.event for each in self.full]


_Found = list[tuple[EventRow, EventSubject]]


class Feed:
    """The events of a tenant for one caller."""

    def __init__(
        self,
        reading: Reading,
        reads: FeedReads,
        jobs: Jobs,
        wanted: EventFilter,
        *,
        changes: bool,
        versions: bool = False,
    ) -> None:
        """`changes`: events say what changed; `versions`: the versions that they are about are read as well."""
        self._reading = reading
        self._reads = reads
        self._jobs = jobs
        self._drafts = reading.caller.sees_drafts
        self._wanted = wanted
        self._changes = changes
        self._versions = versions or bool(wanted.states)

    async def page(self, after: FeedCursor, size: int, name: str = "after") -> EventPage:
        """The next events behind a cursor. Raises InvalidParameter if the cursor is no place in this feed."""
        until = self._reading.revisions.revision
        if after.revision > until:
            raise unknown_cursor(name)
        place = await self._place(after)
        found, behind = await self._scan(place, until, size)
        values = await self._rendered(found)
        return EventPage(values, behind, behind == FeedCursor(until))

    async def event(self, at: FeedCursor) -> FullEvent | None:
        """One event; None if it is not there, or the caller may not see it."""
        place = await self._place_of(at)
        if place is None:
            return None
        rows = await self._reads.rows_after((place[0], place[1] - 1), at.revision, 1, at.element, drafts=self._drafts)
        subjects = await self._subjects(rows)
        full = await self._rendered([(row, subjects[row.element]) for row in rows if row.element in subjects])
        return full[0] if full else None

    async def _place(self, after: FeedCursor) -> Place:
        """The place behind which to read. An event that is not there, or that the caller no longer sees, is no place: its revision is
        read again from its beginning, so that nothing is lost, and the answer does not show which of both it is."""
        if after.element is None:
            return after.revision, _WHOLE_REVISION
        place = await self._place_of(after)
        opened = await self._reads.opened_today(self._reading.caller.audience, {after.element})
        return place if place is not None and opened else (after.revision - 1, _WHOLE_REVISION)

    async def _place_of(self, at: FeedCursor) -> Place | None:
        if at.element is None:
            return None
        return await self._reads.place_of(at.revision, at.element, at.number, drafts=self._drafts)

    async def _scan(self, place: Place, until: int, size: int) -> tuple[_Found, FeedCursor]:
        """The next events, and the cursor behind them. It is never a row that the caller does not see."""
        found: _Found = []
        scanned = 0
        while rows := await self._rows_after(place, until):
            subjects = await self._subjects([each for each in rows if each.number])
            for row in rows:
                if scanned >= _MOST_SCANNED and row.revision > place[0]:
                    return found, FeedCursor(place[0])
                scanned, place = scanned + 1, row.place
                subject = subjects.get(row.element) if row.number else None
                if subject is not None and self._wanted.wants(row.kind, subject):
                    found.append((row, subject))
                    if len(found) >= size:
                        return found, FeedCursor(row.revision, row.element, row.number)
            if len(rows) < _CHUNK:
                break
            await asyncio.sleep(0)
        return found, FeedCursor(until)

    async def _rows_after(self, place: Place, until: int) -> Sequence[EventRow]:
        return await self._reads.rows_after(place, until, _CHUNK, self._wanted.element, drafts=self._drafts)

    async def _subjects(self, rows: Sequence[EventRow]) -> Mapping[str, EventSubject]:
        opened = await self._reads.opened_today(self._reading.caller.audience, {each.element for each in rows})
        types = self._reading.metamodel.types
        return {id_: each for id_, each in opened.items() if each.type in types}

    async def _rendered(self, found: _Found) -> Sequence[FullEvent]:
        is_read = self._changes or self._versions
        changed = await self._reads.changed([row for row, _ in found]) if is_read else {}
        if states := self._wanted.states:
            found = [each for each in found if _state(changed.get(each[0].place)) in states]
        entries = [_entry(row, changed.get(row.place)) for row, _ in found]
        named = await named_in(self._reading, entries)
        entries = [without_proof(each) for each in entries]
        if not self._reading.caller.audience.sees_all:
            entries = [without_hidden(each, named) for each in entries]
        nothing: Sequence[None] = [None] * len(entries)
        differences = await self._differences(entries) if self._changes else nothing
        source = f"/{self._reading.served.tenant.address}"
        return [
            FullEvent(
                _event(self._reading, source, row, subject, entry, named, difference), entry.after or entry.before
            )
            for (row, subject), entry, difference in zip(found, entries, differences, strict=True)
        ]

    async def _differences(self, entries: Sequence[HistoryEntry]) -> Sequence[tuple[Any, Any] | None]:
        """What each entry changed. Of a first version and of a deleted one that is all of it."""
        pairs = [_pair(each) for each in entries]
        given = [each for each in pairs if each is not None]
        jobs = jobs_for(self._jobs, [version for pair in given for version in pair])
        tenant = self._reading.served.tenant.key
        found = iter(await jobs.run(tenant, compared_all, given, left_out(self._reading)) if given else ())
        return [next(found) if each is not None else None for each in pairs]


def _state(changed: ChangedVersion | None) -> str | None:
    version = (changed.after or changed.before) if changed is not None else None
    return version.state if version is not None else None


def _entry(row: EventRow, changed: ChangedVersion | None) -> HistoryEntry:
    before, after, details = changed or ChangedVersion(None, None, {})
    return HistoryEntry(
        row.revision, row.ordinal, row.at, row.actor, row.kind, row.version, row.reason, after, details, before
    )


def _pair(entry: HistoryEntry) -> tuple[Any, Any] | None:
    before, after = entry.before, entry.after
    if after is None:
        return None
    nothing = after._replace(
        state=None,
        stereotype=None,
        number=None,
        attributes={},
        related={},
        content=(),
        parent=None,
        position=0,
        files=(),
    )
    if entry.kind in DELETIONS:
        return before or after, nothing
    return before or nothing, after


def _event(
    reading: Reading,
    source: str,
    row: EventRow,
    subject: EventSubject,
    entry: HistoryEntry,
    named: Mapping[str, NamedRow],
    difference: tuple[Any, Any] | None,
) -> Event:
    data = {
        "revision": row.revision,
        "kind": row.kind,
        "id": row.element,
        "versionId": row.version,
        "facetName": subject.facet,
        "type": subject.type,
        # Viewers do not read the history, which says who changed what, and why.
        **(_said(reading, entry, named, difference) if reading.caller.sees_drafts else {}),
    }
    return {
        "specversion": "1.0",
        "id": str(FeedCursor(row.revision, row.element, row.number)),
        "source": source,
        "type": TYPE + row.kind,
        "subject": row.element,
        "time": _time(row.at),
        "datacontenttype": "application/json",
        "data": {name: value for name, value in data.items() if value is not None},
    }


def _said(
    reading: Reading, entry: HistoryEntry, named: Mapping[str, NamedRow], difference: tuple[Any, Any] | None
) -> Mapping[str, Any]:
    actor = named.get(entry.actor or "")
    changed, parts = difference or (None, None)
    return {
        "by": entry.actor,
        "actor": render_actor(reading, actor) if actor is not None else None,
        "reason": entry.reason,
        "changed": changed,
        "difference": parts,
        "told": dict(entry.details) or None,
    }


def _time(at: int) -> str:
    return datetime.fromtimestamp(at // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%S") + f".{at % 1_000_000:06}Z"
