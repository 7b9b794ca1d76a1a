"""Reading elements: the list, one element, its attributes, related contexts, children, content and versions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from facetstore.domain.callers import Caller
from facetstore.domain.errors import Forbidden, NotFound, UnknownName
from facetstore.domain.values import equality_key, parse_guid
from facetstore.metamodel.model import Facet, View
from facetstore.query.options import ReadOptions, canonical_names
from facetstore.usecases.ports.selections import (
    ById,
    Children,
    ChildrenOf,
    ContentOf,
    Counts,
    ElementRow,
    LastReleasedOf,
    Listing,
    ListOf,
    Narrowing,
    OrphansOf,
    PagedSelection,
    Parts,
    RootsOf,
    Slice,
    StereotypesOf,
    TargetsOf,
    TheseElements,
    TheseReleased,
    VersionsOf,
)
from facetstore.usecases.reading.catalog import access_view
from facetstore.usecases.reading.entries import (
    fitting_attributes,
    fitting_members,
    fitting_references,
    fitting_versions,
)
from facetstore.usecases.reading.narrowing import narrow, write_cursor
from facetstore.usecases.reading.presentation import Presentation, present
from facetstore.usecases.tenancy import Reading

WHOLE: Final = 2000
"""Unpaged lists up to this length are answered as a whole, with an ETag; longer ones are streamed."""
_EVERYTHING: Final = 1 << 40
_COUNTED: Final = ("type", "state", "stereotype")
CHUNK: Final = 500
"""How many elements of a streamed list are read and sent at a time."""

Expanded = Mapping[tuple[int, str], Sequence[ElementRow]]
"""The targets of expanded contexts, by key of the referring version and context."""


@dataclass(frozen=True, slots=True)
class Elements:
    """Elements to show, how to show them, and what was read beside them."""

    rows: Sequence[ElementRow]
    """The elements, unless `cards` holds them."""
    presentation: Presentation
    expanded: Expanded = field(default_factory=dict)
    stereotypes: Mapping[str, ElementRow] = field(default_factory=dict)
    rest: AsyncIterator[Elements] | None = None
    """The elements in chunks, where they are too many to be held."""
    container: ElementRow | None = None
    """Whose content this is."""
    cards: Sequence[bytes] = ()
    counts: Counts | None = None
    """How many elements the whole list has, where that was asked for."""
    next_cursor: str | None = None

    @property
    def count(self) -> int:
        return len(self.rows) or len(self.cards)


@dataclass(frozen=True, slots=True)
class ElementList:
    """A list before it is read: which elements, how they are shown, which part."""

    facet: str
    selection: PagedSelection
    presentation: Presentation
    options: ReadOptions
    narrowing: Narrowing
    whole: bool = False
    """Answered at once, however long it is."""

    @property
    def slice(self) -> Slice:
        """The part to read, and one more: it tells whether there are more."""
        page = self.options.page
        if page is None:
            return Slice(self.size + 1)
        return Slice(page.size + 1, (page.number - 1) * page.size, page.selection_key, page.size)

    def check(self, listing: Listing) -> None:
        """Raise NotFound when the element that the page should hold is not in the list."""
        if self.slice.around is not None and not listing.elements:
            raise NotFound("The list holds no element of the id given as $pageSelectionKey.")

    @property
    def size(self) -> int:
        """How many elements are answered at once. What a list expands is read for all of it together, so that the number of
        statements does not grow with it: such a list is answered as a whole."""
        if self.options.page is not None:
            return self.options.page.size
        together = self.whole or self.presentation.expand or "stereotype" in self.presentation.resources
        return _EVERYTHING if together else WHOLE

    @property
    def is_plain(self) -> bool:
        """Whether it takes no more than knowing its elements, each shown as its id alone would show it: the last released may
        have a newer draft."""
        counted = self.options.count or self.options.facet_counts
        return not counted and not isinstance(self.selection, LastReleasedOf)

    def these(self, listing: Listing) -> TheseElements | TheseReleased:
        """The elements of a listing that are shown."""
        return _these(self.selection, listing.elements[: self.size])

    def next_cursor(self, listing: Listing) -> str | None:
        """How to go on behind a page that is not the last one."""
        if self.options.page is None or len(listing.elements) <= self.size:
            return None
        return write_cursor(self.facet, self.selection, self.options, listing.places[self.size - 1])


def plan_list(reading: Reading, facet_name: str, view_name: str, options: ReadOptions) -> ElementList:
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = present(reading.metamodel, facet, view, options)
    selection = select_elements(reading, facet, view)
    return ElementList(facet.name, selection, presentation, options, narrow(reading, facet.name, selection, options))


async def list_elements(reading: Reading, wanted: ElementList) -> Elements:
    """The elements of a list, with all that was asked for beside them."""
    async with reading.reader.snapshot():
        listing = await read_listing(reading, wanted, _counted(reading, wanted))
        if len(listing.elements) > wanted.size and wanted.options.page is None:
            return Elements((), wanted.presentation, rest=await _stream(reading, wanted), counts=listing.counts)
        found = await _shown(reading, wanted, listing)
    return replace(found, counts=listing.counts, next_cursor=wanted.next_cursor(listing))


async def read_listing(reading: Reading, wanted: ElementList, by: Sequence[str] | None = None) -> Listing:
    """Which elements there are, counted by some fields."""
    paged = wanted.options.page is not None
    reader = reading.finder(wanted.narrowing)
    listing = await reader.listing(wanted.selection, wanted.slice, wanted.narrowing, places=paged, by=by)
    wanted.check(listing)
    return listing


async def _shown(reading: Reading, wanted: ElementList, listing: Listing) -> Elements:
    these, presentation = wanted.these(listing), wanted.presentation
    if presentation.shows_cards and reading.opens_all:
        return Elements((), presentation, cards=await reading.reader.cards(these, presentation.parts))
    return await complete(reading, await reading.reader.elements(these, presentation.parts), presentation)


def _these(selection: PagedSelection, elements: Sequence[str]) -> TheseElements | TheseReleased:
    these = TheseReleased if isinstance(selection, LastReleasedOf) else TheseElements
    return these(tuple(elements))


async def _stream(reading: Reading, wanted: ElementList) -> AsyncIterator[Elements]:
    """A list too long to be held: one statement, read as it is sent. What is expanded is read for each chunk."""
    listing = await reading.finder(wanted.narrowing).listing(wanted.selection, None, wanted.narrowing)
    these, presentation = _these(wanted.selection, listing.elements), wanted.presentation

    async def chunks() -> AsyncIterator[Elements]:
        async for chunk in reading.reader.stream(these, presentation.parts, CHUNK):
            yield Elements(chunk, presentation)

    return chunks()


def _counted(reading: Reading, wanted: ElementList) -> tuple[str, ...] | None:
    """By what the elements of a list are counted; None: they are not."""
    options = wanted.options
    contexts = reading.metamodel.context_names(wanted.facet)
    by = canonical_names("$facetCounts", options.facet_counts, (*_COUNTED, *contexts))
    return by if by or options.count else None


def select_elements(reading: Reading, facet: Facet, view: View) -> PagedSelection:
    """Which elements the list of a view holds (decision 3)."""
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


async def complete(
    reading: Reading,
    rows: Sequence[ElementRow],
    presentation: Presentation,
) -> Elements:
    """The rows with what was asked for beside them: targets of expanded contexts, stereotypes."""
    return Elements(
        rows,
        presentation,
        await _expand(reading, rows, presentation),
        await _stereotypes(reading, rows) if "stereotype" in presentation.resources else {},
    )


async def _expand(reading: Reading, rows: Sequence[ElementRow], presentation: Presentation) -> Expanded:
    if not presentation.expand or not rows:
        return {}
    selection = TargetsOf(tuple(row.key for row in rows), presentation.expand)
    found: dict[tuple[int, str], list[ElementRow]] = {}
    for target in await reading.opened.elements(selection, Parts(attributes=True, contexts=None, reference=True)):
        assert isinstance(target.group, int)
        assert target.label is not None
        found.setdefault((target.group, target.label), []).append(target)
    return found


async def _stereotypes(reading: Reading, rows: Sequence[ElementRow]) -> Mapping[str, ElementRow]:
    names = tuple({row.stereotype for row in rows if row.stereotype})
    if not names:
        return {}
    found = await reading.reader.elements(StereotypesOf(names), Parts(reference=True))
    return {row.label: row for row in found if row.label is not None}


def stereotype_of(elements: Elements, row: ElementRow) -> ElementRow | None:
    """The stereotype element of a row, where there is one."""
    return elements.stereotypes.get(equality_key(row.stereotype)) if row.stereotype else None


async def access_element(reading: Reading, facet: Facet, element_id: str, parts: Parts) -> ElementRow:
    """The one way from an id in a path to an element: unknown, foreign and invisible are the same NotFound."""
    guid = parse_guid(element_id)
    row = await reading.reader.element(ById(guid, facet.name), parts) if guid is not None else None
    if row is None:
        raise NotFound("There is no such element.")
    check_open(reading.caller, row.zone, row.facet)
    return row


def check_open(caller: Caller, zone: int, facet: str) -> None:
    """Raise Forbidden where a caller sees no more of an element than its name, type and state."""
    if not caller.audience.opens(zone, facet):
        raise Forbidden("You may not open this element.")


async def get_element(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions
) -> Elements:
    """An element; a filter narrows its children and its content."""
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = present(reading.metamodel, facet, view, options)
    if not presentation.expand and "stereotype" not in presentation.resources and options.filter is None:
        return Elements((await access_element(reading, facet, element_id, presentation.parts),), presentation)
    async with reading.reader.snapshot():
        row = await access_element(reading, facet, element_id, presentation.parts)
        row = await fitting_members(reading, row, options)
        return await complete(reading, (row,), presentation)


OF_CHILDREN: Final = ReadOptions(resources=frozenset({"attributes", "related", "displayNames"}))
"""What is shown of children unless the caller says what to show."""


async def plan_children(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions = OF_CHILDREN
) -> tuple[Children, Presentation]:
    """Which elements the children of one are, and how they are shown."""
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = present(reading.metamodel, facet, view, options)
    parent = await access_element(reading, facet, element_id, Parts())
    return Children(parent.element), presentation


async def list_children(reading: Reading, children: Children, presentation: Presentation) -> Elements:
    if presentation.shows_cards and reading.opens_all:
        return Elements((), presentation, cards=await reading.reader.cards(children, presentation.parts))
    return await complete(reading, await reading.reader.elements(children, presentation.parts), presentation)


async def list_content(reading: Reading, facet_name: str, view_name: str, element_id: str) -> Elements:
    """The shapes of a diagram; where the diagram shows the children, those."""
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = _content_presentation(facet, view, reading.metamodel.hidden)
    async with reading.reader.snapshot():
        container = await access_element(reading, facet, element_id, Parts())
        if reading.metamodel.types[container.type].content_is_children:
            rows = await reading.reader.elements(ChildrenOf((container.element,)), presentation.parts)
        else:
            rows = await reading.reader.elements(ContentOf((container.key,)), presentation.parts)
    return Elements(rows, presentation, container=container)


def _content_presentation(facet: Facet, view: View, hidden: frozenset[str]) -> Presentation:
    """Content shows each shape's name and link and what flows through it, whatever the view (FACTS 14)."""
    contexts = tuple(each for each in ("hasInput", "hasOutput", "systems") if each not in hidden)
    return Presentation(
        facet=facet.name,
        view=view,
        parts=Parts(attributes=True, contexts=contexts),
        attributes=frozenset({"gotoUrl", "name"}),
        contexts=frozenset(contexts),
        resources=frozenset({"attributes", "related"}),
        hidden=hidden,
    )


