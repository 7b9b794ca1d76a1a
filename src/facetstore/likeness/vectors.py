"""Rows of numbers of length one, and which of them are near to another: the nearer, the more alike is what they stand for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

_SINGLE_THREAD: Final = "OPENBLAS_NUM_THREADS"


def rows_of(vectors: Sequence[Sequence[float]]) -> Matrix:
    """Vectors that are equally long as rows of length one."""
    return of_length_one(load_numpy().array(vectors, dtype=load_numpy().float32))


def of_length_one(rows: Matrix) -> Matrix:
    numpy = load_numpy()
    found: Matrix = rows / numpy.maximum(numpy.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return found


def near(rows: Matrix, row: Matrix, least: float) -> list[int]:
    """The numbers of the rows at least this near to a row, nearest first."""
    numpy = load_numpy()
    nearness = rows @ row
    order = numpy.argsort(-nearness, kind="stable")
    return [int(each) for each in order[: int((nearness >= least).sum())]]


def joined(parts: Sequence[Matrix]) -> Matrix:
    matrix: Matrix = load_numpy().concatenate(parts)
    return matrix


def load_numpy() -> Any:
    """Imported only where it is used: it is an extra. One thread: others have the remaining processors."""
    os.environ.setdefault(_SINGLE_THREAD, "1")
    import numpy

    return numpy
