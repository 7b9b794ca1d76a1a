"""The size of shapes: figures with the name inside, such as boxes, and those with the name beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetstore.drawing.chart import Area, ChartShape
from facetstore.drawing.text import width, wrap

SIZE: Final = 13
LINE: Final = 17
SMALL: Final = 11
SMALL_LINE: Final = 15
STRIPE: Final = 30
"""The width of the coloured stripe at the right of a box."""

WITH_STRIPE: Final = 150
"""Narrower boxes have a thin stripe without an icon."""

_BOX: Final = 208
_PADDING: Final = 12
_LEAST_HEIGHT: Final = 52
_MOST_LINES: Final = 4
_DETAIL_LINES: Final = 2
_GAP: Final = 8
_BESIDE: Final = {"start": 36, "event": 36, "end": 36, "gateway": 50, "message": 30}
"""Figures with their names beside them, and their size."""
_BESIDE_WIDTH: Final = 132
_BESIDE_LINES: Final = 3
_CONDITION: Final = 208
CENTERED: Final = frozenset({"condition", "gap", "pool", "note", "frame", "data", "store", "label"})
"""Figures without a stripe, with their names in the middle."""


@dataclass(frozen=True, slots=True)
class ShapeSize:
    """The size of a shape. Connections meet it on a line through the middle of its figure; extents are measured from there."""

    before: float
    after: float
    """How far it reaches on both sides of that line, across the flow."""
    depth: float
    """The length of the figure along the flow."""
    room: float
    """The same, including the name beside it."""
    figure: Area
    label: Area
    """Both measured from the middle of the figure."""
    lines: tuple[str, ...]
    details: tuple[str, ...] = ()


def body_of(shape: ChartShape, *, to_the_right: bool) -> ShapeSize:
    """The size of a shape in a flow that goes down, or to the right."""
    if shape.figure in _BESIDE:
        return _beside(shape, _BESIDE[shape.figure], to_the_right=to_the_right)
    return _inside(shape, to_the_right=to_the_right)


def _inside(shape: ChartShape, *, to_the_right: bool) -> ShapeSize:
    is_box = shape.figure not in CENTERED
    wide = _BOX if is_box else _CONDITION
    inner = wide - 2 * _PADDING - (STRIPE if is_box else 2 * _PADDING)
    lines = wrap(shape.name, inner, SIZE, _MOST_LINES)
    details = tuple(line for each in shape.details for line in wrap(each, inner, SMALL, _DETAIL_LINES))
    text = len(lines) * LINE + (len(details) * SMALL_LINE + 9 if details else 0)
    high = max(_LEAST_HEIGHT if is_box else 40, text + 2 * _PADDING - 4)
    figure = Area(-wide / 2, -high / 2, wide, high)
    left = figure.x + (_PADDING if is_box else 2 * _PADDING)
    label = Area(left, -text / 2, inner, text)
    across, along = (high, wide) if to_the_right else (wide, high)
    return ShapeSize(across / 2, across / 2, along, along, figure, label, lines, details)


def _beside(shape: ChartShape, size: int, *, to_the_right: bool) -> ShapeSize:
    half = size / 2
    figure = Area(-half, -half, size, size)
    lines = wrap(shape.name, _BESIDE_WIDTH, SIZE, _BESIDE_LINES) if shape.name.strip() else ()
    wide, high = max((width(each, SIZE) for each in lines), default=0), len(lines) * LINE
    if not lines:
        return ShapeSize(half, half, size, size, figure, Area(-half, -half, size, size), ())
    if to_the_right:
        label = Area(-wide / 2, half + _GAP / 2, wide, high)
        return ShapeSize(half, half + _GAP / 2 + high, size, max(size, wide), figure, label, lines)
    label = Area(half + _GAP, -high / 2, wide, high)
    return ShapeSize(half, half + _GAP + wide, size, max(size, high), figure, label, lines)
