"""Reads the elements of a few pages at once: their values, what their diagrams show, and what all of it refers to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.usecases.diagrams.drawings import Targets
from facetstore.usecases.ports.rows import ElementRow, NamedRow
from facetstore.usecases.ports.selections import ChildrenOf, ContentOf, Parts, TargetsOf, TheseElements
from facetstore.usecases.reading.element_reads import with_names
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.tenancy import Reading

_WHOLE: Final = Parts(attributes=True)


class SiteRows(NamedTuple):
    """What was read."""

    rows: Sequence[ElementRow]
    shapes: Mapping[int, Sequence[Shown]]
    """What their diagrams show, by the key of the version."""
    targets: Targets


async def read_rows(reading: Reading, ids: Sequence[str]) -> SiteRows:
    """All that the pages of these elements say."""
    rows = await reading.opened.elements(TheseElements(tuple(ids)), _WHOLE)
    shapes = await _shapes(reading, rows)
    opened = [each for found in shapes.values() for each in found if isinstance(each, ElementRow)]
    return SiteRows(rows, shapes, await _targets(reading, [*rows, *opened]))


async def _shapes(reading: Reading, rows: Sequence[ElementRow]) -> Mapping[int, Sequence[Shown]]:
    types = reading.metamodel.types
    drawn = [row for row in rows if types[row.type].layouts]
    parents = {row.element: row.key for row in drawn if types[row.type].content_is_children}
    keys = tuple(row.key for row in drawn if types[row.type].content and not types[row.type].content_is_children)
    found: dict[int, list[Shown]] = {}
    by_parent: list[ContentOf | ChildrenOf] = [ChildrenOf(tuple(parents))] if parents else []
    for selection in (*by_parent, *([ContentOf(keys)] if keys else [])):
        opened = await reading.opened.elements(selection, _WHOLE)
        for each in await with_names(reading, selection, opened) or opened:
            key = parents[each.group] if isinstance(each.group, str) else each.group
            assert key is not None
            found.setdefault(key, []).append(each)
    return found


async def _targets(reading: Reading, rows: Sequence[ElementRow]) -> Targets:
    types = reading.metamodel.types
    contexts = {name for row in rows for name, each in types[row.type].contexts.items() if each.related is not None}
    wanted = tuple(sorted(contexts - reading.metamodel.hidden))
    found: dict[tuple[int, str], list[NamedRow]] = {}
    if rows and wanted:
        for each in await reading.names.names(TargetsOf(tuple(dict.fromkeys(row.key for row in rows)), wanted)):
            assert isinstance(each.group, int)
            found.setdefault((each.group, each.label or ""), []).append(each)
    return found
