"""The port for pictures of users."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from facetstore.domain.pictures import Picture


class Pictures(Protocol):
    """The pictures of one tenant, to be read."""

    async def of(self, element: str) -> Picture | None: ...

    async def hashes(self) -> Mapping[str, str]:
        """The hash of every picture, by user."""
        ...


class PictureChanges(Pictures, Protocol):
    """The pictures of one tenant, in an open transaction."""

    async def put(self, picture: Picture) -> None:
        """Store the picture of a user, in place of another one."""
        ...

    async def drop(self, element: str) -> bool:
        """Delete the picture of a user. False if there was none."""
        ...
