"""Reading elements: the list, one element, its attributes, related contexts, children, content and versions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Final

from facetstore.domain.errors import NotFound, UnknownName
from facetstore.domain.values import equality_key, parse_guid
from facetstore.metamodel.model import Facet, View
from facetstore.query.options import Page, ReadOptions
from facetstore.usecases.catalog import access_view
from facetstore.usecases.ports import (
    ById,
    Children,
    ChildrenOf,
    ContentOf,
    ElementRow,
    LastReleasedOf,
    ListOf,
    OrphansOf,
    PagedSelection,
    Parts,
    RootsOf,
    Slice,
    StereotypesOf,
    TargetsOf,
    VersionsOf,
)
from facetstore.usecases.presentation import Presentation, present
from facetstore.usecases.tenancy import Reading

WHOLE: Final = 2000
"""Unpaged lists up to this length are answered as a whole, with an ETag; longer ones are streamed."""
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
    total: int | None = None
    container: ElementRow | None = None
    """Whose content this is."""
    cards: Sequence[bytes] = ()

    @property
    def count(self) -> int:
        return len(self.rows) or len(self.cards)


@dataclass(frozen=True, slots=True)
class ElementList:
    """A list before it is read: which elements, how they are shown, which page."""

    selection: PagedSelection
    presentation: Presentation
    options: ReadOptions

    @property
    def slice(self) -> Slice | None:
        """The part to read, where that can be told without reading: of an unpaged list one more than is answered at once."""
        page = self.options.page
        if page is None:
            return Slice(WHOLE + 1)
        return Slice(page.size, (page.number - 1) * page.size) if page.selection_key is None else None

    @property
    def takes_several(self) -> bool:
        """Whether it takes several statements to read it, which must see one state."""
        shown = self.presentation
        return self.options.count or self.slice is None or bool(shown.expand) or "stereotype" in shown.resources

    @property
    def shows_current(self) -> bool:
        """Whether each element is shown as its id alone would show it: the last released may have a newer draft."""
        return not isinstance(self.selection, LastReleasedOf)


def plan_list(reading: Reading, facet_name: str, view_name: str, options: ReadOptions) -> ElementList:
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = present(reading.metamodel, facet, view, options)
    return ElementList(select_elements(reading, facet, view), presentation, options)


async def list_elements(reading: Reading, wanted: ElementList) -> Elements:
    selection, presentation, options = wanted.selection, wanted.presentation, wanted.options
    # One statement sees one state anyway, and is spared the beginning and end of a transaction.
    async with reading.reader.snapshot() if wanted.takes_several else nullcontext():
        total = await reading.reader.count(selection) if options.count else None
        slice_ = await slice_of(reading, selection, options.page) if options.page else _beginning(presentation)
        found = await _read(reading, selection, presentation, slice_, total)
    if options.page is None and slice_ is not None and found.count > WHOLE:
        return Elements((), presentation, rest=_stream(reading, selection, presentation), total=total)
    return found


def _beginning(presentation: Presentation) -> Slice | None:
    """As much of an unpaged list as is answered at once. What a list expands is read for all of it together, so that the number
    of statements does not grow with it: such a list is never streamed."""
    several = presentation.expand or "stereotype" in presentation.resources
    return None if several else Slice(WHOLE + 1)


async def _read(
    reading: Reading, selection: PagedSelection, presentation: Presentation, slice_: Slice | None, total: int | None
) -> Elements:
    if presentation.shows_cards:
        cards = await reading.reader.cards(selection, presentation.parts, slice_)
        return Elements((), presentation, total=total, cards=cards)
    rows = await reading.reader.elements(selection, presentation.parts, slice_)
    return await complete(reading, rows, presentation, total=total)


async def _stream(reading: Reading, selection: PagedSelection, presentation: Presentation) -> AsyncIterator[Elements]:
    """A list too long to be held: one statement, read as it is sent."""
    async for chunk in reading.reader.stream(selection, presentation.parts, CHUNK):
        yield Elements(chunk, presentation)


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


async def slice_of(reading: Reading, selection: PagedSelection, page: Page) -> Slice:
    if page.selection_key is None:
        return Slice(page.size, (page.number - 1) * page.size)
    before = await reading.reader.position(selection, page.selection_key)
    if before is None:
        raise NotFound("The list holds no element of the id given as $pageSelectionKey.")
    return Slice(page.size, before // page.size * page.size)


async def complete(
    reading: Reading, rows: Sequence[ElementRow], presentation: Presentation, *, total: int | None = None
) -> Elements:
    """The rows with what was asked for beside them: targets of expanded contexts, stereotypes."""
    return Elements(
        rows,
        presentation,
        await _expand(reading, rows, presentation),
        await _stereotypes(reading, rows) if "stereotype" in presentation.resources else {},
        total=total,
    )


async def _expand(reading: Reading, rows: Sequence[ElementRow], presentation: Presentation) -> Expanded:
    if not presentation.expand or not rows:
        return {}
    selection = TargetsOf(tuple(row.key for row in rows), presentation.expand)
    found: dict[tuple[int, str], list[ElementRow]] = {}
    for target in await reading.reader.elements(selection, Parts(attributes=True, contexts=None, reference=True)):
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
    return row


async def get_element(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions
) -> Elements:
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = present(reading.metamodel, facet, view, options)
    if not presentation.expand and "stereotype" not in presentation.resources:
        return Elements((await access_element(reading, facet, element_id, presentation.parts),), presentation)
    async with reading.reader.snapshot():
        row = await access_element(reading, facet, element_id, presentation.parts)
        return await complete(reading, (row,), presentation)


_OF_CHILDREN: Final = ReadOptions(resources=frozenset({"attributes", "related", "displayNames"}))


async def plan_children(
    reading: Reading, facet_name: str, view_name: str, element_id: str
) -> tuple[Children, Presentation]:
    """Which elements the children of one are, and how they are shown."""
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = present(reading.metamodel, facet, view, _OF_CHILDREN)
    parent = await access_element(reading, facet, element_id, Parts())
    return Children(parent.element), presentation


async def list_children(reading: Reading, children: Children, presentation: Presentation) -> Elements:
    if presentation.shows_cards:
        return Elements((), presentation, cards=await reading.reader.cards(children, presentation.parts))
    return Elements(await reading.reader.elements(children, presentation.parts), presentation)


async def list_content(reading: Reading, facet_name: str, view_name: str, element_id: str) -> Elements:
    """The shapes of a diagram; where the diagram shows the children, those."""
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = _content_presentation(facet, view)
    async with reading.reader.snapshot():
        container = await access_element(reading, facet, element_id, Parts())
        if reading.metamodel.types[container.type].content_is_children:
            rows = await reading.reader.elements(ChildrenOf((container.element,)), presentation.parts)
        else:
            rows = await reading.reader.elements(ContentOf((container.key,)), presentation.parts)
    return Elements(rows, presentation, container=container)


def _content_presentation(facet: Facet, view: View) -> Presentation:
    """Content shows each shape's name and link and what flows through it, whatever the view (FACTS 14)."""
    contexts = ("hasInput", "hasOutput", "systems")
    return Presentation(
        facet=facet.name,
        view=view,
        parts=Parts(attributes=True, contexts=contexts),
        attributes=frozenset({"gotoUrl", "name"}),
        contexts=frozenset(contexts),
        resources=frozenset({"attributes", "related"}),
    )


