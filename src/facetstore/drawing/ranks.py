"""The rank of each shape of a flow: after all that lead to it, ignoring connections that lead back.

Shapes are numbers here, in the order in which they are given: sets of texts would have another order in every run.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil, sqrt
from typing import Final, NamedTuple

Link = tuple[int, int]

_WIDEST: Final = 6
"""How many unconnected shapes are put side by side at most."""


class Ranks(NamedTuple):
    """The rank of each shape, starting at 0."""

    of: Sequence[int]
    loops: frozenset[Link]
    """The connections that lead back, to the same rank or an earlier one."""
    walk: Sequence[int]
    """The place of each shape in the order of a walk from the beginning, after those that lead to it."""


def rank(count: int, links: Sequence[Link], starts: Collection[int]) -> Ranks:
    """The ranks of this many shapes."""
    after = _neighbours(count, links)
    before = _neighbours(count, [(target, source) for source, target in links])
    roots = sorted(range(count), key=lambda each: (each not in starts, bool(before[each]), each))
    loops, order = _walk(count, after, roots)
    forward = [link for link in links if link not in loops]
    ranks = _longest(count, forward, order)
    _pull(ranks, forward)
    alone = [each for each in range(count) if not after[each] and not before[each]]
    _stack(ranks, alone)
    met = [0] * count
    for place, each in enumerate(reversed(order)):
        met[each] = place
    # A walk turned round leaves those that nothing leads to in the wrong order: they are read as they are given.
    for place, each in zip(sorted(met[each] for each in alone), alone, strict=True):
        met[each] = place
    return Ranks(ranks, loops, met)


def _neighbours(count: int, links: Sequence[Link]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(count)]
    for source, target in links:
        found[source].append(target)
    return found


def _walk(count: int, after: Sequence[Sequence[int]], roots: Sequence[int]) -> tuple[frozenset[Link], list[int]]:
    """The connections that close a cycle, and all shapes in reverse topological order: each after those it leads to."""
    loops: set[Link] = set()
    done: list[int] = []
    state = bytearray(count)  # 0: not visited, 1: in progress, 2: done
    for root in roots:
        if state[root]:
            continue
        state[root] = 1
        # The last branches first, so that the first come first when the order is reversed.
        path = [(root, iter(reversed(after[root])))]
        while path:
            here, ahead = path[-1]
            for each in ahead:
                if state[each] == 1:
                    loops.add((here, each))
                elif not state[each]:
                    state[each] = 1
                    path.append((each, iter(reversed(after[each]))))
                    break
            else:
                state[here] = 2
                done.append(here)
                path.pop()
    return frozenset(loops), done


def _longest(count: int, forward: Sequence[Link], done: Sequence[int]) -> list[int]:
    """Put each shape after the last of those that lead to it."""
    after = _neighbours(count, forward)
    ranks = [0] * count
    for here in reversed(done):
        for each in after[here]:
            ranks[each] = max(ranks[each], ranks[here] + 1)
    return ranks


def _pull(ranks: list[int], forward: Sequence[Link]) -> None:
    """Put a shape that nothing leads to right before its first target, not at the very beginning."""
    reached = {target for _, target in forward}
    nearest: dict[int, int] = {}
    for source, target in forward:
        if source not in reached:
            nearest[source] = min(nearest.get(source, ranks[target]), ranks[target])
    for source, least in nearest.items():
        ranks[source] = least - 1


def _stack(ranks: list[int], alone: Sequence[int]) -> None:
    """Put unconnected shapes in rows after all others."""
    left_out = frozenset(alone)
    first = max((each for place, each in enumerate(ranks) if place not in left_out), default=-1) + 1
    columns = min(_WIDEST, max(1, ceil(sqrt(len(alone) * 0.8))))
    for place, each in enumerate(alone):
        ranks[each] = first + place // columns
