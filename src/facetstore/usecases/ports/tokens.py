"""What tokens need from storage beside their elements: which have a secret, and how often they were used."""

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
    """The tokens of one tenant. Secrets are given and taken in a transaction of the tenant (`Writer.set_token`)."""

    async def with_secret(self) -> frozenset[str]:
        """The elements that stand behind a secret."""
        ...

    async def count(self, uses: Sequence[Used]) -> None:
        """Add to what was counted. A tenant that is gone counts nothing."""
        ...
