"""How many requests somebody may make: a bucket of them that fills at a rate, and from which processes take portions.

Times are microseconds, and what a bucket holds is counted in millionths of a request, so that nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from facetstore.domain.throttling import SECOND

ONE: Final = 1_000_000
"""One request."""
HOLD: Final = 30 * SECOND
"""For how long a process may keep a portion. Then the bucket fills up again as if it had never been lent."""
_SHARE: Final = 4
"""A portion is one part in this many of what there is: enough is left for other processes, however many they are."""
_PAUSE: Final = SECOND // 2
"""How long a process waits that got nothing, so that those who ask too often do not have it ask as often."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many requests a second a caller may make, and how many at once."""

    rate: int
    burst: int
    processes: int = 1
    """Among how many processes it is divided: each has a bucket of its own with an equal part."""

    @property
    def whole(self) -> int:
        """What a full bucket holds: at least one request."""
        return max(ONE, self.burst * ONE // self.processes)

    @property
    def filling(self) -> int:
        """How long an empty bucket takes to be full."""
        return self.time_for(self.whole)

    def gain(self, elapsed: int) -> int:
        """What comes into a bucket in a time."""
        return elapsed * self.rate // self.processes

    def time_for(self, amount: int) -> int:
        """How long it takes until this much has come into a bucket."""
        return -(-amount * self.processes // self.rate)

    def wait(self, level: int) -> int:
        """How long to wait where less than one request is left."""
        return max(self.time_for(ONE - level), min(_PAUSE, self.filling // _SHARE))


class Loan(NamedTuple):
    """What a process gets: so many requests, the one it asks for among them; or none, and how long to wait before asking again."""

    requests: int
    wait: int


class Lent(NamedTuple):
    """What a process may still have of its last portion, and until when."""

    requests: int
    until: int


@dataclass(frozen=True, slots=True)
class Bucket:
    """What is left for one who calls, when it was worked out, and what processes hold.

    Both together are never more than a full bucket: a process may use what it holds at any moment.
    """

    level: int
    at: int
    lent: Mapping[str, Lent] = field(default_factory=dict)

    def lend(self, node: str, limit: Limit, now: int) -> tuple[Bucket, Loan]:
        """The bucket after a process, which has nothing left, has asked for a portion; and what it gets."""
        level, lent = self._filled(limit, now)
        lent.pop(node, None)
        left = level // ONE
        portion = min(-(-left // _SHARE), -(-limit.rate // limit.processes))
        level -= portion * ONE
        if portion > 1:
            lent[node] = Lent(portion - 1, now + HOLD)
        return Bucket(level, now, lent), Loan(portion, 0 if portion else limit.wait(level))

    def _filled(self, limit: Limit, now: int) -> tuple[int, dict[str, Lent]]:
        """What there is now, and what is still lent. Somebody may have set the clock back: then no time has passed."""
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
