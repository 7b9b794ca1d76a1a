"""The input and output of drawing: shapes with their facts, then the same with positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

NO_LANE: Final = -1


@dataclass(frozen=True, slots=True)
class ChartShape:
    """A shape without a position: what it shows, how it looks, and the shapes before it."""

    id: str
    element: str | None
    type: str | None
    """Both None: a placeholder."""
    name: str
    figure: str = "box"
    """A figure of the metamodel; `gap`: a placeholder; `label`: only its name, beside a connection."""
    icon: str = "none"
    color: str = "#888888"
    type_name: str = ""
    entity_type: str = ""
    state: str | None = None
    version: str | None = None
    details: tuple[str, ...] = ()
    """Lines of small text below the name."""
    fallback: int | None = None
    """The culture of its name, if it has none in the requested one."""
    lane: int | None = None
    """Its lane; None: that of the shapes around it; NO_LANE: the lane for shapes without one."""
    link: str | None = None
    """The target of a click."""
    predecessors: tuple[str, ...] = ()
    placed: PlaceInFile | None = None
    """Where a file draws it, if the layout has places and the shape has one."""
    moved_to: Point | None = None
    """Where users have put its left upper corner since, if the layout has places."""


@dataclass(frozen=True, slots=True)
class LaneName:
    """A lane without a position: its id and name."""

    name: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole input of a drawing."""

    title: str
    subtitle: str
    shapes: tuple[ChartShape, ...]
    lanes: tuple[LaneName, ...] | None = None
    """Shapes are in lanes; None: there are no lanes."""
    unassigned: str = ""
    """The name of the lane for shapes without one, after all others; it exists only if needed."""
    to_the_right: bool = False
    """Whether the flow goes to the right; else down."""
    placed_lanes: tuple[PlacedLane, ...] = ()
    """The lanes that a file draws."""


@dataclass(frozen=True, slots=True)
class PlaceInFile:
    """Where a file draws a shape: its figure and its name, or the line of a connection that has a name; and lines into it."""

    key: str
    """The name by which other places refer to it."""
    area: Area | None
    label: Area | None
    line: tuple[Point, ...]
    into: Mapping[str, tuple[Point, ...]]
    """The lines that lead into it, by the key of the shape at their start."""
    is_moved: bool = False
    """A user has moved it by hand since: no line of the file leads to it or from it."""


@dataclass(frozen=True, slots=True)
class PlacedLane:
    """Where a file draws a lane."""

    name: str
    id: str | None
    area: Area


class Point(NamedTuple):
    """A point of the drawing, in pixels from its upper left corner."""

    x: float
    y: float


class Area(NamedTuple):
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def center(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def moved(self, x: float, y: float) -> Area:
        return Area(self.x + x, self.y + y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Node:
    """A shape with its position."""

    shape: ChartShape
    area: Area
    """The figure, without a name beside it."""
    label: Area
    lines: tuple[str, ...]
    """The name as it is broken into lines."""
    details: tuple[str, ...]
    lane: int | None

    @property
    def whole(self) -> Area:
        """The figure and its name."""
        x, y = min(self.area.x, self.label.x), min(self.area.y, self.label.y)
        right, bottom = max(self.area.right, self.label.right), max(self.area.bottom, self.label.bottom)
        return Area(x, y, right - x, bottom - y)


@dataclass(frozen=True, slots=True)
class Edge:
    """A connection: from the border of one shape to that of the next, around all others."""

    source: str
    target: str
    points: tuple[Point, ...]
    is_loop: bool
    """It leads back."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane with its position."""

    name: str
    id: str | None
    area: Area
    head: Area
    """The area of its name."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart with a position for everything."""

    chart: Chart
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    lanes: tuple[Lane, ...]
    width: float
    height: float
    origin: Point | None = None
    """By how much everything was moved from the places that are stored; None: it was laid out."""
