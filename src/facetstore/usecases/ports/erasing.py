"""The port for erasing a person from one tenant, in an open transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from facetstore.domain.element import Version
from facetstore.domain.personal_words import PersonalWords


class Erasure(NamedTuple):
    """Whom to erase, and what is personal."""

    element: str
    """The user, who may be deleted already."""
    pseudonym: str
    personal: frozenset[str]
    """The attributes of the user that hold personal data."""
    named: frozenset[str]
    """Those of them that get the pseudonym; the others are removed."""
    words: PersonalWords
    """What is replaced in the texts of elements."""
    records: PersonalWords
    """What is replaced in reasons, messages, the audit and the like."""


class Erased(NamedTuple):
    """How much was erased."""

    changes: int
    """Rows of the history."""
    elements: int
    """Other elements whose texts named the person."""
    records: int
    """Tasks, preferences, deletions and rows of the audit."""
    files: int


class Erasing(Protocol):
    """Erases persons from one tenant."""

    async def erased(self, element: str) -> str | None:
        """The pseudonym of a person who was erased before."""
        ...

    async def states(self, element: str) -> Sequence[Version]:
        """A user in every state that the history knows."""
        ...

    async def erase(self, erasure: Erasure) -> Erased:
        """Replace all personal data of a person. The account must be dropped already."""
        ...
