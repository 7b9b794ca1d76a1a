"""What the feed needs from storage: rows of the history in their order, and whom they may be shown to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from facetstore.domain.access import Audience
from facetstore.domain.element import Version

AROUND: Final = ("child.gone", "neighbour.gone", "neighbour.back", "element.shifted")
"""The kinds of rows by which the surroundings of an element changed, and not the element. They are no events: one about a hidden
neighbour would show that it is there."""

WORK: Final = ("lock.taken", "lock.opened", "task.delegated", "release.scheduled")
"""The kinds of rows about the work on a version. Viewers see nothing of it."""

Place = tuple[int, int]
"""The revision and ordinal of a row."""


class EventRow(NamedTuple):
    """A row of the history as an event, without what it changed."""

    revision: int
    ordinal: int
    number: int
    """Counts the events of its element in its revision, from 1. 0: nothing that viewers see has changed by it."""
    at: int
    """Microseconds since 1970 UTC."""
    actor: str | None
    kind: str
    element: str
    version: str | None
    reason: str | None

    @property
    def place(self) -> Place:
        return self.revision, self.ordinal


class EventSubject(NamedTuple):
    """What an event is about: the facet and type of its element; of a deleted one, the last that it had."""

    facet: str
    type: str


class ChangedVersion(NamedTuple):
    """What a row changed: its version before and after, and further details by name."""

    before: Version | None
    after: Version | None
    details: Mapping[str, str]


class FeedReads(Protocol):
    """Reads of the feed of one tenant."""

    async def place_of(self, revision: int, element: str, number: int, *, drafts: bool = True) -> Place | None:
        """The place of an event; None if there is none."""
        ...

    async def rows_after(
        self, place: Place, until: int, limit: int, element: str | None = None, *, drafts: bool = True
    ) -> Sequence[EventRow]:
        """The next events behind a place, until the end of a revision; of one element or of all. Without `drafts`, those have a
        number by which something changed that viewers see: a version that they saw before the change, or see since."""
        ...

    async def opened_today(self, audience: Audience, elements: Collection[str]) -> Mapping[str, EventSubject]:
        """Those of these elements that an audience may open by today's permissions. Deleted ones count as what they were when they
        came to the trash; one that left the trash is seen by callers from whom permissions hide nothing."""
        ...

    async def changed(self, rows: Sequence[EventRow]) -> Mapping[Place, ChangedVersion]:
        """What these rows changed, by their places; the rows are in their order."""
        ...
