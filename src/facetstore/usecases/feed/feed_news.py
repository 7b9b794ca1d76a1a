"""What a page needs to know of changes: which elements, so that it reads again what it shows of them, and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from facetstore.domain.access import Audience
from facetstore.usecases.feed.cursors import FeedCursor
from facetstore.usecases.feed.events import Event, EventFilter, Feed
from facetstore.usecases.ports.feed_reads import FeedReads
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.tenancy import Reading

MOST_AT_ONCE: Final = 200
"""Events of one answer. A page for which more is new reads everything again."""

_MOST_KNOWN: Final = 64
_About = tuple[int, str, Audience, str, int]
"""A tenant, what a caller may see of it, behind what, and until which revision."""


class LiveNews(NamedTuple):
    """What is new behind a cursor, and the cursor behind it."""

    changed: Sequence[Mapping[str, Any]]
    is_all: bool
    rights: str
    """Stands for the role of the caller and the definition. After a change of it, anything may be different."""
    next: FeedCursor

    @property
    def body(self) -> Mapping[str, Any]:
        return {"changed": self.changed, "all": self.is_all, "rights": self.rights, "next": str(self.next)}


async def live_news(reading: Reading, reads: FeedReads, jobs: Jobs, after: FeedCursor) -> LiveNews:
    """What has changed behind a cursor for one caller. Raises InvalidParameter if the cursor is no place in this feed."""
    page = await Feed(reading, reads, jobs, EventFilter(), changes=False).page(after, MOST_AT_ONCE)
    if not page.is_last:
        return LiveNews((), True, rights_of(reading), FeedCursor(reading.revisions.revision))
    return LiveNews([_change(each) for each in page.values], False, rights_of(reading), page.next)


class RecentNews:
    """The last news that were read, for all streams whose callers may see the same: a change is read once, and not for each of them."""

    def __init__(self) -> None:
        self._known: dict[_About, LiveNews] = {}

    def find(self, reading: Reading, after: FeedCursor) -> LiveNews | None:
        return self._known.get(_about(reading, after))

    def put(self, reading: Reading, after: FeedCursor, news: LiveNews) -> None:
        self._known[_about(reading, after)] = news
        if len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]


def _about(reading: Reading, after: FeedCursor) -> _About:
    return (
        reading.served.tenant.key,
        rights_of(reading),
        reading.caller.audience,
        str(after),
        reading.revisions.revision,
    )


def rights_of(reading: Reading) -> str:
    """The same text on every node, as long as the role of a caller and the definition are the same. What permissions hide is not in it: it
    would differ with what is hidden."""
    return _rights(reading.revisions.definition, int(reading.caller.role))


@lru_cache(maxsize=256)
def _rights(definition: int, role: int) -> str:
    return hashlib.sha256(repr((definition, role)).encode()).hexdigest()[:16]


def sees_alike(one: Reading, other: Reading) -> bool:
    """Whether permissions show a caller the same in two readings."""
    before, now = one.caller.audience, other.caller.audience
    return before is now or replace(before, since=0) == replace(now, since=0)


def _change(event: Event) -> Mapping[str, Any]:
    data = event["data"]
    change = {"event": event["id"], "id": data["id"], "facetName": data["facetName"], "kind": data["kind"]}
    return {**change, "versionId": data["versionId"]} if "versionId" in data else change
