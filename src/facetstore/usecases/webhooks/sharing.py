"""What all webhooks of one process share: one look at the revisions of a tenant, and the pages that several of them read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from facetstore.usecases.feed.events import EventPage
from facetstore.usecases.ports.storage import Revisions

_MOST_PAGES: Final = 16
_PAGE_SECONDS: Final = 1.0
"""How long a page is kept: webhooks that are woken by the same change read within this time."""

Look = Callable[[int], Awaitable[Revisions | None]]
"""Reads the revisions of a tenant."""


class SharedReads:
    """What has been read for one webhook, and serves others as well."""

    def __init__(self, look: Look, seconds: float) -> None:
        """`seconds` between one look and the next."""
        self._look = look
        self._seconds = seconds
        self._looks: dict[int, asyncio.Task[Revisions | None]] = {}
        self._pages: dict[Hashable, asyncio.Task[EventPage]] = {}

    async def wait(self, tenant: int, known: Revisions, seconds: float) -> None:
        """Wait until a tenant has other revisions than these, or the time is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if tenant not in self._looks:
                self._looks[tenant] = asyncio.create_task(self._look_soon(tenant))
            # Shielded: if one of those who wait is cancelled, the others go on.
            if await asyncio.shield(self._looks[tenant]) != known:
                return

    async def page(self, key: Hashable, read: Callable[[], Awaitable[EventPage]]) -> EventPage:
        """A page of the feed, read once for all that ask for it by the same key. What may be in it must follow from the key."""
        page = self._pages.get(key)
        if page is None:
            self._pages[key] = page = asyncio.create_task(_read(read))
            asyncio.get_running_loop().call_later(_PAGE_SECONDS, self._pages.pop, key, None)
            if len(self._pages) > _MOST_PAGES:
                del self._pages[next(iter(self._pages))]
        return await asyncio.shield(page)

    def close(self) -> None:
        """Read nothing more."""
        for each in (*self._looks.values(), *self._pages.values()):
            each.cancel()

    async def _look_soon(self, tenant: int) -> Revisions | None:
        try:
            await asyncio.sleep(self._seconds)
            return await self._look(tenant)
        finally:
            del self._looks[tenant]


async def _read(read: Callable[[], Awaitable[EventPage]]) -> EventPage:
    return await read()