async def list_versions(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions
) -> Elements:
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = _with_history(present(reading.metamodel, facet, view, options), options)
    async with reading.reader.snapshot():
        row = await access_element(reading, facet, element_id, Parts())
        rows = await reading.reader.elements(VersionsOf((row.element,)), presentation.parts)
        rows = await fitting_versions(reading, facet.name, rows, options)
        return await complete(reading, rows, presentation)


def _with_history(presentation: Presentation, options: ReadOptions) -> Presentation:
    """Each version shows its release history, whatever the view shows, unless the caller chose (spec: endpoint.13)."""
    shown = presentation.contexts
    if shown is None or options.select is not None or "related" not in options.resources:
        return presentation
    contexts = shown | ({"releaseHistory"} - presentation.hidden)
    return replace(presentation, contexts=contexts, parts=replace(presentation.parts, contexts=tuple(sorted(contexts))))


async def get_attributes(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions, name: str | None = None
) -> Elements:
    """The attributes of an element that fit a filter; with a name only that one, which its type must have."""
    only = replace(options, resources=frozenset({"attributes"}), select=(name,) if name else options.select)
    found = await _get_named(reading, facet_name, view_name, element_id, replace(only, filter=None), name, "attribute")
    fitting = fitting_attributes(reading, found.presentation.facet, found.rows[0], options)
    if fitting is None:
        return found
    shown = found.presentation.attributes
    narrowed = fitting if shown is None else fitting & shown
    return replace(found, presentation=replace(found.presentation, attributes=narrowed))


