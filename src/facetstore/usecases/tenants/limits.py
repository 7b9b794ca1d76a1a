"""How often one who calls may call: what this process holds of his bucket, and where it gets more.

The bucket is shared by all processes of a service. Each takes requests out of it in portions, so most requests cost a look into
memory, and those that are refused no more.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from facetstore.domain.callers import Caller
from facetstore.domain.errors import TooManyRequests
from facetstore.domain.limits import HOLD, Bucket, Limit, Loan
from facetstore.domain.throttling import SECOND

_HOLD: Final = HOLD / SECOND


class Buckets(Protocol):
    """The buckets of all who call."""

    async def lend(self, subject: str, node: str, limit: Limit) -> Loan:
        """A portion for a process that has none left."""
        ...


class OwnBuckets:
    """The buckets of a process that serves alone."""

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
class _Held:
    """What this process holds for one who calls; times are seconds of a clock that nobody sets."""

    requests: int = 0
    until: float = 0.0
    again: float = 0.0
    """When there may be more, where there was nothing."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Limits:
    """Lets requests through, or not."""

    def __init__(self, buckets: Buckets, limit: Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self._buckets = buckets
        self._limit = limit
        self._clock = clock
        self._node = secrets.token_hex(8)
        self._held: dict[str, _Held] = {}
        self._tidied = clock()

    def spend_held(self, subject: str) -> bool:
        """Let a request through by what this process holds; False: it has to be asked for."""
        held = self._held.get(subject)
        if held is None or not held.requests or self._clock() >= held.until:
            return False
        held.requests -= 1
        return True

    async def spend(self, subject: str) -> None:
        """Let a request through. Raises TooManyRequests."""
        if self.spend_held(subject):
            return
        held = self._of(subject)
        async with held.turn:  # what one has asked for is there for all who waited
            if not self.spend_held(subject):
                await self._borrow(subject, held)

    async def _borrow(self, subject: str, held: _Held) -> None:
        began = self._clock()
        if began >= held.again:
            loan = await self._buckets.lend(subject, self._node, self._limit)
            if loan.requests:
                # Counted from before the bucket was asked: it never takes back what is still in use here.
                held.requests, held.until = loan.requests - 1, began + _HOLD
                return
            held.again = self._clock() + loan.wait / SECOND
        raise TooManyRequests(self._limit, held.again - self._clock())

    def _of(self, subject: str) -> _Held:
        now = self._clock()
        if now >= self._tidied + _HOLD:
            self._tidied = now
            self._held = {name: each for name, each in self._held.items() if each.turn.locked() or each.until > now}
        return self._held.setdefault(subject, _Held())


def subject_of(caller: Caller) -> str:
    """Whose bucket it is: that of the token or the person, so that a new secret or another session fills none."""
    return f"{caller.tenant}/{caller.principal}"
