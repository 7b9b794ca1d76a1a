"""The port for presence: which users have which elements open. Nothing of it is content, and all of it ends by itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol


class PresentWindow(NamedTuple):
    """A window in which a user has an element open."""

    holder: str
    """The user and the window."""
    person: str
    element: str
    shape: str
    """Of the diagram of the element; empty: none."""
    editing: int
    """1: there are changes that are not saved."""


class PresenceStore(Protocol):
    """Who is where in one tenant."""

    async def put(self, present: PresentWindow, seconds: int) -> None:
        """Store where a window is, for so many seconds. It is not stored where there are too many others already."""
        ...

    async def leave(self, holder: str) -> None: ...

    async def keep(self, holders: Collection[str], seconds: int) -> None:
        """Store what is known of these windows for so many seconds from now."""
        ...

    async def all(self) -> Sequence[PresentWindow]:
        """Everyone whose time is not over."""
        ...
