"""Rate limits: the requests that this process holds for each caller, and how it gets more from the caller's bucket.

Buckets may be shared by all processes of a service (`storage/access/rate_buckets.py`). A process takes requests out of them in
portions, so most requests, allowed or refused, cost only a lookup in memory.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from facetstore.domain.buckets import HOLD, Bucket, Limit, Loan
from facetstore.domain.callers import Caller
from facetstore.domain.errors import TooManyRequests
from facetstore.domain.throttling import SECOND

_HOLD: Final = HOLD / SECOND


class Buckets(Protocol):
    """The buckets of all callers."""

    async def lend(self, subject: str, node: str, limit: Limit) -> Loan:
        """A portion for a process that has none left."""
        ...


class OwnBuckets:
    """Buckets in the memory of one process. With several processes, each has a part of the limit (`Limit.processes`)."""

    def __init__(self, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._tidied = 0

    async def lend(self, subject: str, node: str, limit: Limit) -> Loan:
        now = self._clock() // 1000
        self._tidy(limit, now)
        bucket = self._buckets.get(subject) or Bucket(limit.whole, now)
        self._buckets[subject], loan = bucket.lend(node, limit, now)
        return loan

    def _tidy(self, limit: Limit, now: int) -> None:
        """Forget the buckets that are full again."""
        if now >= self._tidied + HOLD:
            since, self._tidied = now - HOLD - limit.filling, now
            self._buckets = {subject: each for subject, each in self._buckets.items() if each.at > since}


@dataclass(slots=True)
class _HeldRequests:
    """The requests that this process holds for one caller; times are seconds of a monotonic clock."""

    requests: int = 0
    until: float = 0.0
    again: float = 0.0
    """When to ask the bucket again after it gave nothing."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Limits:
    """Admits or refuses requests by the rate limit."""

    def __init__(self, buckets: Buckets, limit: Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self._buckets = buckets
        self._limit = limit
        self._clock = clock
        self._node = secrets.token_hex(8)
        self._held: dict[str, _HeldRequests] = {}
        self._tidied = clock()

    def spend_held(self, subject: str) -> bool:
        """Take a request from what this process holds; False if it holds none, and the bucket has to be asked (`spend`)."""
        held = self._held.get(subject)
        if held is None or not held.requests or self._clock() >= held.until:
            return False
        held.requests -= 1
        return True

    async def spend(self, subject: str) -> None:
        """Take a request out of a bucket. Raises TooManyRequests."""
        if self.spend_held(subject):
            return
        held = self._of(subject)
        async with held.turn:  # requests that waited here use the portion that the first one got
            if not self.spend_held(subject):
                await self._borrow(subject, held)

    async def _borrow(self, subject: str, held: _HeldRequests) -> None:
        began = self._clock()
        if began >= held.again:
            loan = await self._buckets.lend(subject, self._node, self._limit)
            if loan.requests:
                # The time runs from before the bucket was asked, so the portion ends here before the bucket counts it as ended.
                held.requests, held.until = loan.requests - 1, began + _HOLD
                return
            held.again = self._clock() + loan.wait / SECOND
        raise TooManyRequests(self._limit, held.again - self._clock())

    def _of(self, subject: str) -> _HeldRequests:
        now = self._clock()
        if now >= self._tidied + _HOLD:
            self._tidied = now
            self._held = {name: each for name, each in self._held.items() if each.turn.locked() or each.until > now}
        return self._held.setdefault(subject, _HeldRequests())


def subject_of(caller: Caller) -> str:
    """The key of a caller's bucket: its tenant and principal, so that a new secret or session gets no new bucket."""
    return f"{caller.tenant}/{caller.principal}"
