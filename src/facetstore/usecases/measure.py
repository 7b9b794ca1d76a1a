"""What the current request has cost: statements, counted where they run and read where the request is logged, and loops, which yield to
other requests between the parts of what a caller sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf
from time import perf_counter, thread_time
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

from facetstore.domain.budget import CHANGE_SECONDS, LOOP_SECONDS, READ_SECONDS, SLICE_SECONDS
from facetstore.domain.errors import TooCostly

T = TypeVar("T")


class StatementCount:
    """The number of statements of a request, and the time left for its long ones. Outside requests there is no time limit."""

    __slots__ = ("_spent", "number", "seconds")

    def __init__(self, seconds: float = inf) -> None:
        self.number = 0
        self.seconds = seconds
        self._spent = 0.0

    @property
    def left(self) -> float:
        return self.seconds - self._spent

    def spend(self, seconds: float) -> None:
        """Subtract the time of a long statement. Raises TooCostly if that was more than was left."""
        self._spent += seconds
        if self._spent > self.seconds:
            raise TooCostly

    def renew(self) -> None:
        """Give the next part of a streamed response the whole time."""
        self._spent = 0.0


_current: ContextVar[StatementCount] = ContextVar("statements", default=StatementCount())  # noqa: B039  # it has no limit
current_count: Final = _current.get
"""The count of the current request; outside requests, one without a limit."""


def start_counting(seconds: float = READ_SECONDS) -> StatementCount:
    """Start and return the count of a new request."""
    count = StatementCount(seconds)
    _current.set(count)
    return count


def allow_change() -> StatementCount:
    """Raise the time limit of the current request to that of a change; a higher limit stays. Returns the count of the request."""
    count = current_count()
    if count.seconds < CHANGE_SECONDS:
        count.seconds = CHANGE_SECONDS
    return count


class _Turns:
    """The long loops of an event loop that wait to go on. Each round of it lets one of them: what arrived meanwhile waits for one time
    slice, not for one of every loop."""

    def __init__(self) -> None:
        self._waiting = deque[asyncio.Future[None]]()
        self._is_releasing = False

    async def wait(self, loop: asyncio.AbstractEventLoop) -> None:
        waiter = loop.create_future()
        self._waiting.append(waiter)
        if not self._is_releasing:
            self._is_releasing = True
            loop.call_soon(self._release, loop)
        await waiter

    def _release(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            if not (waiter := self._waiting.popleft()).done():  # else its request was cancelled
                waiter.set_result(None)
                loop.call_soon(self._release, loop)
                return
        self._is_releasing = False


_turns: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, _Turns]] = WeakKeyDictionary()


@dataclass(slots=True)
class Pace:
    """Measures the time of one loop. Create it where the loop begins."""

    _began: float = field(default_factory=perf_counter)
    _worked: float = field(default_factory=thread_time)
    """When the slice began, by the processor: waiting for it, or for the database, is no work."""
    _spent: float = 0.0

    async def step(self) -> None:
        """Yield to other requests if a time slice is over. Raises TooCostly when a loop in a request took too long."""
        if perf_counter() - self._began < SLICE_SECONDS:
            return
        self._spent += thread_time() - self._worked
        if self._spent > LOOP_SECONDS and current_count().seconds != inf:
            raise TooCostly("This request takes too long. Send fewer elements at a time.")
        await take_turn()
        self._began, self._worked = perf_counter(), thread_time()


async def take_turn() -> None:
    """Let other requests go first, and other long loops."""
    loop = asyncio.get_running_loop()
    await _turns.setdefault(loop, _Turns()).wait(loop)


async def paced(items: Iterable[T]) -> list[T]:
    """The items of an iterable as a list; yields to other requests in between. Raises TooCostly, as `Pace` does."""
    pace, found = Pace(), list[T]()
    for each in items:
        found.append(each)
        await pace.step()
    return found
