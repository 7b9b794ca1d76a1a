"""The port for preferences: what a page remembers for a user, or for all users of a tenant."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from facetstore.domain.preference_kinds import Preference, PreferenceKind


class Present(NamedTuple):
    """How many preferences of a kind an owner has, and the author and the value of the one with a certain key; None: there is none."""

    number: int
    author: str | None
    value: str | None
    is_newest: bool
    """Whether none of them was changed after the one with that key."""


class Preferences(Protocol):
    """The preferences of one tenant, to be read."""

    async def of(self, owner: str, kinds: Collection[PreferenceKind]) -> Sequence[Preference]:
        """Those of an owner and the shared ones, by kind, the last changed first."""
        ...

    async def keys(self, owner: str, kind: PreferenceKind) -> Sequence[str]:
        """The keys of a kind, in their order."""
        ...

    async def value(self, owner: str, kind: PreferenceKind, key: str) -> str | None: ...


class PreferenceChanges(Preferences, Protocol):
    """The preferences of one tenant, in an open transaction."""

    async def present(self, owner: str, kind: PreferenceKind, key: str) -> Present: ...

    async def put(self, preference: Preference) -> None:
        """Store a preference; one that exists keeps its author."""
        ...

    async def drop(self, owner: str, kind: PreferenceKind, key: str) -> None: ...

    async def drop_all(self, owner: str) -> None:
        """Delete all preferences of an owner."""
        ...

    async def trim(self, owner: str, kind: PreferenceKind, most: int) -> None:
        """Delete those that were changed longest ago, so that this many are left."""
        ...
