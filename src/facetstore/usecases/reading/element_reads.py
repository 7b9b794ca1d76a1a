"""Reading elements: one element, its attributes, related contexts, children, content and versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from facetstore.domain.errors import Hints, NotFound, UnknownName
from facetstore.domain.values import equality_key
from facetstore.metamodel.model import Facet, Metamodel, View
from facetstore.query.options import ReadOptions
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import (
    Children,
    ChildrenOf,
    ContentOf,
    Parts,
    Selection,
    StereotypesOf,
    TargetsOf,
    TheseElements,
    TheseReleased,
    VersionsOf,
)
from facetstore.usecases.reading.accessing import access_element, access_facet, access_view
from facetstore.usecases.reading.entries import (
    fitting_attributes,
    fitting_members,
    fitting_references,
    fitting_versions,
    references_of,
)
from facetstore.usecases.reading.presentation import Elements, Expanded, Presentation, Shown, present
from facetstore.usecases.tenancy import Reading


async def read_shown(
    reading: Reading, selection: TheseElements | TheseReleased | Children, presentation: Presentation
) -> Elements:
    """The elements of a selection; those that the caller may not open show only their names."""
    if presentation.shows_cards and shows_cards(reading):
        return Elements((), presentation, cards=await reading.opened.cards(selection, presentation.parts))
    rows = await reading.opened.elements(selection, presentation.parts)
    found = await complete(reading, rows, presentation)
    return replace(found, mixed=await with_names(reading, selection, rows))


def shows_cards(reading: Reading) -> bool:
    """Whether cards are enough to render elements for this caller: if permissions differ by zone, they are not."""
    return reading.opens_all and reading.caller.audience.edits_alike


async def with_names(reading: Reading, selection: Selection, rows: Sequence[ElementRow]) -> Sequence[Shown] | None:
    """The rows of a selection, also those that the caller may only see by name; None if this caller may open all."""
    return None if reading.opens_all else await _with_all_names(reading, selection, rows)


async def _with_all_names(reading: Reading, selection: Selection, rows: Sequence[ElementRow]) -> Sequence[Shown]:
    """The same, also if the caller may open all that lists show: references may lead to elements in no list."""
    opened = {(row.key, row.group, row.label): row for row in rows}
    return [opened.get((each.key, each.group, each.label), each) for each in await reading.names.names(selection)]


async def complete(
    reading: Reading,
    rows: Sequence[ElementRow],
    presentation: Presentation,
) -> Elements:
    """The rows with what was requested beside them: targets of expanded contexts, stereotypes."""
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
    found: dict[tuple[int, str], list[Shown]] = {}
    opened = await reading.opened.elements(selection, Parts(attributes=True, contexts=None, reference=True))
    all_opened = reading.caller.audience.opened is None or _referred(rows, presentation.expand) <= {
        each.element for each in opened
    }
    for target in opened if all_opened else await _with_all_names(reading, selection, opened):
        assert isinstance(target.group, int)
        assert target.label is not None
        found.setdefault((target.group, target.label), []).append(target)
    return found


def _referred(rows: Iterable[ElementRow], contexts: Sequence[str]) -> set[str]:
    """The elements that rows refer to in some contexts."""
    every = (references_of(row) for row in rows)
    return {element for references in every for context in contexts for element in references.get(context, ())}


async def _stereotypes(reading: Reading, rows: Sequence[ElementRow]) -> Mapping[tuple[str, str], Shown]:
    names = tuple({row.stereotype for row in rows if row.stereotype})
    if not names:
        return {}
    roles = reading.metamodel.roles
    selection = StereotypesOf(names, roles.stereotypes, roles.stereotype_key)
    opened = await reading.opened.elements(selection, Parts(reference=True))
    found = await with_names(reading, selection, opened) or opened
    by_name = {(row.type, row.label): row for row in reversed(found) if row.label is not None}
    return {**by_name, **{(row.type, row.element): row for row in found}}


def stereotype_of(elements: Elements, row: ElementRow, type_: str | None) -> Shown | None:
    """The stereotype element of a row, of the type that its type has for them: two of them may have the same name."""
    if row.stereotype is None or type_ is None:
        return None
    return elements.stereotypes.get((type_, equality_key(row.stereotype)))


async def get_element(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions
) -> Elements:
    """An element; a filter narrows its children and its content."""
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = present(reading.metamodel, facet, view, options)
    if not presentation.expand and "stereotype" not in presentation.resources and options.filter is None:
        return Elements((await access_element(reading, facet, element_id, presentation.parts),), presentation)
    async with reading.opened.snapshot():
        row = await access_element(reading, facet, element_id, presentation.parts)
        row = await fitting_members(reading, row, options)
        return await complete(reading, (row,), presentation)


_MOST_WITHIN: Final = 1000
"""How many references within the targets of expanded contexts get attributes: more stay references, all of them."""

OF_CHILDREN: Final = ReadOptions(resources=frozenset({"attributes", "related", "displayNames"}))
"""What is shown of children by default."""


async def plan_children(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions = OF_CHILDREN
) -> tuple[Children, Presentation]:
    """The selection of the children of an element, and their presentation."""
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = present(reading.metamodel, facet, view, options)
    parent = await access_element(reading, facet, element_id, Parts())
    return Children(parent.element), presentation


async def list_children(reading: Reading, children: Children, presentation: Presentation) -> Elements:
    return await read_shown(reading, children, presentation)


async def list_content(reading: Reading, facet_name: str, view_name: str, element_id: str) -> Elements:
    """The elements that the diagram of an element shows. Raises NotFound, Forbidden."""
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = _content_presentation(facet, view, reading.metamodel)
    async with reading.opened.snapshot():
        container = await access_element(reading, facet, element_id, Parts())
        shown = content_of(reading, container)
        rows = await reading.opened.elements(shown, presentation.parts)
        mixed = await with_names(reading, shown, rows)
    return Elements(rows, presentation, container=container, mixed=mixed)


def content_of(reading: Reading, container: ElementRow) -> ChildrenOf | ContentOf:
    """The selection of what the diagram of an element shows: its shapes or, for some types, its children."""
    if reading.metamodel.types[container.type].content_is_children:
        return ChildrenOf((container.element,))
    return ContentOf((container.key,))


def _content_presentation(facet: Facet, view: View, metamodel: Metamodel) -> Presentation:
    """Content shows name, link, inputs, outputs and systems of each shape, in every view (D3.15)."""
    hidden, roles = metamodel.hidden, metamodel.roles
    contexts = tuple(each for each in roles.diagram_contexts if each not in hidden)
    return Presentation(
        facet=facet.name,
        view=view,
        parts=Parts(attributes=True, contexts=contexts),
        attributes=frozenset({"gotoUrl", roles.name}),
        contexts=frozenset(contexts),
        resources=frozenset({"attributes", "related"}),
        hidden=hidden,
    )


async def list_versions(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions
) -> Elements:
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    presentation = _with_history(present(reading.metamodel, facet, view, options), options)
    async with reading.opened.snapshot():
        row = await access_element(reading, facet, element_id, Parts())
        rows = await reading.opened.elements(VersionsOf((row.element,)), presentation.parts)
        rows = await fitting_versions(reading, facet.name, rows, options)
        return await complete(reading, rows, presentation)


def _with_history(presentation: Presentation, options: ReadOptions) -> Presentation:
    """The presentation with the release history, unless the caller selected names (spec: endpoint.13)."""
    shown = presentation.contexts
    if shown is None or options.select is not None or "related" not in options.resources:
        return presentation
    contexts = shown | ({"releaseHistory"} - presentation.hidden)
    return replace(presentation, contexts=contexts, parts=replace(presentation.parts, contexts=tuple(sorted(contexts))))


async def get_attributes(
    reading: Reading, facet_name: str, view_name: str, element_id: str, options: ReadOptions, name: str | None = None
) -> Elements:
    """The attributes of an element that match a filter; with a name only that attribute.

    Raises NotFound if its type has no attribute of this name.
    """
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
    """The related contexts of an element with the references that match a filter; with a name only that context.

    Raises NotFound if its type has no context of this name.
    """
    only = replace(options, resources=frozenset({"related"}), select=(name,) if name else options.select)
    plain = replace(only, filter=None)
    if options.filter is None and not options.expand:
        return await _get_named(reading, facet_name, view_name, element_id, plain, name, "related context")
    async with reading.opened.snapshot():
        found = await _get_named(reading, facet_name, view_name, element_id, plain, name, "related context")
        if options.filter is not None:
            row, fitting = await fitting_references(reading, found.rows[0], options)
            targets = {key: [each for each in rows if each.element in fitting] for key, rows in found.expanded.items()}
            found = replace(found, rows=(row,), expanded=targets)
        return replace(found, within=await _within(reading, found.expanded))


async def _within(reading: Reading, expanded: Expanded) -> Mapping[str, ElementRow]:
    """What the targets of expanded contexts refer to, with its attributes; nothing if that are too many references."""
    targets = [each for rows in expanded.values() for each in rows if isinstance(each, ElementRow)]
    named = [id_ for each in targets for ids in references_of(each).values() for id_ in ids]
    if not named or len(named) > _MOST_WITHIN:
        return {}
    wanted = TheseElements(tuple(dict.fromkeys(named)))
    return {row.element: row for row in await reading.opened.elements(wanted, Parts(attributes=True))}


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
        raise NotFound(f"There is no such {kind}.{_hint(reading, facet_name, name or '', kind)}")
    if name is not None:
        # The name comes from the path, not from $select, so it must not narrow expanded targets.
        return replace(found, presentation=replace(found.presentation, selected=None))
    return found


def _hint(reading: Reading, facet_name: str, name: str, kind: str) -> str:
    """The name that was probably meant, among those of all types of the facet that the caller sees."""
    types = reading.metamodel.types_of(access_facet(reading.metamodel, facet_name).name)
    known = (each.attributes if kind == "attribute" else each.contexts for each in types)
    return Hints().nearest(name, (key for names in known for key in names))


def _has(reading: Reading, found: Elements, name: str, kind: str) -> bool:
    element_type = reading.metamodel.types[found.rows[0].type]
    known = element_type.attributes if kind == "attribute" else element_type.contexts
    return name.casefold() in {each.casefold() for each in known}
