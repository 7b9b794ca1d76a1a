"""The sides of a comparison: a version of an element, or the element as it was at a moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.errors import NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.ports.rows import ElementRow, NamedRow
from facetstore.usecases.ports.selections import Children, ContentOf, Parts, TheseElements, TheseVersions
from facetstore.usecases.ports.storage import ReadStorage
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.tenancy import Reading

Earlier = Callable[[str, str], Awaitable[Reading]]
"""The reading of the same caller at the moment that a text names; the other text is the parameter that it was given as."""
Path = tuple[str, str, str]
"""Facet, view and element, as an address names them."""


class Side(NamedTuple):
    """A version, the flow objects that its diagram shows, and which of all elements in them the caller sees."""

    version: Version
    flow: Mapping[str, Version]
    seen: Collection[str]
    revision: int | None = None
    """Of a moment, the revision of the tenant."""
    children: tuple[str, ...] = ()
    """At a moment, those that the caller sees, in their order."""


async def read_side(reading: Reading, earlier: Earlier, path: Path, parameter: str, text: str) -> Side:
    """The side that a version id, a revision, a day or a time names. Raises NotFound, Forbidden, InvalidParameter."""
    if (guid := parse_guid(text)) is not None:
        element = await access(reading, path)
        rows = await reading.names.names(TheseVersions((guid,)))
        named = next((each for each in rows if each.element == element), None)
        if named is None:
            raise NotFound("There is no such version of this element.")
        return await _side(reading, reading.storage, named)
    then = await earlier(text, parameter)
    facet, _ = access_view(then.metamodel, path[0], path[1])
    row = await access_element(then, facet, path[2], Parts())
    children = await then.names.names(Children(row.element))
    side = await _side(then, then.storage, row)
    return side._replace(revision=then.revisions.revision, children=tuple(each.element for each in children))


async def access(reading: Reading, path: Path) -> str:
    """The id of an element that the caller may open. Raises NotFound, Forbidden."""
    facet, _ = access_view(reading.metamodel, path[0], path[1])
    return (await access_element(reading, facet, path[2], Parts())).element


async def _side(reading: Reading, storage: ReadStorage, row: NamedRow | ElementRow) -> Side:
    async with storage.snapshot(reading.served.tenant) as snapshot:
        stored = (await snapshot.stored.load([row.version])).get(row.version)
        if stored is None:  # deleted meanwhile
            raise NotFound("There is no such version of this element.")
        shown = {str(shape.element) for shape in stored.version.content}
        found = {element: each.version for element, each in (await snapshot.stored.load(sorted(shown))).items()}
    types = reading.metamodel.whole.types
    flow = {id_: each for id_, each in found.items() if types[each.type].flow}
    named = ids_in([stored.version, *found.values()])
    # Who sees flow objects depends on the diagram that shows them.
    rows = await reading.names.names(TheseElements(tuple(sorted(named - flow.keys()))))
    rows = [*rows, *(await reading.names.names(ContentOf((row.key,))) if flow else ())]
    return Side(stored.version, flow, {each.element for each in rows})


def ids_in(versions: Sequence[Version]) -> set[str]:
    """The elements that versions refer to, show in diagrams or have as parents."""
    targets = {id_ for each in versions for found in each.related.values() for id_ in found}
    shown = {shape.element for each in versions for shape in each.content}
    return {*targets, *shown, *(each.parent for each in versions if each.parent is not None)}