async def get_related(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions, name: str | None = None
) -> Elements:
    """The related contexts of an element, with the references that fit a filter; with a name only that one."""
    only = replace(options, resources=frozenset({"related"}), select=(name,) if name else options.select)
    plain = replace(only, filter=None)
    if options.filter is None:
        return await _get_named(reading, facet_name, view_name, element_id, plain, name, "related context")
    async with reading.reader.snapshot():
        found = await _get_named(reading, facet_name, view_name, element_id, plain, name, "related context")
        row, fitting = await fitting_references(reading, found.rows[0], options)
    targets = {key: [each for each in rows if each.element in fitting] for key, rows in found.expanded.items()}
    return replace(found, rows=(row,), expanded=targets)


async def _get_named(
    reading: Reading,
    facet_name: str,
    view_name: str,
    element_id: str,
    options: ReadOptions,
    name: str | None,
    kind: str,
) -> Elements:
    try:
        found = await get_element(reading, facet_name, view_name, element_id, options)
    except UnknownName:
        if name is None:
            raise
        found = None
    if found is None or (name is not None and not _has(reading, found, name, kind)):
        raise NotFound(f"There is no such {kind}.")
    if name is not None:
        # The path named what to read; that is no wish to narrow what is expanded.
        return replace(found, presentation=replace(found.presentation, selected=None))
    return found


def _has(reading: Reading, found: Elements, name: str, kind: str) -> bool:
    element_type = reading.metamodel.types[found.rows[0].type]
    known = element_type.attributes if kind == "attribute" else element_type.contexts
    return name.casefold() in {each.casefold() for each in known}
