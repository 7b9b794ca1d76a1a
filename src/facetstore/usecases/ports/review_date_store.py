"""The port for review dates: what is released must be confirmed as still right, and what waits for that."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol


class ReviewedType(NamedTuple):
    """A type that requires reviews, and when on this day they are due. Days are those of the tenant, such as `2026-02-01`."""

    facet: str
    type: str
    states: tuple[str, ...]
    """The states in which a version counts as released."""
    coming_before: str
    """A review is to be seen coming if the release or the last confirmation was before this day."""
    overdue_before: str
    """It is overdue if that was before this day."""


class DueReview(NamedTuple):
    """A version in force whose review is due soon, or overdue."""

    element: str
    version: str
    key: int
    type: str
    since: str
    """The day of its release, or of its last confirmation."""
    is_overdue: bool


class DueReviews(NamedTuple):
    """Some due reviews, the longest waiting first, and how many there are of all."""

    values: Sequence[DueReview]
    due: int
    overdue: int


class ReviewedVersion(NamedTuple):
    """The version of an element that viewers see, and its last confirmation, if there is one."""

    element: str
    version: str
    type: str
    state: str | None
    released_on: str | None
    """In the time of the tenant."""
    confirmed: str | None
    """The day."""
    person: str | None
    at: int | None
    """Microseconds since 1970 UTC."""


class Owned(NamedTuple):
    """What one of these principals is named for in a context."""

    context: str
    principals: Collection[str]


class ReviewDates(Protocol):
    """The review dates of one tenant, to be read for one audience."""

    async def in_force(self, element: str) -> ReviewedVersion | None:
        """The version of an element that viewers see, whatever this audience sees."""
        ...

    async def due(self, types: Sequence[ReviewedType], limit: int, owned: Owned | None = None) -> DueReviews:
        """What this audience may open of these types and is due, or of that what is owned."""
        ...


class ReviewDateChanges(ReviewDates, Protocol):
    """The review dates of one tenant, in an open transaction."""

    async def confirm(self, version: ReviewedVersion) -> bool:
        """Store the confirmation of a version. False: it was confirmed on this day or later already."""
        ...

    async def announce(self, types: Sequence[ReviewedType], limit: int) -> Sequence[DueReview]:
        """Claim versions of these types whose review is overdue and was not announced since it was last due."""
        ...
