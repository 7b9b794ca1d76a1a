"""The cache of rendered responses, limited in bytes, each with the tenant revision at which it was rendered.

The key of a response has everything it depends on: tenant, role, audience, method, path, query, api-version, coding, base address,
whether JSON is preferred to a picture and, where the response is for one caller only, the caller.
`keeper.py` decides whether a response is still valid.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from facetstore.rest.kept.bounded import ByteCache
from facetstore.rest.wire.answer import Answer

_LARGEST: Final = 1 << 20
"""Longer responses are not cached."""

_ENTRY: Final = 2048
_ID: Final = 96
"""Approximate bytes of an entry beside its body, and of each element that it depends on."""

_MOMENT: Final = 60.0
"""Seconds for which a response is cached that shows counters, which change without a new revision."""


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
