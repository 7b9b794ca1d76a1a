"""The difference of an element between two moments, at one of which it may not have existed.

What came or went is compared with nothing, so that its difference holds all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from facetstore.domain.element import Version
from facetstore.usecases.changes.difference import Difference, ListDifference, difference, summary


class MomentPair(NamedTuple):
    """An element at two moments, without what is hidden from the caller; None: it did not exist. One of both did."""

    old: Version | None
    new: Version | None
    flow: tuple[Mapping[str, Version], Mapping[str, Version]] = ({}, {})
    """The flow objects that the diagrams of both sides show."""
    children: ListDifference | None = None


class PairDifference(NamedTuple):
    """What differs: the names of it, all of it, and what else is needed to read it or to apply it."""

    changed: list[str]
    difference: dict[str, object]
    flow_objects: dict[str, object]
    """All of the flow objects that only one side has."""
    order: dict[str, object]
    """The new order of the references and shapes that differ."""
    shapes: dict[str, str]
    """The elements of the shapes that connections came to or went from."""
    mentioned: frozenset[str]
    """The elements that all this names."""


def compared_pairs(
    pairs: Sequence[MomentPair], leave_out: Collection[str], of_copies: Collection[str]
) -> list[PairDifference]:
    """The differences of many pairs."""
    return [_compared(each, leave_out, of_copies) for each in pairs]


def _compared(pair: MomentPair, leave_out: Collection[str], of_copies: Collection[str]) -> PairDifference:
    old, new = _sides(pair.old, pair.new)
    found = difference(old, new, elements=pair.flow, leave_out=leave_out, of_copies=of_copies)
    if pair.children is not None:
        found = replace(found, children=pair.children)
    was, is_ = pair.flow
    lone = {
        "added": {id_: _whole(None, each, leave_out) for id_, each in is_.items() if id_ not in was},
        "removed": {id_: _whole(each, None, leave_out) for id_, each in was.items() if id_ not in is_},
    }
    shapes = _connected(old, new, found)
    return PairDifference(
        summary(found),
        found.as_json(),
        {kind: each for kind, each in lone.items() if each} if found.content else {},
        _order(new, found) if pair.new is not None else {},
        shapes,
        frozenset({*_mentioned(found), *shapes.values()}),
    )


def _sides(old: Version | None, new: Version | None) -> tuple[Version, Version]:
    """Both sides; nothing stands for the one that there is not."""
    there = new or old
    assert there is not None
    nothing = Version(there.element, there.id, there.facet, there.type)
    return old or nothing, new or nothing


def _whole(old: Version | None, new: Version | None, leave_out: Collection[str]) -> dict[str, object]:
    sides = _sides(old, new)
    return {"type": sides[1].type, "difference": difference(*sides, leave_out=leave_out).as_json()}


def _order(new: Version, found: Difference) -> dict[str, object]:
    order: dict[str, object] = {}
    if found.related:
        order["related"] = {each.name: list(new.related.get(each.name, ())) for each in found.related}
    if found.content:
        order["content"] = {each.id: list(each.predecessors) for each in new.content}
    return order


def _connected(old: Version, new: Version, found: Difference) -> dict[str, str]:
    flows = (*found.content.flows_added, *found.content.flows_removed)
    wanted = {end for each in flows for end in (each.source, each.target)} | set(found.content.flows_reordered)
    return {each.id: str(each.element) for each in (*old.content, *new.content) if each.id in wanted}


def _mentioned(found: Difference) -> Collection[str]:
    lists = (*found.related, found.children)
    content = found.content
    shapes = (
        *content.added,
        *content.removed,
        *(shape for moved in content.moved for shape in (moved.was, moved.shape)),
        *(shape for changed in content.changed for shape in (changed.was, changed.shape)),
        *(shape for placed in content.placed for shape in (placed.was, placed.shape)),
    )
    parents = (value for each in found.fields if each.name == "parent" for value in (each.old, each.new))
    return {
        *(id_ for each in lists for id_ in (*each.added, *each.removed)),
        *(str(each.element) for each in shapes),
        *(str(each) for each in parents if each is not None),
    }
