"""A space in which names lie close together that mean the same: a truncated SVD of the letters of all names, by numpy.

The names of an element in all cultures are one text. So letters of one language come close to those of the other, and a name that
was never translated lies where its translation would (decision 0133). Functions here are jobs: they take and return what can be pickled.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from facetstore.likeness.vectors import load_numpy, near, of_length_one

if TYPE_CHECKING:
    from facetstore.likeness.vectors import Matrix

_SHORTEST: Final = 3
_LONGEST: Final = 5
"""Of so many letters in a row is a gram, with the borders of words."""
_MOST_LETTERS: Final = 400
"""Letters of the names of one element that count: the rest of longer ones says little more."""
DIMENSIONS: Final = 160
MOST_LEARNED: Final = 20_000
"""So many names are learned from; of more, some spread evenly."""
_MOST_GRAMS: Final = 40_000
_OVERSAMPLED: Final = 16
_ROUNDS: Final = 3
"""How often the random directions are turned towards those of the names."""
_AT_ONCE: Final = 2_000
"""Rows that are multiplied at once, so that a product takes little memory."""
_SEED: Final = 26


class Space(NamedTuple):
    """The grams that are known, how much each counts, and the direction of each."""

    weights: Mapping[str, tuple[int, float]]
    """For each gram its place, and its weight."""
    basis: Matrix


def learn(names: Sequence[str]) -> Space | None:
    """The space of names; None: there are too few to learn from."""
    numpy = load_numpy()
    step = max(1, math.ceil(len(names) / MOST_LEARNED))
    counted = [grams_of(each) for each in names[::step]]
    weights = _weights(counted)
    rows = SparseRows([row for each in counted if (row := _row(each, weights))], len(weights))
    rank = min(DIMENSIONS, rows.number // 2)
    if rank < 1:
        return None
    columns = rows.turned()
    start = numpy.random.default_rng(_SEED).standard_normal((len(weights), rank + _OVERSAMPLED), dtype=numpy.float32)
    directions = start
    for _ in range(_ROUNDS):
        places, _ = numpy.linalg.qr(rows.times(directions))
        directions, _ = numpy.linalg.qr(columns.times(places))
    _, _, turned = numpy.linalg.svd(rows.times(directions), full_matrices=False)
    return Space(weights, numpy.ascontiguousarray(directions @ turned[:rank].T, dtype=numpy.float32))


def place(space: Space, names: Sequence[str]) -> Matrix:
    """Where names lie: a row of length one for each; of zeros where no gram is known."""
    numpy = load_numpy()
    found: Matrix = numpy.zeros((len(names), space.basis.shape[1]), dtype=numpy.float32)
    known = [(number, row) for number, each in enumerate(names) if (row := _row(grams_of(each), space.weights))]
    if known:
        placed = SparseRows([row for _, row in known], len(space.weights)).times(space.basis)
        found[[number for number, _ in known]] = of_length_one(placed)
    return found


def nearest(space: Space, places: Matrix, text: str, least: float) -> list[int]:
    """The rows at least this near to a text, nearest first."""
    return near(places, place(space, [text])[0], least)


def grams_of(names: str) -> Counter[str]:
    """How often the names have each gram. They are folded, as the index of words has them."""
    return Counter(_grams(names[:_MOST_LETTERS]))


def _grams(names: str) -> Iterator[str]:
    for word in names.split():
        bordered = f" {word} "
        for length in range(_SHORTEST, _LONGEST + 1):
            for start in range(len(bordered) - length + 1):
                yield bordered[start : start + length]


Row = list[tuple[int, float]]


class SparseRows:
    """A matrix of which few cells are filled, by rows. No row is empty."""

    def __init__(self, rows: Sequence[Row], width: int) -> None:
        numpy = load_numpy()
        self.number, self.width = len(rows), width
        self._begin = numpy.cumsum([0, *map(len, rows)])[:-1]
        self._cells = numpy.array([cell for row in rows for cell, _ in row], dtype=numpy.int32)
        self._values = numpy.array([value for row in rows for _, value in row], dtype=numpy.float32)

    def turned(self) -> SparseRows:
        """The same with rows and columns exchanged. Every gram that has a weight is in some row."""
        columns: list[Row] = [[] for _ in range(self.width)]
        ends = [*self._begin[1:].tolist(), len(self._cells)]
        cells, values = self._cells.tolist(), self._values.tolist()
        for row, (begin, end) in enumerate(zip(self._begin.tolist(), ends, strict=True)):
            for number in range(begin, end):
                columns[cells[number]].append((row, values[number]))
        return SparseRows(columns, self.number)

    def times(self, dense: Matrix) -> Matrix:
        numpy = load_numpy()
        found: Matrix = numpy.empty((self.number, dense.shape[1]), dtype=numpy.float32)
        for first in range(0, self.number, _AT_ONCE):
            last = min(first + _AT_ONCE, self.number)
            begin = self._begin[first]
            end = self._begin[last] if last < self.number else len(self._cells)
            products = dense[self._cells[begin:end]] * self._values[begin:end, None]
            found[first:last] = numpy.add.reduceat(products, self._begin[first:last] - begin, axis=0)
        return found


def _weights(counted: Sequence[Counter[str]]) -> Mapping[str, tuple[int, float]]:
    """Grams of two elements or more, the most frequent ones: the rarer, the more each counts."""
    number = Counter(gram for each in counted for gram in each)
    known = sorted((each for each in number.items() if each[1] > 1), key=lambda each: (-each[1], each[0]))
    kept = [(gram, math.log(len(counted) / often)) for gram, often in known[:_MOST_GRAMS] if often < len(counted)]
    return {gram: (place, weight) for place, (gram, weight) in enumerate(kept)}


def _row(counted: Counter[str], weights: Mapping[str, tuple[int, float]]) -> Row:
    """The known grams of a name with their shares, which have the length one together."""
    found = [
        (weights[gram][0], (1 + math.log(often)) * weights[gram][1])
        for gram, often in counted.items()
        if gram in weights
    ]
    length = math.sqrt(sum(value * value for _, value in found))
    return [(cell, value / length) for cell, value in found] if length else []