async def list_versions(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions
) -> Elements:
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = _with_history(present(reading.metamodel, facet, view, options), options)
    async with reading.reader.snapshot():
        row = await access_element(reading, facet, element_id, Parts())
        rows = await reading.reader.elements(VersionsOf((row.element,)), presentation.parts)
        return await complete(reading, rows, presentation)


def _with_history(presentation: Presentation, options: ReadOptions) -> Presentation:
    """Each version shows its release history, whatever the view shows, unless the caller chose (spec: endpoint.13)."""
    shown = presentation.contexts
    if shown is None or options.select is not None or "related" not in options.resources:
        return presentation
    contexts = shown | {"releaseHistory"}
    return replace(presentation, contexts=contexts, parts=replace(presentation.parts, contexts=tuple(sorted(contexts))))


async def get_attributes(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions, name: str | None = None
) -> Elements:
    """The attributes of an element; with a name only that one, which its type must have."""
    only = replace(options, resources=frozenset({"attributes"}), select=(name,) if name else options.select)
    return await _get_named(reading, facet_name, view_name, element_id, only, name, "attribute")


async def get_related(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions, name: str | None = None
) -> Elements:
    """The related contexts of an element; with a name only that one, which its type must have."""
    only = replace(options, resources=frozenset({"related"}), select=(name,) if name else options.select)
    return await _get_named(reading, facet_name, view_name, element_id, only, name, "related context")


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
