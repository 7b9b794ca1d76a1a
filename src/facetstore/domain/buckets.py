"""Rate limits: a token bucket for each caller, from which processes take portions.

Times are in microseconds, and a bucket counts in millionths of a request, so that nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from facetstore.domain.throttling import SECOND

ONE: Final = 1_000_000
"""One request."""
HOLD: Final = 30 * SECOND
"""How long a process may hold a portion. After that the bucket fills up as if the portion had never been taken."""
_SHARE: Final = 4
"""A portion is at most one part in this many of what is left, rounded up, so that enough remains for other processes."""
_PAUSE: Final = SECOND // 2
"""How long a process that got nothing waits at least, unless the bucket fills fast; so a caller who retries often causes no
extra lookups."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many requests a second a caller may make, and how many at once (burst)."""

    rate: int
    burst: int
    processes: int = 1
    """The number of processes that divide the limit: each has its own bucket with an equal part."""

    @property
    def whole(self) -> int:
        """The content of a full bucket: at least one request."""
        return max(ONE, self.burst * ONE // self.processes)

    @property
    def filling(self) -> int:
        """How long an empty bucket takes to fill."""
        return self.time_for(self.whole)

    def gain(self, elapsed: int) -> int:
        """How much flows into a bucket in a time."""
        return elapsed * self.rate // self.processes

    def time_for(self, amount: int) -> int:
        """How long it takes for this much to flow into a bucket."""
        return -(-amount * self.processes // self.rate)

    def wait(self, level: int) -> int:
        """How long to wait if less than one request is left."""
        return max(self.time_for(ONE - level), min(_PAUSE, self.filling // _SHARE))


class Loan(NamedTuple):
    """The result for a process: a number of requests including the current one; or none, and how long to wait before retry."""

    requests: int
    wait: int


class Lent(NamedTuple):
    """The most that a process may still have of its last portion, and when it expires."""

    requests: int
    until: int


@dataclass(frozen=True, slots=True)
class Bucket:
    """What a caller has left, when that was computed, and the portions that processes hold.

    Both together never exceed a full bucket: a process may use its portion at any moment.
    """

    level: int
    at: int
    lent: Mapping[str, Lent] = field(default_factory=dict)

    def lend(self, node: str, limit: Limit, now: int) -> tuple[Bucket, Loan]:
        """The bucket after a process with nothing left has asked for a portion, and the portion it gets."""
        level, lent = self._filled(limit, now)
        lent.pop(node, None)
        left = level // ONE
        portion = min(-(-left // _SHARE), -(-limit.rate // limit.processes))
        level -= portion * ONE
        if portion > 1:
            lent[node] = Lent(portion - 1, now + HOLD)
        return Bucket(level, now, lent), Loan(portion, 0 if portion else limit.wait(level))

    def _filled(self, limit: Limit, now: int) -> tuple[int, dict[str, Lent]]:
        """What is available now, and what is still lent. If the clock was set back, no time has passed."""
        level, at = self.level, min(self.at, now)
        lent = {node: Lent(each.requests, min(each.until, now + HOLD)) for node, each in self.lent.items()}
        for node, each in sorted(self.lent.items(), key=lambda item: item[1].until):
            if each.until > now:
                break
            level, at = _fill(level, each.until - at, limit, lent), max(at, each.until)
            del lent[node]
        return _fill(level, now - at, limit, lent), lent


def _fill(level: int, elapsed: int, limit: Limit, lent: Mapping[str, Lent]) -> int:
    room = limit.whole - sum(each.requests for each in lent.values()) * ONE
    return max(0, min(level + limit.gain(max(0, elapsed)), room))
