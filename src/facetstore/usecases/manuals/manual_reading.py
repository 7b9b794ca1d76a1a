"""Reading all that a manual of an element and what is below it says, with a number of statements that does not grow with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.metamodel.model import Facet, View
from facetstore.usecases.diagrams.drawings import Targets
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import ChildrenOf, ContentOf, Parts, Slice, TargetsOf, VersionsOf
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.reading.element_reads import with_names
from facetstore.usecases.reading.lists import select_elements
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.tenancy import Reading

MOST_CHAPTERS: Final = 500
_DEEPEST: Final = 12
_WHOLE: Final = Parts(attributes=True)
_ALL: Final = Slice(MOST_CHAPTERS + 1)


class ManualPlace(NamedTuple):
    """An element of the manual, and how deep it is: 1 for the first, or for those that a view begins with."""

    row: ElementRow
    depth: int


@dataclass(frozen=True, slots=True)
class ManualRows:
    """All that was read."""

    places: Sequence[ManualPlace]
    """The elements in the order of the tree."""
    shapes: Mapping[int, Sequence[Shown]]
    """What their diagrams show, by the key of the version."""
    targets: Targets
    versions: Mapping[str, Sequence[ElementRow]]
    facet: Facet | None = None
    """What the manual is about, if it is no element."""


async def read_manual(reading: Reading, facet_name: str, view_name: str, id_: str | None) -> ManualRows:
    """What the caller may open of an element, or of all in a view, and what is below. Raises NotFound, Forbidden, and InvalidParameter
    for too much."""
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    async with reading.opened.snapshot():
        if id_ is not None:
            places = await _below(reading, [await access_element(reading, facet, id_, _WHOLE)])
        else:
            places = await _all_in(reading, facet, view)
        rows = [each.row for each in places]
        shapes = await _shapes(reading, rows)
        opened = [each for found in shapes.values() for each in found if isinstance(each, ElementRow)]
        targets = await _targets(reading, [*rows, *opened])
        versions: dict[str, list[ElementRow]] = {}
        for each in await reading.opened.elements(VersionsOf(tuple(row.element for row in rows)), _WHOLE):
            versions.setdefault(each.element, []).append(each)
    return ManualRows(places, shapes, targets, versions, None if id_ is not None else facet)


async def _all_in(reading: Reading, facet: Facet, view: View) -> Sequence[ManualPlace]:
    """The elements of a view: of a tree, with all below them."""
    found = await reading.opened.elements(select_elements(reading, facet, view), _WHOLE, _ALL)
    _refuse_many(len(found))
    return await _below(reading, found) if view.hierarchical else [ManualPlace(each, 1) for each in found]


async def _below(reading: Reading, roots: Sequence[ElementRow]) -> Sequence[ManualPlace]:
    """Elements and those below them, a level at a time, in the order of the tree."""
    children: dict[str, list[ElementRow]] = {}
    level, count = list(roots), len(roots)
    for _ in range(_DEEPEST):
        found = await reading.opened.elements(ChildrenOf(tuple(each.element for each in level)), _WHOLE)
        for each in found:
            children.setdefault(str(each.group), []).append(each)
        count += len(found)
        _refuse_many(count)
        if not found:
            break
        level = list(found)
    return [each for root in roots for each in _in_order(ManualPlace(root, 1), children)]


def _refuse_many(count: int) -> None:
    if count > MOST_CHAPTERS:
        error = f"A manual has up to {MOST_CHAPTERS} elements; here there are more. Take an element further down."
        raise InvalidParameter(error, [Finding(error, "too-many-chapters", "elementId")])


def _in_order(place: ManualPlace, children: Mapping[str, Sequence[ElementRow]]) -> Sequence[ManualPlace]:
    found = [place]
    for each in children.get(place.row.element, ()):
        found += _in_order(ManualPlace(each, place.depth + 1), children)
    return found


async def _shapes(reading: Reading, rows: Sequence[ElementRow]) -> Mapping[int, Sequence[Shown]]:
    types = reading.metamodel.types
    keys = tuple(row.key for row in rows if types[row.type].content and not types[row.type].content_is_children)
    found: dict[int, list[Shown]] = {}
    if keys:
        content = ContentOf(keys)
        opened = await reading.opened.elements(content, _WHOLE)
        for each in await with_names(reading, content, opened) or opened:
            assert isinstance(each.group, int)
            found.setdefault(each.group, []).append(each)
    return found


async def _targets(reading: Reading, rows: Sequence[ElementRow]) -> Targets:
    types = reading.metamodel.types
    named = {name for row in rows if row.type in types for name in types[row.type].contexts}
    contexts = tuple(sorted((named | set(reading.metamodel.roles.responsibilities)) - reading.metamodel.hidden))
    found: dict[tuple[int, str], list[Any]] = {}
    if rows and contexts:
        for each in await reading.names.names(TargetsOf(tuple(dict.fromkeys(row.key for row in rows)), contexts)):
            assert isinstance(each.group, int)
            found.setdefault((each.group, each.label or ""), []).append(each)
    return found
