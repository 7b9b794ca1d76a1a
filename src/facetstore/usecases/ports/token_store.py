"""The port for what is stored of tokens besides their elements: which have a secret, and how often they were used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Used(NamedTuple):
    """How often a token or a host was used; times are local to the tenant."""

    element: str
    first_on: str
    last_on: str
    number: int


class Tokens(Protocol):
    """The tokens of one tenant. Secrets are set and deleted in a transaction of the tenant (`AccountChanges`)."""

    async def with_secret(self) -> frozenset[str]:
        """The ids of the elements that have a secret."""
        ...

    async def count(self, uses: Sequence[Used]) -> None:
        """Add to the stored counts. Nothing is stored for a tenant that was purged."""
        ...
