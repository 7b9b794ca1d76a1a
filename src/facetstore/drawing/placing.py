"""Positions of items across the flow: each as near to the middle of its neighbours as the order of its row allows.

A row is placed by pooling: wishes that would make items overlap are averaged, which gives the nearest row without overlaps
(least squares). Bends of one connection are then put on one line wherever one is free for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from typing import Final

from facetstore.drawing.figures import ShapeSize
from facetstore.drawing.tiers import Tiers

_ROUNDS: Final = 5
_BETWEEN_SHAPES: Final = 36
_BESIDE_BENDS: Final = 18
_BETWEEN_BENDS: Final = 14
_LANE_PADDING: Final = 22
_NARROWEST_LANE: Final = 150
_SMALL_STEP: Final = 40
_FAR: Final = 1e9
_HEAVY: Final = 1.0
_LIGHT: Final = 0.001
"""Bends give way to shapes."""


@dataclass(frozen=True, slots=True)
class Span:
    """The range across the flow that a lane takes."""

    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Positions:
    """The position of each item, and the lanes, starting at 0."""

    of: Sequence[float]
    lanes: Sequence[Span]
    end: float


def place(tiers: Tiers, bodies: Sequence[ShapeSize], lanes: int) -> Positions:
    """The positions of all items; `lanes` is the number of lanes, 0 if there are none."""
    return _Placing(tiers, bodies, lanes).run()


class _Placing:
    def __init__(self, tiers: Tiers, bodies: Sequence[ShapeSize], lanes: int) -> None:
        self._tiers = tiers
        bends = len(tiers.lanes) - tiers.shapes
        self._before = [each.before for each in bodies] + [0.0] * bends
        self._after = [each.after for each in bodies] + [0.0] * bends
        self._rows = [
            [list(items) for _, items in groupby(row, key=tiers.lanes.__getitem__)] if lanes else [row]
            for row in tiers.rows
        ]
        self._spans = self._lane_spans(lanes)
        self._at = [0.0] * len(tiers.lanes)
        self._where = {each: (group, n) for groups in self._rows for group in groups for n, each in enumerate(group)}
        self._frames = {group[0]: self._frame(group) for groups in self._rows for group in groups}
        self._above = [self._near(each, found) for each, found in enumerate(tiers.up)]
        self._below = [self._near(each, found) for each, found in enumerate(tiers.down)]
        self._longest_first = sorted(tiers.chains.items(), key=lambda each: (-len(each[1]), each[0]))

    def run(self) -> Positions:
        for groups in self._rows:
            for group in groups:
                self._project(group, self._packed(group))
        for _ in range(_ROUNDS):
            self._sweep(downwards=True)
            self._sweep(downwards=False)
            self._straighten()
        self._align()
        self._straighten()
        return self._result()

    def _lane_spans(self, lanes: int) -> list[Span]:
        widths = [float(_NARROWEST_LANE)] * lanes
        for groups in self._rows if lanes else ():
            for group in groups:
                first, last = self._before[group[0]], self._after[group[-1]]
                # A single item gets enough room for the middle, so that flows run straight through it.
                inner = first + sum(self._steps(group)) + last if len(group) > 1 else 2 * max(first, last)
                lane = self._tiers.lanes[group[0]]
                widths[lane] = max(widths[lane], inner + 2 * _LANE_PADDING)
        spans, start = [], 0.0
        for width in widths:
            spans.append(Span(start, start + width))
            start += width
        return spans

    def _gap(self, one: int, other: int) -> float:
        shapes = self._tiers.shapes
        if one < shapes and other < shapes:
            return _BETWEEN_SHAPES
        return _BESIDE_BENDS if one < shapes or other < shapes else _BETWEEN_BENDS

    def _steps(self, group: Sequence[int]) -> list[float]:
        """The minimum distance of each item from the one before it; 0 for the first."""
        steps = [self._after[one] + self._gap(one, other) + self._before[other] for one, other in pairwise(group)]
        return [0.0, *steps]

    def _packed(self, group: Sequence[int]) -> list[float]:
        """Positions side by side around the middle of the lane, or of everything."""
        offsets = self._frames[group[0]][0]
        span = self._spans[self._tiers.lanes[group[0]]] if self._spans else Span(0.0, 0.0)
        start = (span.start + span.end - offsets[-1]) / 2
        return [start + each for each in offsets]

    def _limits(self, group: Sequence[int]) -> tuple[float, float]:
        """The lowest position of the first item, and the highest of the last."""
        if not self._spans:
            return -_FAR, _FAR
        span = self._spans[self._tiers.lanes[group[0]]]
        return (
            span.start + _LANE_PADDING + self._before[group[0]],
            span.end - _LANE_PADDING - self._after[group[-1]],
        )

    def _project(self, group: Sequence[int], wishes: Sequence[float]) -> None:
        """Put a row as near to its wishes as possible."""
        offsets, low, high = self._frames[group[0]]
        if len(group) == 1:
            self._at[group[0]] = min(max(wishes[0], low), high)
            return
        shapes = self._tiers.shapes
        pools: list[tuple[float, float, int]] = []
        for item, wish, offset in zip(group, wishes, offsets, strict=True):
            value, weight, size = wish - offset, _HEAVY if item < shapes else _LIGHT, 1
            while pools and pools[-1][0] >= value:
                other, heavier, more = pools.pop()
                value = (value * weight + other * heavier) / (weight + heavier)
                weight, size = weight + heavier, size + more
            pools.append((value, weight, size))
        values = (min(max(value, low), high) for value, _, size in pools for _ in range(size))
        for item, value, offset in zip(group, values, offsets, strict=True):
            self._at[item] = value + offset

    def _frame(self, group: Sequence[int]) -> tuple[Sequence[float], float, float]:
        """The minimum distance of each item of a row from the first, and the range that is left for the first."""
        offsets = list(accumulate(self._steps(group)))
        start, end = self._limits(group)
        return offsets, start, end - offsets[-1]

    def _sweep(self, *, downwards: bool) -> None:
        near = self._above if downwards else self._below
        for groups in self._rows if downwards else reversed(self._rows):
            for group in groups:
                self._project(group, [self._wish(each, near[each]) for each in group])

    def _wish(self, item: int, near: Sequence[int]) -> float:
        if len(near) == 1:
            return self._at[near[0]]
        return sum([self._at[each] for each in near]) / len(near) if near else self._at[item]

    def _near(self, item: int, neighbours: Sequence[int]) -> Sequence[int]:
        """The neighbours of an item in its lane, of its own kind if there are any: other lanes have no influence."""
        lanes, shapes = self._tiers.lanes, self._tiers.shapes
        near = [each for each in neighbours if lanes[each] == lanes[item]]
        return [each for each in near if (each < shapes) == (item < shapes)] or near

    def _align(self) -> None:
        """Remove small steps: a shape that is nearly aligned with those before it is aligned, as far as there is room."""
        for groups in self._rows:
            for group in groups:
                for place, each in enumerate(group):
                    wish = self._wish(each, self._above[each])
                    if each < self._tiers.shapes and 0 < abs(wish - self._at[each]) < _SMALL_STEP:
                        start, end = self._free_for(group, place)
                        if start <= end:
                            self._at[each] = min(max(wish, start), end)

    def _straighten(self) -> None:
        """Put the bends of each connection on as few lines as possible."""
        for (source, target), chain in self._longest_first:
            wishes = (self._at[target], self._at[source])
            rest = list(chain)
            while rest:
                rest = rest[self._put_on_line(rest, wishes) :]

    def _put_on_line(self, chain: Sequence[int], wishes: Sequence[float]) -> int:
        """Put as many bends as fit on one line, from the first on, and return how many; 1 if the first one must stay."""
        low, high, count = -_FAR, _FAR, 0
        for bend in chain:
            start, end = self._free_for(*self._where[bend])
            if max(low, start) > min(high, end):
                break
            low, high, count = max(low, start), min(high, end), count + 1
        if not count:  # no room on either side: it stays where it is
            return 1
        middle = sum(self._at[each] for each in chain[:count]) / count
        line = next((wish for wish in wishes if low <= wish <= high), min(max(middle, low), high))
        for bend in chain[:count]:
            self._at[bend] = line
        return count

    def _free_for(self, group: Sequence[int], place: int) -> tuple[float, float]:
        """The range of an item while its neighbours stay."""
        here = group[place]
        start, end = self._limits([here])
        if place:
            left = group[place - 1]
            start = self._at[left] + self._after[left] + self._gap(left, here) + self._before[here]
        if place + 1 < len(group):
            right = group[place + 1]
            end = self._at[right] - self._before[right] - self._gap(here, right) - self._after[here]
        return start, end

    def _result(self) -> Positions:
        if self._spans:
            return Positions([round(each) for each in self._at], self._spans, self._spans[-1].end)
        items = range(len(self._at))
        left = min((self._at[each] - self._before[each] for each in items), default=0.0)
        places = [round(each - left) for each in self._at]
        return Positions(places, (), max((places[each] + self._after[each] for each in items), default=0.0))
