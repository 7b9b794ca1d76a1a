"""Routes of connections: straight along the flow past the rows, and across it only in the channels between them.

Channel n is before row n, the last one after all rows. Connections that leave one shape, or enter one, share a track of the
channel; others that would overlap get tracks of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from facetstore.drawing.ranks import Link, Ranks
from facetstore.drawing.tiers import Tiers

_TRACK: Final = 12
"""The distance between two tracks."""
_BEFORE: Final = 16
_BEHIND: Final = 20
"""Room for the arrow head."""
_CLEAR: Final = 10
"""The minimum distance between two pieces on one track."""
_SAME: Final = 6
"""Closer than this, two pieces along the flow look like one."""
_OUTSIDE: Final = 18

Net = tuple[str, int, int]


class Hop(NamedTuple):
    """The part of a connection that is in one channel."""

    channel: int
    net: Net
    start: float
    end: float


@dataclass(slots=True)
class _Bundle:
    """All crossings that share a track, by where they enter and leave the channel."""

    above: set[float] = field(default_factory=set)
    below: set[float] = field(default_factory=set)

    @property
    def interval(self) -> tuple[float, float]:
        return min(self.above | self.below), max(self.above | self.below)

    @property
    def is_straight(self) -> bool:
        start, end = self.interval
        return start == end


@dataclass(frozen=True, slots=True)
class Routes:
    """The routes of all connections across the flow, and their tracks."""

    hops: Mapping[Link, Sequence[Hop]]
    tracks: Sequence[Mapping[Net, int]]
    """The track of each net that needs one, by channel."""
    end: float
    """How far connections reach across the flow."""

    def channel(self, number: int) -> float:
        """The length of a channel along the flow."""
        return _BEFORE + _BEHIND + max(max(self.tracks[number].values(), default=0), 0) * _TRACK

    def track(self, number: int, net: Net) -> float | None:
        """The position of a net in its channel; None if it does not cross."""
        found = self.tracks[number].get(net)
        return None if found is None else _BEFORE + found * _TRACK


def route(links: Sequence[Link], ranks: Ranks, tiers: Tiers, places: Sequence[float], end: float) -> Routes:
    """The routes of all connections."""
    lines = {link: end + _OUTSIDE + number * _TRACK for number, link in enumerate(tiers.outside)}
    ways = {link: list(_crossings(link, ranks, tiers, places, lines.get(link))) for link in links}
    counts = _fans(ways)
    hops: dict[Link, list[Hop]] = {}
    bundles: list[dict[Net, _Bundle]] = [{} for _ in range(len(tiers.rows) + 1)]
    for link, way in ways.items():
        hops[link] = []
        for piece in way:
            net = _net(link, piece, counts)
            bundle = bundles[piece.channel].setdefault(net, _Bundle())
            for at, is_above in ((piece.start, piece.from_above), (piece.end, piece.to_above)):
                (bundle.above if is_above else bundle.below).add(at)
            hops[link].append(Hop(piece.channel, net, piece.start, piece.end))
    tracks = [_tracks(each) for each in bundles]
    return Routes(hops, tracks, max([end, *(each + _OUTSIDE for each in lines.values())]))


class _Piece(NamedTuple):
    """A crossing without a track: from where to where, and whether each end is on the side of the row before."""

    channel: int
    start: float
    end: float
    from_above: bool
    to_above: bool
    leaves: bool
    enters: bool
    """Whether it begins or ends at a shape."""


def _crossings(
    link: Link, ranks: Ranks, tiers: Tiers, places: Sequence[float], outside: float | None
) -> Iterator[_Piece]:
    source, target = link
    first, last = ranks.of[source] + 1, ranks.of[target]
    if outside is not None:
        yield _Piece(first, places[source], outside, True, last < first, True, False)
        yield _Piece(last, outside, places[target], last > first, False, False, True)
        return
    lines = [places[each] for each in tiers.chains[link]]
    stops = [places[source], *lines, places[target]]
    leads_back = link in ranks.loops
    step = -1 if leads_back else 1
    final = len(stops) - 2
    for number, (start, end) in enumerate(pairwise(stops)):
        begins, ends = number == 0, number == final
        from_above = begins or not leads_back
        to_above = leads_back and not ends
        yield _Piece(first + number * step, start, end, from_above, to_above, begins, ends)


def _fans(ways: Mapping[Link, Sequence[_Piece]]) -> Mapping[tuple[bool, int], int]:
    """How many connections leave each shape, and how many enter it."""
    counts: dict[tuple[bool, int], int] = {}
    for source, target in ways:
        counts[True, source] = counts.get((True, source), 0) + 1
        counts[False, target] = counts.get((False, target), 0) + 1
    return counts


def _net(link: Link, piece: _Piece, counts: Mapping[tuple[bool, int], int]) -> Net:
    source, target = link
    if piece.enters and (not piece.leaves or (counts[True, source] == 1 and counts[False, target] > 1)):
        return ("in", target, 0)
    if piece.leaves:
        return ("out", source, 0)
    return ("way", source, target)


def _tracks(bundles: Mapping[Net, _Bundle]) -> Mapping[Net, int]:
    """A track for each crossing: one that arrives where another leaves must turn off before the other turns in."""
    crossing = {net: each for net, each in bundles.items() if not each.is_straight}
    waits = _waits(crossing)
    tracks: dict[Net, int] = {}
    taken: list[list[tuple[float, float]]] = []
    left = sorted(crossing, key=lambda net: (crossing[net].interval, net))
    while left:
        # In a cycle, the first one goes first.
        net = next((each for each in left if not waits[each] - tracks.keys()), left[0])
        left.remove(net)
        interval = crossing[net].interval
        least = max((tracks[each] + 1 for each in waits[net] if each in tracks), default=0)
        track = next((n for n in range(least, len(taken)) if _is_free(taken[n], interval)), max(least, len(taken)))
        taken.extend([] for _ in range(track + 1 - len(taken)))
        taken[track].append(interval)
        tracks[net] = track
    return tracks


def _waits(crossing: Mapping[Net, _Bundle]) -> Mapping[Net, set[Net]]:
    """For each net, the nets that need earlier tracks."""
    coming = sorted((at, net) for net, each in crossing.items() for at in each.above)
    waits: dict[Net, set[Net]] = {net: set() for net in crossing}
    for net, bundle in crossing.items():
        for at in bundle.below:
            waits[net] |= {other for place, other in coming if other != net and abs(place - at) < _SAME}
    return waits


def _is_free(taken: Sequence[tuple[float, float]], interval: tuple[float, float]) -> bool:
    start, end = interval
    return all(end + _CLEAR <= left or right + _CLEAR <= start for left, right in taken)
