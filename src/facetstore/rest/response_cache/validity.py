"""The response cache: responses of all tenants, and whether a cached one is still valid. All lookups go through it.

A request reads the tenant's revision before the lookup, so no response is older than the last commit before it, of any process.
The `about` of a response decides which changes leave it valid. A response without one is valid for one revision only.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from facetstore.rest.change_log import ChangeLog
from facetstore.rest.wire.answer import Answer
from facetstore.rest.wire.bounded_caches import ByteCache
from facetstore.usecases.ports.storage import Revisions

_LARGEST: Final = 1 << 20
"""Longer responses are not cached."""

_ENTRY: Final = 2048
_ID: Final = 96
"""Approximate bytes of an entry beside its body, and of each element that it depends on."""

_MOMENT: Final = 60.0
"""Seconds for which a response is cached that shows counters, which change without a new revision."""


class ResponseCache:
    """Returns cached responses that are still valid."""

    def __init__(self, log: ChangeLog, answers: CachedResponses) -> None:
        self._log = log
        self._answers = answers

    async def find(self, tenant: int, revisions: Revisions, key: Hashable) -> Answer | None:
        cached = self._answers.find(tenant, key)
        if cached is None:
            return None
        if cached.revision >= revisions.revision:
            return cached.answer
        about = cached.answer.about
        if about is not None and about.holds(await self._log.until(tenant, revisions), cached.revision):
            return cached.answer
        self._answers.drop(tenant, key)
        return None

    def put(self, tenant: int, revisions: Revisions, key: Hashable, answer: Answer) -> None:
        self._log.begin(tenant, revisions.revision)
        self._answers.put(tenant, revisions.revision, key, answer)


@dataclass(slots=True)
class CachedResponse:
    """A cached response and the revision at which it was rendered."""

    answer: Answer
    revision: int
    until: float | None = None
    """When it expires, in seconds of the clock; None: not by time."""


class CachedResponses:
    """The responses of all tenants. When the cache is full, the oldest are evicted first."""

    def __init__(self, limit: int = 64 << 20, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._answers: ByteCache[tuple[int, Hashable], CachedResponse] = ByteCache(limit, _cost)

    def find(self, tenant: int, key: Hashable) -> CachedResponse | None:
        cached = self._answers.get((tenant, key))
        if cached is not None and cached.until is not None and cached.until <= self._clock():
            self.drop(tenant, key)
            return None
        return cached

    def put(self, tenant: int, revision: int, key: Hashable, answer: Answer) -> None:
        if len(answer.body) > _LARGEST or not self._limit:
            return
        cached = CachedResponse(answer, revision, self._clock() + _MOMENT if answer.passing else None)
        self._answers.put((tenant, key), cached)

    def drop(self, tenant: int, key: Hashable) -> None:
        self._answers.drop((tenant, key))


def _cost(cached: CachedResponse) -> int:
    """Approximate bytes of an entry: its body, its headers, and the elements it depends on."""
    about = cached.answer.about
    return len(cached.answer.body) + _ENTRY + (_ID * len(about.elements) if about is not None else 0)
