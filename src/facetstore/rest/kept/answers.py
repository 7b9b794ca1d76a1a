"""Rendered answers kept within a number of bytes, each with the revision of its tenant at which it was found true.

An answer is found under everything it depends on: tenant, role, method, path, query, api-version, coding and base address. Whether
it still holds is decided in `keeper.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from facetstore.rest.kept.bounded import Bounded
from facetstore.rest.wire.answer import Answer

_LARGEST: Final = 1 << 20
"""Longer answers are not kept."""

_ENTRY: Final = 2048
_ID: Final = 96
"""About what an answer takes beside its body, and each element it is about."""

_MOMENT: Final = 60.0
"""Seconds for which an answer is kept that shows what is counted beside elements."""


@dataclass(slots=True)
class Kept:
    """An answer and the last revision at which it is known to be true."""

    answer: Answer
    revision: int
    until: float | None = None
    """By the clock, if it does not hold for longer; seconds."""


class KeptAnswers:
    """Answers of all tenants; when there is no more room, the oldest go first."""

    def __init__(self, limit: int = 64 << 20, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._answers: Bounded[tuple[int, Hashable], Kept] = Bounded(limit, _cost)

    def find(self, tenant: int, key: Hashable) -> Kept | None:
        kept = self._answers.get((tenant, key))
        if kept is not None and kept.until is not None and kept.until <= self._clock():
            self.drop(tenant, key)
            return None
        return kept

    def keep(self, tenant: int, revision: int, key: Hashable, answer: Answer) -> None:
        if len(answer.body) > _LARGEST or not self._limit:
            return
        kept = Kept(answer, revision, self._clock() + _MOMENT if answer.passing else None)
        self._answers.put((tenant, key), kept)

    def drop(self, tenant: int, key: Hashable) -> None:
        self._answers.drop((tenant, key))


def _cost(kept: Kept) -> int:
    """About what an answer takes: its body, its headers, and what it is about."""
    about = kept.answer.about
    return len(kept.answer.body) + _ENTRY + (_ID * len(about.elements) if about is not None else 0)
