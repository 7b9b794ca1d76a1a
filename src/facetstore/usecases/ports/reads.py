"""What the use cases need from storage to read: a *selection* says which versions, for which audience, and the *parts* what of each
(`selections.py`)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from facetstore.query.filter_tree import Tree
from facetstore.usecases.ports.finding import FindingReader
from facetstore.usecases.ports.selections import (
    WHOLE_LIST,
    ById,
    Counts,
    ElementRow,
    ListedSelection,
    Listing,
    NamedRow,
    Narrowing,
    PagedSelection,
    Parts,
    Selection,
    Slice,
    Surroundings,
)


class Finder(Protocol):
    """Tells which elements lists hold, for one audience. Everything inside `snapshot` sees one state of the data."""

    def snapshot(self) -> AbstractAsyncContextManager[None]: ...

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
    ) -> Listing:
        """The ids of the elements of a list, and the revision at which the list holds them."""
        ...

    async def counts(
        self, selection: PagedSelection, narrowing: Narrowing = WHOLE_LIST, by: Sequence[str] = ()
    ) -> Counts:
        """How many elements a list has, also for each type, state, or target of a related context."""
        ...

    async def matching(self, elements: Sequence[str], tree: Tree) -> frozenset[str]:
        """Those of some elements that fit a filter."""
        ...


class NamingReader(Finder, Protocol):
    """Reads of what an audience sees by its name at least: identity, name, and where it stands in lists; nothing else.

    What is narrowed, matched or counted here must be so by names, types and states alone (`Narrowing.by_name`)."""

    async def name(self, selection: ById) -> NamedRow | None: ...

    async def names(self, selection: Selection) -> Sequence[NamedRow]: ...


class Reader(Finder, FindingReader, Protocol):
    """Reads of what an audience may open. What that refers to may be something that it only sees."""

    @property
    def has_counts(self) -> bool:
        """Whether anything was read that changes without the tenant being changed."""
        ...

    def naming(self) -> NamingReader:
        """Reads of what may be named, of one state of the data together with these."""
        ...

    async def element(self, selection: ById, parts: Parts) -> ElementRow | None: ...

    async def elements(
        self, selection: Selection, parts: Parts, slice_: Slice | None = None
    ) -> Sequence[ElementRow]: ...

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
        by: Sequence[str] | None = None,
    ) -> Listing:
        """The same; with `by` also how many elements there are, for each type, state, or target of a related context."""
        ...

    def stream(self, selection: Selection, parts: Parts, size: int) -> AsyncIterator[Sequence[ElementRow]]:
        """All rows of a selection in one statement, handed over in chunks."""
        ...

    async def cards(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[bytes]:
        """The same elements as lists show them, whole but for the marks; `parts` must be those of a card."""
        ...

    async def surroundings(self, element: str, hidden_contexts: Collection[str] = ()) -> Surroundings:
        """Where an element stands; who refers to it in some contexts does not count."""
        ...
