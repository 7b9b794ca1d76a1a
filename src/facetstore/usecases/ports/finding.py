"""The port for search, usages and statistics: what they ask of storage, and what it returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from facetstore.query.search_text import SearchText
from facetstore.usecases.ports.rows import CardRow

MOST_HITS: Final = 500
"""If there are more hits than this, only the best ones are counted and returned."""
CONTENT: Final = "content"
"""The name of the context in which a diagram uses what it shows."""


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
    """How many hits are counted and ranked at most: if there are more, the best ones."""
    hidden_contexts: tuple[str, ...] = ()
    """Contexts that this caller does not see: references in them do not count as uses."""
    is_past: bool = False
    """Whether a moment is searched: then equally good hits are ordered by their names alone."""
    is_loose: bool = False
    """Whether these are parts of words, looked for because nothing has the words themselves."""
    names_first: bool = False
    """Whether texts may be left out if no name has the word: its stem is looked for then."""


class Hits(NamedTuple):
    """What a search found."""

    elements: Sequence[str]
    """The elements of the page, best first."""
    facets: Mapping[str, int]
    """How many hits there are in each facet, of each type and in each state."""
    types: Mapping[str, int]
    states: Mapping[str, int]
    more: bool
    """Whether there are more hits than were counted."""
    best: int | None
    """The rank of the best hit; None: there is none."""

    @property
    def total(self) -> int:
        return sum(self.facets.values())


NO_HITS: Final = Hits((), {}, {}, {}, more=False, best=None)


class Seen(NamedTuple):
    """A version that a search may show."""

    key: int
    element: str
    facet: str
    type: str
    state: str | None


class Usage(NamedTuple):
    """A context in which an element is used, and the reference to the element that uses it."""

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


class Among(NamedTuple):
    """The facets and types whose elements are counted; None: all of them."""

    facets: Sequence[str] | None = None
    types: Sequence[str] | None = None


class TargetCount(NamedTuple):
    """How many elements refer to a target in a context. `target` None: they refer to none. `type` and `attributes` None: the
    caller does not see the target."""

    target: str | None
    type: str | None
    attributes: bytes | None
    number: int


class CulturesCount(NamedTuple):
    """How many elements of a facet have a name, and all mandatory texts, in exactly these cultures; None: it depends on no
    culture."""

    facet: str
    named: frozenset[int] | None
    complete: frozenset[int] | None
    number: int


class FindingReader(Protocol):
    """Reads over all facets of one tenant for one audience."""

    async def search(self, sought: Sought, limit: int, offset: int) -> Hits:
        """The hits of a search. Flow objects, which are only in diagrams, are not found."""
        ...

    async def names_like(self, sought: Sought) -> Sequence[str]:
        """The words of the names that have, of each word of a search, one of its texts: at most as many names as it says."""
        ...

    async def called(self, most: int, but: Sequence[str] = ()) -> Sequence[tuple[int, str]]:
        """The versions that lists show, by their keys, with the words of their names: at most so many, and none of these types."""
        ...

    async def named_after(self, after: int, most: int, but: Sequence[str]) -> Sequence[CardRow]:
        """The versions that lists show, of higher keys than this, in their order: at most so many, and none of these types."""
        ...

    async def seen_among(self, keys: Sequence[int], sought: Sought) -> Sequence[Seen]:
        """Those of some versions that a search may show, in any order."""
        ...

    async def usages(self, element: str, contexts: Sequence[str] | None, limit: int, offset: int) -> Usages:
        """The elements that refer to an element or show it, by context, then name. `contexts` None: in any context."""
        ...

    async def stats(self, by: Sequence[str], among: Among) -> Sequence[Count]:
        """How many elements there are for each combination of these fields."""
        ...

    async def target_counts(self, context: str, among: Among) -> Sequence[TargetCount]:
        """How many elements refer to each target of a context, and how many to none."""
        ...

    async def release_counts(self, among: Among) -> Mapping[str, int]:
        """How many versions were released in each month (`2024-05`), including those that have expired since."""
        ...

    async def culture_counts(self, among: Among) -> Sequence[CulturesCount]:
        """How many elements have names and all mandatory texts in which cultures."""
        ...
