"""Reading all that a manual of an element and what is below it says, with a number of statements that does not grow with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from facetstore.domain.element_files import ElementFile
from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.usecases.diagrams.drawings import Targets
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import ChildrenOf, ContentOf, Parts, TargetsOf, VersionsOf
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.reading.element_reads import with_names
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.release.approvals import list_approvals
from facetstore.usecases.tenancy import Reading

MOST_CHAPTERS: Final = 500
_DEEPEST: Final = 12
_WHOLE: Final = Parts(attributes=True)


class ManualPlace(NamedTuple):
    """An element of the manual, and how deep it is below the first."""

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
    files: Sequence[ElementFile] = ()
    """Of the first element, as are the approvals."""
    approvals: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


async def read_manual(reading: Reading, storage: Storage, facet_name: str, view_name: str, id_: str) -> ManualRows:
    """What the caller may open of an element and what is below it. Raises NotFound, Forbidden, and InvalidParameter for too much."""
    facet, _ = access_view(reading.metamodel, facet_name, view_name)
    async with reading.opened.snapshot():
        root = await access_element(reading, facet, id_, _WHOLE)
        places = await _below(reading, root)
        rows = [each.row for each in places]
        shapes = await _shapes(reading, rows)
        opened = [each for found in shapes.values() for each in found if isinstance(each, ElementRow)]
        targets = await _targets(reading, [*rows, *opened])
        versions: dict[str, list[ElementRow]] = {}
        for each in await reading.opened.elements(VersionsOf(tuple(row.element for row in rows)), _WHOLE):
            versions.setdefault(each.element, []).append(each)
    if reading.is_past:
        return ManualRows(places, shapes, targets, versions)
    files = await storage.files(reading.served.tenant).of_version(root.key)
    approvals = await list_approvals(reading, storage, root.element, root.type)
    return ManualRows(places, shapes, targets, versions, files, approvals)


async def _below(reading: Reading, root: ElementRow) -> Sequence[ManualPlace]:
    """The elements below one, a level at a time, in the order of the tree."""
    children: dict[str, list[ElementRow]] = {}
    level, count = [root], 1
    for _ in range(_DEEPEST):
        found = await reading.opened.elements(ChildrenOf(tuple(each.element for each in level)), _WHOLE)
        for each in found:
            children.setdefault(str(each.group), []).append(each)
        count += len(found)
        if count > MOST_CHAPTERS:
            error = (
                f"A manual has up to {MOST_CHAPTERS} elements; below this one there are more. Take one further down."
            )
            raise InvalidParameter(error, [Finding(error, "too-many-chapters", "elementId")])
        if not found:
            break
        level = list(found)
    return list(_in_order(ManualPlace(root, 1), children))


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
