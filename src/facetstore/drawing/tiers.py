"""The order of shapes side by side: ranks as rows, with a place in each row that a connection passes, with few crossings.

Items below `shapes` are shapes, all others are bends: the places where connections pass a row.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from facetstore.drawing.ranks import Link, Ranks

_MOST_BENDS: Final = 4000
"""The most bends of a drawing. The longest connections, if they would need more, run outside of everything, so that drawing
time is limited."""
_SWEEPS: Final = 8


@dataclass(slots=True)
class Tiers:
    """Rows of items, each row in order."""

    shapes: int
    rows: list[list[int]]
    lanes: list[int]
    """The lane of each item; bends have one as well."""
    up: list[list[int]]
    down: list[list[int]]
    """The items that each item is connected with, in the rows before and after."""
    beside: Mapping[int, int]
    """The first and last bend of a loop, and the shape of the same row to which it turns."""
    chains: Mapping[Link, Sequence[int]]
    """The bends of each connection."""
    outside: Sequence[Link]
    """The connections without bends, because there would be too many."""


def arrange(links: Sequence[Link], ranks: Ranks, lanes: Sequence[int]) -> Tiers:
    """The rows of a flow, ordered."""
    tiers = _build(links, ranks, lanes)
    _order(tiers)
    return tiers


def _span(link: Link, ranks: Ranks) -> Sequence[int]:
    """The rows that a connection passes, from its start on."""
    source, target = ranks.of[link[0]], ranks.of[link[1]]
    return range(source, target - 1, -1) if link in ranks.loops else range(source + 1, target)


def _build(links: Sequence[Link], ranks: Ranks, lanes: Sequence[int]) -> Tiers:
    count = len(ranks.of)
    rows: list[list[int]] = [[] for _ in range(max(ranks.of, default=-1) + 1)]
    keys: list[float] = list(ranks.walk)
    for each in range(count):
        rows[ranks.of[each]].append(each)
    tiers = Tiers(count, rows, list(lanes), [[] for _ in range(count)], [[] for _ in range(count)], {}, {}, [])
    beside: dict[int, int] = {}
    chains: dict[Link, Sequence[int]] = {}
    outside: list[Link] = []
    left = _MOST_BENDS
    for link in sorted(links, key=lambda each: (len(_span(each, ranks)), each)):
        span = _span(link, ranks)
        left -= len(span)
        if left < 0:
            outside.append(link)
            continue
        chains[link] = _pass(tiers, link, span, keys, leads_back=link in ranks.loops)
        if link in ranks.loops:
            beside |= {chains[link][-1]: link[1], chains[link][0]: link[0]}
    tiers.beside, tiers.chains, tiers.outside = beside, chains, sorted(outside)
    for row in rows:
        row.sort(key=lambda each: (tiers.lanes[each], keys[each], each))
    return tiers


def _pass(tiers: Tiers, link: Link, span: Sequence[int], keys: list[float], *, leads_back: bool) -> Sequence[int]:
    """Bends for one connection."""
    source, target = link
    chain = []
    for row in span:
        bend = len(tiers.lanes)
        tiers.lanes.append(tiers.lanes[source if leads_back else target])
        tiers.up.append([])
        tiers.down.append([])
        keys.append(max(keys[source], keys[target]) + 0.5 if leads_back else keys[target])
        tiers.rows[row].append(bend)
        chain.append(bend)
    way = list(reversed(chain)) if leads_back else [source, *chain, target]
    for upper, lower in pairwise(way):
        tiers.down[upper].append(lower)
        tiers.up[lower].append(upper)
    return chain


def _order(tiers: Tiers) -> None:
    """Order rows by the mean place of their neighbours, down and up again, until nothing crosses or it does not improve."""
    best = [list(row) for row in tiers.rows]
    fewest = _crossings(tiers)
    idle = 0
    for sweep in range(_SWEEPS):
        if not fewest or idle > 2:
            break
        _sweep(tiers, downwards=sweep % 2 == 0)
        found = _crossings(tiers)
        if found < fewest:
            best, fewest, idle = [list(row) for row in tiers.rows], found, 0
        else:
            idle += 1
    tiers.rows[:] = best


def _sweep(tiers: Tiers, *, downwards: bool) -> None:
    place = [0] * len(tiers.lanes)
    for row in tiers.rows:
        for number, each in enumerate(row):
            place[each] = number
    towards = tiers.up if downwards else tiers.down
    for row in tiers.rows if downwards else reversed(tiers.rows):
        if len(row) < 2:
            continue
        wishes = sorted(
            (tiers.lanes[each], _middle(each, towards[each], place, tiers.beside), place[each], each) for each in row
        )
        row[:] = [each for *_, each in wishes]
        for number, each in enumerate(row):
            place[each] = number


def _middle(item: int, neighbours: Sequence[int], place: Sequence[int], beside: Mapping[int, int]) -> float:
    near = [place[each] for each in neighbours]
    if item in beside:
        near.append(place[beside[item]])
    return sum(near) / len(near) if near else place[item]


def _crossings(tiers: Tiers) -> int:
    return sum(
        _crossings_between(upper, lower, tiers.down)
        for upper, lower in pairwise(tiers.rows)
        if len(upper) > 1 and len(lower) > 1
    )


def _crossings_between(upper: Sequence[int], lower: Sequence[int], down: Sequence[Sequence[int]]) -> int:
    place = {each: number for number, each in enumerate(lower)}
    passed: list[int] = []
    total = 0
    for each in upper:
        ends = [place[below] for below in down[each]]
        for end in ends:
            total += len(passed) - bisect_right(passed, end)
        for end in ends:
            insort(passed, end)
    return total
