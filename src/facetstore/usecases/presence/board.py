"""Who is where, as this process has read it last: one read a second for each tenant whose users follow it here, however many they are.

A window is present as long as its stream is open: the process that has the stream keeps its row. What is not kept ends by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import Final

from facetstore.usecases.ports.presence_store import PresenceStore, PresentWindow

LOOK_SECONDS: Final = 0.9
KEEP_SECONDS: Final = 10.0
GONE_SECONDS: Final = 30
"""After so many seconds without its stream, or another word from it, a window is no longer present."""


class _KnownTenant:
    """The windows of one tenant, by element."""

    __slots__ = ("at", "kept", "places", "read")

    def __init__(self) -> None:
        self.read = self.kept = 0.0
        self.places: dict[str, str] = {}
        self.at: dict[str, tuple[PresentWindow, ...]] = {}

    def put(self, found: Sequence[PresentWindow]) -> None:
        self.places = {each.holder: each.element for each in found}
        self.at = {}
        for each in found:
            self.at[each.element] = (*self.at.get(each.element, ()), each)


class Board:
    """The tenants in which windows of this process are open."""

    def __init__(self, store: Callable[[int], PresenceStore], clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._tenants: dict[int, _KnownTenant] = {}

    def place_of(self, tenant: int, holder: str) -> str | None:
        """The element at which a window is."""
        known = self._tenants.get(tenant)
        return known.places.get(holder) if known is not None else None

    def around(self, tenant: int, holder: str, person: str) -> tuple[PresentWindow, ...]:
        """The windows of other users at the element of a window."""
        known, place = self._tenants.get(tenant), self.place_of(tenant, holder)
        if known is None or place is None:
            return ()
        return tuple(each for each in known.at[place] if each.person != person)

    async def look(self, tenant: int, holders: Collection[str]) -> bool:
        """Read who is where if that was some time ago, and keep these windows present. Returns whether it was read."""
        if not holders:
            self._tenants.pop(tenant, None)
            return False
        known, now = self._tenants.setdefault(tenant, _KnownTenant()), self._clock()
        if now - known.read < LOOK_SECONDS:
            return False
        known.read = now
        store = self._store(tenant)
        if now - known.kept >= KEEP_SECONDS:
            known.kept = now
            await store.keep(holders, GONE_SECONDS)
        known.put(await store.all())
        return True

    def forget(self, tenants: Collection[int]) -> None:
        """Forget all tenants but these."""
        for each in self._tenants.keys() - set(tenants):
            del self._tenants[each]
