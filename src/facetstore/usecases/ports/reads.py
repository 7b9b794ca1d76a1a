"""What the use cases need from storage to read: a *selection* says which versions, for which audience, and the *parts* what of each
(`selections.py`)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from facetstore.query.filter_tree import Tree
from facetstore.usecases.ports.finding import FindingReader
from facetstore.usecases.ports.rows import Counts, ElementRow, FlowRow, Listing, NamedRow, Surroundings
from facetstore.usecases.ports.selections import (
    WHOLE_LIST,
    ById,
    ListedSelection,
    Narrowing,
    PagedSelection,
    Parts,
    Selection,
    Slice,
)
from facetstore.usecases.ports.translation_reads import TranslationReader


class Finder(Protocol):
    """Finds the elements of lists for one audience."""

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
    ) -> Listing:
        """The ids of the elements of a list, and the revision at which they were read."""
        ...

    async def counts(
        self, selection: PagedSelection, narrowing: Narrowing = WHOLE_LIST, by: Sequence[str] = ()
    ) -> Counts:
        """How many elements a list has, also for each type, state, stereotype, or target of a related context."""
        ...

    async def matching(self, elements: Sequence[str], tree: Tree) -> frozenset[str]:
        """Those of these elements that match a filter."""
        ...


class CountingFinder(Finder, Protocol):
    """Finds the elements of lists that an audience may open."""

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
        by: Sequence[str] | None = None,
    ) -> Listing:
        """Like that of `Finder`; with `by` also the counts of the list, as `counts` returns them."""
        ...


class NamingReader(Protocol):
    """Reads of what an audience sees at least by name: identity, name and place in lists, and nothing else.

    Filters, orders and counts must use only name, ids, facet, type and state of an element (`Narrowing.by_name`)."""

    @property
    def lists(self) -> Finder: ...

    async def name(self, selection: ById) -> NamedRow | None: ...

    async def names(self, selection: Selection) -> Sequence[NamedRow]: ...

    async def unreleased_flow(self, diagram: int) -> Sequence[FlowRow]:
        """The connections from and to the shapes of a diagram, by its key, that only the state of their elements hides: permissions
        would let this audience see them. For an audience that sees drafts there are none."""
        ...


class Reader(FindingReader, Protocol):
    """Reads of what an audience may open. References may lead to elements that it only sees by name."""

    @property
    def lists(self) -> CountingFinder: ...

    @property
    def translations(self) -> TranslationReader:
        """Reads about translations, in the same snapshot."""
        ...

    def snapshot(self) -> AbstractAsyncContextManager[None]:
        """All reads inside it see one state of the data."""
        ...

    @property
    def has_counts(self) -> bool:
        """Whether `element` or `elements` read counts, such as of sign-ins, which change without a new revision."""
        ...

    def naming(self) -> NamingReader:
        """A reader of what may be named. Inside a snapshot of either reader, both read the same state of the data."""
        ...

    async def element(self, selection: ById, parts: Parts) -> ElementRow | None: ...

    async def elements(
        self, selection: Selection, parts: Parts, slice_: Slice | None = None
    ) -> Sequence[ElementRow]: ...

    def stream(self, selection: Selection, parts: Parts, size: int) -> AsyncIterator[Sequence[ElementRow]]:
        """All rows of a selection, read by one statement and returned in chunks."""
        ...

    async def cards(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[bytes]:
        """The elements as lists show them: complete JSON, except for the marks. `parts` must fit a card (`Parts.is_card`)."""
        ...

    async def surroundings(self, element: str, hidden_contexts: Collection[str] = ()) -> Surroundings:
        """The surroundings of an element; references to it in `hidden_contexts` do not count."""
        ...
