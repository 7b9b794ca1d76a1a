"""What search, usages and statistics ask of storage, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from facetstore.query.search_text import SearchText

MOST_HITS: Final = 2_000
"""Beyond these many hits only the best ones are counted and told."""
CONTENT: Final = "content"
"""The context in which a diagram uses what it shows."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is searched for, and where."""

    text: SearchText
    every_facet: tuple[str, ...]
    """All facets there are."""
    facets: tuple[str, ...] = ()
    """The facets to look in; none: all of them."""
    types: tuple[str, ...] = ()
    """The types to find; none: all of them."""
    most: int = MOST_HITS
    """How many hits are looked at: where there are more, the best ones."""


class Hits(NamedTuple):
    """What a search found."""

    elements: Sequence[str]
    """The elements of the page, best first."""
    facets: Mapping[str, int]
    """How many hits there are in each facet, of each type and in each state."""
    types: Mapping[str, int]
    states: Mapping[str, int]
    more: bool
    """There are more than were counted."""

    @property
    def total(self) -> int:
        return sum(self.facets.values())


class Usage(NamedTuple):
    """A context in which something refers to an element, and the reference to what does."""

    context: str
    reference: bytes


class Usages(NamedTuple):
    """A page of usages, and how many there are."""

    page: Sequence[Usage]
    total: int


class Count(NamedTuple):
    """How many elements have these values of the fields that were asked for."""

    values: tuple[str | None, ...]
    number: int


class FindingReader(Protocol):
    """Reads over all facets of one tenant for one audience."""

    async def search(self, sought: Sought, limit: int, offset: int) -> Hits:
        """Flow objects, which live inside diagrams, are not found."""
        ...

    async def usages(self, element: str, contexts: Sequence[str] | None, limit: int, offset: int) -> Usages:
        """Who refers to an element, by context, then name; None: in any context."""
        ...

    async def stats(self, by: Sequence[str], facets: Sequence[str] | None) -> Sequence[Count]:
        """How many elements there are for each combination of these fields; None: of all facets."""
        ...
