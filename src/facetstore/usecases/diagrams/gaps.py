"""Placeholders in the diagrams of viewers: where the flow goes through something that is not released (0077)."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import NamedTuple

from facetstore.usecases.ports.rows import FlowRow


class Gap(NamedTuple):
    """A placeholder, between the shapes before and behind it. All of it follows from what the caller sees."""

    id: str
    before: tuple[str, ...]
    behind: tuple[str, ...]


def find_gaps(diagram: str, flow: Sequence[FlowRow], shown: Collection[str]) -> Sequence[Gap]:
    """The placeholders of a diagram, by its version, the connections of what is not released, and the shapes that are shown.

    Shapes that are connected with each other are one placeholder, and so are those between the same shapes: it does not show how
    many there are. There is none where fewer than two shapes would be connected by it.
    """
    groups = _groups(flow)
    before: dict[str, set[str]] = {}
    behind: dict[str, set[str]] = {}
    for each in flow:
        if each.into and not each.out and each.source in shown:
            before.setdefault(groups[each.target], set()).add(each.source)
        if each.out and not each.into and each.target in shown:
            behind.setdefault(groups[each.source], set()).add(each.target)
    sides = {
        (tuple(sorted(before.get(group, ()))), tuple(sorted(behind.get(group, ()))))
        for group in before.keys() | behind.keys()
    }
    return [Gap(_id(diagram, *each), *each) for each in sorted(sides) if len({*each[0], *each[1]}) > 1]


def _groups(flow: Sequence[FlowRow]) -> dict[str, str]:
    """By shape that is not released, one shape that stands for all those it is connected with."""
    above: dict[str, str] = {}

    def top(shape: str) -> str:
        while above.setdefault(shape, shape) != shape:
            above[shape] = above[above[shape]]
            shape = above[shape]
        return shape

    for each in flow:
        if each.out and each.into:
            above[top(each.source)] = top(each.target)
    ends = (end for each in flow for end, is_one in ((each.source, each.out), (each.target, each.into)) if is_one)
    return {end: top(end) for end in ends}


def _id(diagram: str, before: Sequence[str], behind: Sequence[str]) -> str:
    """The same id in every drawing of a version, made of nothing that is hidden."""
    return str(uuid.uuid5(uuid.UUID(diagram), f"{','.join(before)} {','.join(behind)}"))
