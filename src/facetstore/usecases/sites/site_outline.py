"""Which elements a site has: those of its facets that its readers may open, in the order of their trees and lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeVar

from facetstore.metamodel.model import Facet
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import ChildrenOf, ListOf, Parts, TheseElements
from facetstore.usecases.reading.lists import select_elements
from facetstore.usecases.tenancy import Reading

T = TypeVar("T")
Progress = Callable[[str, int, int | None], None]

_AT_ONCE: Final = 500
_BRIEF: Final = Parts(attributes=True, brief=True)
_ROOTS: Final = "roots"


class SiteEntry(NamedTuple):
    """An element of a site: where it stands, and what it is called."""

    facet: str
    type: str
    names: Mapping[int, str]
    parent: str | None


@dataclass(slots=True)
class Outline:
    """All elements of a site by id, in order; the children of each; and those on top of each facet."""

    entries: dict[str, SiteEntry] = field(default_factory=dict)
    children: dict[str, list[str]] = field(default_factory=dict)
    tops: dict[str, list[str]] = field(default_factory=dict)

    def trail(self, id_: str) -> list[str]:
        """The elements above one, the highest first."""
        found: list[str] = []
        parent = self.entries[id_].parent
        while parent is not None and parent not in found:
            found.append(parent)
            parent = self.entries[parent].parent
        return found[::-1]

    def add(self, id_: str, entry: SiteEntry) -> None:
        self.entries[id_] = entry
        if entry.parent is None:
            self.tops.setdefault(entry.facet, []).append(id_)
        else:
            self.children.setdefault(entry.parent, []).append(id_)


async def read_outline(reading: Reading, facets: Sequence[Facet], progress: Progress) -> Outline:
    """The outline of some facets. What stands below nothing that its readers may open stands on top."""
    outline, chosen = Outline(), frozenset(each.name for each in facets)
    for facet in facets:
        roots = next((view for view in facet.views.values() if view.selects == _ROOTS), None)
        selections = [*([select_elements(reading, facet, roots)] if roots else []), ListOf(facet.name)]
        for selection in selections:
            listing = await reading.opened.lists.listing(selection, None)
            await _grow(reading, outline, listing.elements, chosen)
            progress("listing", len(outline.entries), None)
    return outline


async def _grow(reading: Reading, outline: Outline, ids: Sequence[str], facets: frozenset[str]) -> None:
    """Add elements and everything below them, a level at a time."""
    level: list[str] = []
    for some in batches([each for each in ids if each not in outline.entries], _AT_ONCE):
        rows = await reading.opened.elements(TheseElements(tuple(some)), _BRIEF)
        level += _taken(reading, outline, ((row, None) for row in rows), facets)
    while level:
        below: list[str] = []
        for some in batches(level, _AT_ONCE):
            rows = await reading.opened.elements(ChildrenOf(tuple(some)), _BRIEF)
            below += _taken(reading, outline, ((row, str(row.group)) for row in rows), facets)
        level = below


def _taken(
    reading: Reading, outline: Outline, rows: Iterable[tuple[ElementRow, str | None]], facets: frozenset[str]
) -> Iterator[str]:
    metamodel = reading.metamodel
    for row, parent in rows:
        if row.element in outline.entries or row.facet not in facets or metamodel.types[row.type].flow:
            continue
        seen = {name: each for name, each in stored_attributes(row.brief).items() if name not in metamodel.hidden}
        names = names_of(seen, metamodel.types[row.type])
        outline.add(row.element, SiteEntry(row.facet, row.type, names, parent))
        yield row.element


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Items in groups of this size; the last one may be smaller."""
    return (items[at : at + size] for at in range(0, len(items), size))
