"""Cursors of the feed: a revision whose events are all read, or the id of the last event that was read.

The id of an event is `revision.element.number`, where the number counts the events of the element in that revision. The place of a row
among all rows of its revision is in no cursor: gaps between places would show how much of a revision is hidden from a caller.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.domain.values import parse_guid

NOW: Final = "now"
_HIGHEST: Final = 2**53
_FORM: Final = re.compile(r"(\d{1,16})(?:\.([0-9A-Fa-f-]{36})\.(\d{1,9}))?", re.ASCII)


class FeedCursor(NamedTuple):
    """A place in the feed: behind all of a revision or, with an element, behind one of its events in that revision."""

    revision: int
    element: str | None = None
    number: int = 0

    def __str__(self) -> str:
        return str(self.revision) if self.element is None else f"{self.revision}.{self.element}.{self.number}"


def parse_cursor(text: str, current: int, name: str) -> FeedCursor:
    """The cursor that a text names; `current` is the revision of the tenant. Raises InvalidParameter."""
    if text.casefold() == NOW:
        return FeedCursor(current)
    found = _FORM.fullmatch(text.strip())
    element = parse_guid(found[2]) if found is not None and found[2] else None
    if found is None or (found[2] and element is None) or int(found[1]) > _HIGHEST:
        raise _refused(f"{name} takes 0, now, or the `next` of an earlier answer, not {text[:80]!r}.", name)
    cursor = FeedCursor(int(found[1]), element, int(found[3] or 0))
    if cursor.revision > current:
        raise unknown_cursor(name)
    return cursor


def unknown_cursor(name: str) -> InvalidParameter:
    """The refusal of a cursor behind which this storage has never been."""
    return _refused(
        f"{name} is not a place in this feed: it is of another storage, or the storage was restored since. Read again from 0.",
        name,
    )


def _refused(error: str, name: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, name)])
