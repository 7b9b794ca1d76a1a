"""Wakes those who wait for the next change of a tenant.

One task for each process looks at the revisions of the tenants that something waits for, five times a second, however many wait. Nothing is sent by
writes: they pay nothing, and a change on any node, by any worker or command is noticed alike.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from facetstore.domain.errors import Failure, Unavailable
from facetstore.usecases.feed.feed_news import RecentNews
from facetstore.usecases.ports.presence_store import PresentWindow
from facetstore.usecases.ports.storage import Revisions
from facetstore.usecases.presence.board import Board

LOOK_SECONDS: Final = 0.2
MOST_STREAMS: Final = 400
"""Streams of one process: half of its connections."""
MOST_OF_PRINCIPAL: Final = 16
"""Streams of one person or token in one process."""
MOST_AT_WORK: Final = 4
"""Streams that read events at the same time; the others wait for their turn."""

Look = Callable[[int], Awaitable[Revisions | None]]


class Listener:
    """One open stream. `wait` is called by one task at a time."""

    __slots__ = ("_streams", "_waiter", "holder", "is_ended", "known", "met", "principal", "tenant")

    def __init__(self, streams: Streams, tenant: int, principal: str, holder: str | None) -> None:
        self._streams = streams
        self.tenant = tenant
        self.principal = principal
        self.holder = holder
        """The window that the stream is for, if it says who else is where that is."""
        self.met: tuple[PresentWindow, ...] = ()
        """The windows of others there, as they were sent."""
        self.known: Revisions | None = None
        self.is_ended = False
        self._waiter: asyncio.Future[None] | None = None

    async def wait(self, known: Revisions, seconds: float) -> bool:
        """Wait until the tenant has other revisions than these, others come or go, the stream ends, or the time is over.

        Returns whether it ended."""
        loop = asyncio.get_running_loop()
        self.known, self._waiter = known, loop.create_future()
        timer = loop.call_later(seconds, self.wake)
        self._streams.add_waiting(self)
        try:
            if not self.is_ended:
                await self._waiter
        finally:
            timer.cancel()
            self._streams.drop_waiting(self)
            self._waiter = None
        return self.is_ended

    def around(self) -> tuple[PresentWindow, ...]:
        """The windows of others where the window of this stream is."""
        if self.holder is None:
            return ()
        return self._streams.board.around(self.tenant, self.holder, self.principal)

    @property
    def place(self) -> str | None:
        """The element at which the window of this stream is."""
        return None if self.holder is None else self._streams.board.place_of(self.tenant, self.holder)

    def wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def end(self) -> None:
        """End the stream as soon as it waits."""
        self.is_ended = True
        self.wake()

    def leave(self) -> None:
        """Count the stream no longer. Once it is over, this must be called."""
        self.end()
        self._streams.leave(self)


class Streams:
    """The open streams of a process."""

    def __init__(self, look: Look, board: Board) -> None:
        self._look = look
        self.board = board
        self._open: set[Listener] = set()
        self._of: Counter[tuple[int, str]] = Counter()
        self._waiting: dict[int, set[Listener]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._is_closed = False
        self.work = asyncio.Semaphore(MOST_AT_WORK)
        """Held while a stream reads events."""
        self.news = RecentNews()

    def enter(self, tenant: int, principal: str, holder: str | None = None) -> Listener:
        """Count a new stream, which may be for a window. Raises Unavailable beyond the limits, and while the service shuts down."""
        key = tenant, principal
        if self._of[key] >= MOST_OF_PRINCIPAL:
            raise Unavailable(f"You have {MOST_OF_PRINCIPAL} streams open already. Close one, or read pages by cursor.")
        if self._is_closed or len(self._open) >= MOST_STREAMS:
            raise Unavailable("No more streams can be opened now. Read pages by cursor, or try again later.")
        listener = Listener(self, tenant, principal, holder)
        self._open.add(listener)
        self._of[key] += 1
        return listener

    def leave(self, listener: Listener) -> None:
        if listener in self._open:
            self._open.discard(listener)
            key = listener.tenant, listener.principal
            self._of[key] -= 1
            if not self._of[key]:
                del self._of[key]

    def __len__(self) -> int:
        return len(self._open)

    def close(self) -> None:
        """End all streams, and allow no more."""
        self._is_closed = True
        for each in [*self._open]:
            each.end()

    def add_waiting(self, listener: Listener) -> None:
        self._waiting.setdefault(listener.tenant, set()).add(listener)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._keep_looking())

    def drop_waiting(self, listener: Listener) -> None:
        waiting = self._waiting.get(listener.tenant, set())
        waiting.discard(listener)
        if not waiting:
            self._waiting.pop(listener.tenant, None)

    async def _keep_looking(self) -> None:
        while self._waiting:
            await asyncio.sleep(LOOK_SECONDS)
            for tenant in [*self._waiting]:
                await self._look_at(tenant)
                await self._look_around(tenant)
            self.board.forget({each.tenant for each in self._open})

    async def _look_at(self, tenant: int) -> None:
        try:
            now = await self._look(tenant)
        except Failure:  # the streams ask themselves, and end if the database does not answer
            now = None
        for each in [*self._waiting.get(tenant, ())]:
            if each.known != now:
                each.wake()

    async def _look_around(self, tenant: int) -> None:
        """Wake the streams for windows where others have come or gone, or begun to change something."""
        holders = {each.holder for each in self._open if each.tenant == tenant and each.holder is not None}
        try:
            is_read = await self.board.look(tenant, holders)
        except Failure:  # it is read again in a moment
            return
        for each in [*self._waiting.get(tenant, ())] if is_read else ():
            if each.place is not None and each.around() != each.met:
                each.wake()
