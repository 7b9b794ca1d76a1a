"""What is drawn, and the drawing: shapes with what is known of them, then the same with places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape before it has a place: what it shows, how it looks, and the shapes before it."""

    id: str
    element: str
    type: str
    name: str
    figure: str = "box"
    """`box`, `start`, `event`, `end`, `gateway`, `condition` or `interface`."""
    icon: str = "none"
    color: str = "#888888"
    type_name: str = ""
    entity_type: str = ""
    state: str | None = None
    version: str | None = None
    details: tuple[str, ...] = ()
    """Lines of small text below the name."""
    fallback: int | None = None
    """The culture its name was taken from, where it has none in the one asked for."""
    lane: int | None = None
    """The lane it stands in; None: that of those around it; NOBODY: the one for those that belong to nobody."""
    link: str | None = None
    """Where a click leads."""
    predecessors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LaneName:
    """A lane before it has a place: whose it is."""

    name: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """All that a drawing is made from."""

    title: str
    subtitle: str
    shapes: tuple[Shape, ...]
    lanes: tuple[LaneName, ...] | None = None
    """Shapes stand in lanes; None: they do not."""
    nobody: str = ""
    """The name of the lane for what belongs to nobody, behind all others; it is there if it is needed."""
    to_the_right: bool = False
    """Where the flow goes; else down."""


class Point(NamedTuple):
    """A place in the drawing, in pixels from its upper left corner."""

    x: float
    y: float


class Area(NamedTuple):
    """A part of the drawing."""

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
    """A shape in its place."""

    shape: Shape
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
    """A lane in its place."""

    name: str
    id: str | None
    area: Area
    head: Area
    """Where its name stands."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart with a place for everything."""

    chart: Chart
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    lanes: tuple[Lane, ...]
    width: float
    height: float
