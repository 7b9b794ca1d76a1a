"""Lists of elements: which elements a view holds, which part of them is requested, and how they are read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from facetstore.domain.errors import NotFound
from facetstore.metamodel.model import Facet, View
from facetstore.query.options import ReadOptions, canonical_names
from facetstore.usecases.ports.rows import Counts, Listing, NamedRow
from facetstore.usecases.ports.selections import (
    LastReleasedOf,
    ListOf,
    Narrowing,
    OrphansOf,
    PagedSelection,
    RootsOf,
    Slice,
    TheseElements,
    TheseReleased,
)
from facetstore.usecases.reading.accessing import access_view
from facetstore.usecases.reading.element_reads import read_shown
from facetstore.usecases.reading.narrowing import narrow, write_cursor
from facetstore.usecases.reading.presentation import Elements, Presentation, Shown, present
from facetstore.usecases.tenancy import Reading

WHOLE: Final = 2000
"""Unpaged lists up to this length are one response with an ETag; longer ones are streamed."""
_EVERYTHING: Final = 1 << 40
_NAMING: Final = ("type", "state")
_COUNTED: Final = (*_NAMING, "stereotype")
CHUNK: Final = 150
"""How many elements of a streamed list are read and sent at a time."""


@dataclass(frozen=True, slots=True)
class ElementList:
    """A list before it is read: which elements, how they are shown, and which part of them."""

    facet: str
    selection: PagedSelection
    presentation: Presentation
    options: ReadOptions
    narrowing: Narrowing
    whole: bool = False
    """Read at once, however long it is."""

    @property
    def slice(self) -> Slice:
        """The part to read and one element more, which shows whether the list goes on."""
        page = self.options.page
        if page is None:
            return Slice(self.size + 1)
        return Slice(page.size + 1, (page.number - 1) * page.size, page.selection_key, page.size)

    def check(self, listing: Listing) -> None:
        """Raise NotFound if the element that the page should hold is not in the list."""
        if self.slice.around is not None and not listing.elements:
            raise NotFound("The list has no element with the id given as $pageSelectionKey.")

    @property
    def size(self) -> int:
        """How many elements are read at once. An unpaged list that expands something is read as a whole, so that the number of
        statements does not grow with its length."""
        if self.options.page is not None:
            return self.options.page.size
        together = self.whole or self.presentation.expand or "stereotype" in self.presentation.resources
        return _EVERYTHING if together else WHOLE

    @property
    def is_plain(self) -> bool:
        """Whether the list can be assembled from its ids: no counts, and each element in the version that its id selects.

        A list of the last released elements shows the released version, though there may be a newer draft.
        """
        counted = self.options.count or self.options.facet_counts
        return not counted and not isinstance(self.selection, LastReleasedOf)

    def these(self, listing: Listing) -> TheseElements | TheseReleased:
        """The elements of a listing that are shown."""
        return _these(self.selection, listing.elements[: self.size])

    def next_cursor(self, listing: Listing) -> str | None:
        """The cursor of the next page; None after the last page and for unpaged lists."""
        if self.options.page is None or len(listing.elements) <= self.size:
            return None
        return write_cursor(self.facet, self.selection, self.options, listing.places[self.size - 1])


def plan_list(reading: Reading, facet_name: str, view_name: str, options: ReadOptions) -> ElementList:
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = present(reading.metamodel, facet, view, options)
    selection = select_elements(reading, facet, view)
    return ElementList(facet.name, selection, presentation, options, narrow(reading, facet.name, selection, options))


async def list_elements(reading: Reading, wanted: ElementList) -> Elements:
    """The elements of a list, with all that was requested beside them. Raises NotFound, UnknownName."""
    async with reading.opened.snapshot():
        listing = await read_listing(reading, wanted, _counted(reading, wanted))
        if len(listing.elements) > wanted.size and wanted.options.page is None:
            return Elements((), wanted.presentation, rest=await _stream(reading, wanted), counts=listing.counts)
        found = await _shown(reading, wanted, listing)
    return replace(found, counts=listing.counts, next_cursor=wanted.next_cursor(listing))


async def read_listing(reading: Reading, wanted: ElementList, by: Sequence[str] | None = None) -> Listing:
    """The ids of the elements of a list; with `by`, also their counts by these fields. Raises NotFound."""
    paged = wanted.options.page is not None
    find = (wanted.selection, wanted.slice, wanted.narrowing)
    if reading.opens_all or not wanted.narrowing.by_name:
        listing = await reading.opened.lists.listing(*find, places=paged, by=by)
    else:
        listing = await reading.names.lists.listing(*find, places=paged)
        listing = listing._replace(counts=await _counts(reading, wanted, by) if by is not None else None)
    wanted.check(listing)
    return listing


async def _counts(reading: Reading, wanted: ElementList, by: Sequence[str]) -> Counts:
    """The counts of a list of which the caller may see some elements only by name.

    These elements count in the total, and by type and state. By other fields only elements that may be opened count.
    """
    whole = (wanted.selection, wanted.narrowing)
    named = await reading.names.lists.counts(*whole, [each for each in by if each in _NAMING])
    opened = await reading.opened.lists.counts(*whole, [each for each in by if each not in _NAMING])
    found = {**named.by, **opened.by}
    return Counts(named.total, {each: found[each] for each in by})


async def _shown(reading: Reading, wanted: ElementList, listing: Listing) -> Elements:
    return await read_shown(reading, wanted.these(listing), wanted.presentation)


def _these(selection: PagedSelection, elements: Sequence[str]) -> TheseElements | TheseReleased:
    these = TheseReleased if isinstance(selection, LastReleasedOf) else TheseElements
    return these(tuple(elements))


async def _stream(reading: Reading, wanted: ElementList) -> AsyncIterator[Elements]:
    """A list that is too long for memory: its ids are read first, then its elements in chunks while they are sent."""
    listing = await reading.finder(wanted.narrowing).listing(wanted.selection, None, wanted.narrowing)
    these, presentation = _these(wanted.selection, listing.elements), wanted.presentation
    named = await _only_named(reading, wanted, listing)

    async def chunks() -> AsyncIterator[Elements]:
        waiting = [named[id_] for id_ in listing.elements if id_ in named]
        places = {id_: place for place, id_ in enumerate(listing.elements)} if waiting else {}
        async for chunk in reading.opened.stream(these, presentation.parts, CHUNK):
            due = [each for each in waiting if places[each.element] < places[chunk[-1].element]]
            del waiting[: len(due)]
            both: list[Shown] = [*due, *chunk]
            both.sort(key=lambda each: places[each.element] if due else 0)
            yield Elements(chunk, presentation, mixed=both if due else None)
        if waiting:
            yield Elements((), presentation, mixed=waiting)

    return chunks()


async def _only_named(reading: Reading, wanted: ElementList, listing: Listing) -> Mapping[str, NamedRow]:
    """The elements of a list that the caller may see only by name, by id."""
    if reading.opens_all or not wanted.narrowing.by_name:
        return {}
    opened = await reading.opened.lists.listing(wanted.selection, None, wanted.narrowing)
    closed = [*{*listing.elements} - {*opened.elements}]
    return {row.element: row for row in await reading.names.names(_these(wanted.selection, closed))}


def _counted(reading: Reading, wanted: ElementList) -> tuple[str, ...] | None:
    """The fields by which the elements of a list are counted; None: they are not counted. Raises UnknownName."""
    options = wanted.options
    contexts = reading.metamodel.context_names[wanted.facet]
    by = canonical_names("$facetCounts", options.facet_counts, (*_COUNTED, *contexts))
    return by if by or options.count else None


def select_elements(reading: Reading, facet: Facet, view: View) -> PagedSelection:
    """The selection of the elements in a view (D3.2)."""
    types = reading.metamodel.types_of(facet.name)
    match view.selects:
        case "roots":
            return RootsOf(facet.name, tuple(each.key for each in types if each.root))
        case "orphaned":
            return OrphansOf(facet.name, tuple(each.key for each in types if not each.root and not each.flow))
        case "lastReleased":
            return LastReleasedOf(facet.name)
        case _:
            return ListOf(facet.name)
