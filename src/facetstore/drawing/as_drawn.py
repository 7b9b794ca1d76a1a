"""Drawings with given places: shapes, names and connections stand where a file has put them, or users since; others stand below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from facetstore.drawing.chart import Area, Chart, ChartShape, Drawing, Edge, Lane, Node, PlaceInFile, Point
from facetstore.drawing.figures import CENTERED, LINE, SIZE, STRIPE, WITH_STRIPE, body_of
from facetstore.drawing.text import width, wrap

_MARGIN: Final = 24
_HEAD: Final = 30
_GAP: Final = 40
_PAD: Final = 5
_ROOM: Final = 12
"""How far apart two areas are at least for a line with corners between them."""
_FRAME: Final = "pool"
"""The figure of everything that others stand in: it hides nothing."""
_BESIDE: Final = frozenset({"start", "event", "end", "gateway", "message"})


def has_places(chart: Chart) -> bool:
    return any(
        each.moved_to is not None or (each.placed is not None and each.placed.area is not None) for each in chart.shapes
    )


def draw_placed(chart: Chart) -> Drawing:
    """The drawing of a chart of which at least one shape has a place."""
    chart = replace(chart, shapes=tuple(map(_put, chart.shapes)))
    areas = _areas(chart)
    frames = _frames(chart, areas)
    pools = [each for each in chart.shapes if each.figure == _FRAME and each.id in frames]
    headed = {each.id for each in pools}
    nodes = [
        _node(each, areas[each.id], is_frame=each.id in frames, is_headed=each.id in headed) for each in chart.shapes
    ]
    nodes.sort(key=lambda each: -each.area.width * each.area.height)
    edges = list(_edges(chart, areas))
    lanes = [
        *(_lane(each.name, each.element, areas[each.id], chart) for each in pools),
        *(_lane(each.name, each.id, each.area, chart) for each in chart.placed_lanes),
    ]
    return _moved(chart, nodes, edges, lanes)


def _put(shape: ChartShape) -> ChartShape:
    """The shape where users have put it, as large as the file has drawn it, else as large as its figure."""
    if shape.moved_to is None:
        return shape
    (x, y), drawn = shape.moved_to, _area(shape)
    figure = body_of(shape, to_the_right=True).figure
    area = Area(x, y, drawn.width, drawn.height) if drawn is not None else Area(x, y, figure.width, figure.height)
    key = shape.placed.key if shape.placed is not None else shape.id
    return replace(shape, placed=PlaceInFile(key, area, None, (), {}, is_moved=True))


def _areas(chart: Chart) -> dict[str, Area]:
    """The area of each shape. What has no place stands in rows below the rest."""
    known = {each.id: area for each in chart.shapes if (area := _area(each)) is not None}
    left = min(each.x for each in known.values())
    x, y, row = left, max(each.bottom for each in known.values()) + _GAP, 0.0
    right = max(max(each.right for each in known.values()), left + 800)
    for each in chart.shapes:
        if each.id in known:
            continue
        figure = body_of(each, to_the_right=True).figure
        if x + figure.width > right and x > left:
            x, y, row = left, y + row + _GAP, 0.0
        known[each.id] = Area(x, y, figure.width, figure.height)
        x, row = x + figure.width + _GAP, max(row, figure.height)
    return known


def _area(shape: ChartShape) -> Area | None:
    placed = shape.placed
    if placed is None:
        return None
    if placed.area is not None:
        return placed.area
    if not placed.line:
        return None
    if shape.name.strip() and placed.label is not None:
        return placed.label
    middle = _middle(placed.line)
    wide = min(width(shape.name, SIZE), 120.0) or 10.0
    high = LINE if shape.name.strip() else 10
    return Area(middle.x - wide / 2, middle.y - high - 2 if shape.name.strip() else middle.y - 5, wide, high)


def _middle(points: Sequence[Point]) -> Point:
    """The point in the middle of the middle part of a line."""
    at = max((len(points) - 1) // 2, 0)
    one, other = points[at], points[min(at + 1, len(points) - 1)]
    return Point((one.x + other.x) / 2, (one.y + other.y) / 2)


def _frames(chart: Chart, areas: Mapping[str, Area]) -> frozenset[str]:
    """The shapes with others in them, and all that are drawn as frames."""
    big = [each for each in chart.shapes if areas[each.id].width > 150 or areas[each.id].height > 110]
    centers = {each.id: areas[each.id].center for each in chart.shapes}
    return frozenset(
        each.id
        for each in big
        if any(id_ != each.id and _holds(areas[each.id], areas[id_], center) for id_, center in centers.items())
    )


def _holds(outer: Area, inner: Area, center: Point) -> bool:
    is_inside = outer.x <= center.x <= outer.right and outer.y <= center.y <= outer.bottom
    return is_inside and inner.width * inner.height < outer.width * outer.height


def _node(shape: ChartShape, area: Area, *, is_frame: bool, is_headed: bool) -> Node:
    if shape.placed is not None and shape.placed.line and shape.placed.area is None:
        lines = _wrapped(shape.name, max(area.width, 60), 4)
        return Node(replace(shape, figure="label"), area, area, lines, (), None)
    if is_headed:
        return Node(shape, area, Area(area.x, area.y, 0, 0), (), (), None)
    if is_frame and shape.figure != "frame":
        return _titled(replace(shape, figure=_FRAME), area)
    if shape.figure == "frame":
        return _titled(shape, area)
    return _beside(shape, area) if shape.figure in _BESIDE else _inside(shape, area)


def _titled(shape: ChartShape, area: Area) -> Node:
    """A frame with its name at the top."""
    lines = _wrapped(shape.name, area.width - 2 * _PAD, 1)
    return Node(
        shape, area, Area(area.x + _PAD, area.y + _PAD, area.width - 2 * _PAD, len(lines) * LINE), lines, (), None
    )


def _inside(shape: ChartShape, area: Area) -> Node:
    stripe = 0 if shape.figure in CENTERED else STRIPE if area.width >= WITH_STRIPE else _PAD
    inner = max(area.width - stripe - 2 * _PAD, 20)
    lines = _wrapped(shape.name, inner, max(int((area.height - 4) // LINE), 1))
    high = len(lines) * LINE
    return Node(shape, area, Area(area.x + _PAD, area.center.y - high / 2, inner, high), lines, (), None)


def _beside(shape: ChartShape, area: Area) -> Node:
    label = shape.placed.label if shape.placed is not None else None
    lines = _wrapped(shape.name, max(label.width, 40) if label is not None else 100, 4)
    wide, high = max((width(each, SIZE) for each in lines), default=0), len(lines) * LINE
    at = label if label is not None else Area(area.center.x - wide / 2, area.bottom + 3, wide, high)
    return Node(shape, area, Area(at.center.x - wide / 2, at.y, wide, high), lines, (), None)


def _wrapped(name: str, room: float, lines: int) -> tuple[str, ...]:
    return wrap(name, room, SIZE, lines) if name.strip() else ()


def _edges(chart: Chart, areas: Mapping[str, Area]) -> Iterator[Edge]:
    """The connections. One with a name is a shape of its own: its line leads from the shape before it to the shape after it."""
    shapes = {each.id: each for each in chart.shapes}
    for each in chart.shapes:
        if _is_line(each):
            continue
        for before in each.predecessors:
            source = shapes.get(before)
            if source is None:
                continue
            if _is_line(source) and source.placed is not None:
                yield Edge(source.id, each.id, _named_line(source, each, shapes, areas), is_loop=False)
            else:
                yield Edge(source.id, each.id, _line(source, each, areas), is_loop=False)


def _named_line(
    source: ChartShape, target: ChartShape, shapes: Mapping[str, ChartShape], areas: Mapping[str, Area]
) -> tuple[Point, ...]:
    """The line of a connection with a name, which leads past that name where one of its ends was moved."""
    assert source.placed is not None
    before = next((shapes[key] for key in source.predecessors if key in shapes), None)
    if before is None or not (_is_moved(before) or _is_moved(target)):
        return source.placed.line
    return (*_elbow(areas[before.id], areas[source.id]), *_elbow(areas[source.id], areas[target.id]))


def _is_moved(shape: ChartShape) -> bool:
    return shape.placed is not None and shape.placed.is_moved


def _is_line(shape: ChartShape) -> bool:
    return shape.placed is not None and shape.placed.area is None and len(shape.placed.line) > 1


def _line(source: ChartShape, target: ChartShape, areas: Mapping[str, Area]) -> tuple[Point, ...]:
    if _is_moved(source) or _is_moved(target):
        return _elbow(areas[source.id], areas[target.id])
    if target.placed is not None and source.placed is not None:
        given = target.placed.into.get(source.placed.key, ())
        if len(given) > 1:
            return given
    one, other = areas[source.id], areas[target.id]
    return _border(one, other.center), _border(other, one.center)


def _elbow(one: Area, other: Area) -> tuple[Point, ...]:
    """A line of straight parts: across where there is room between two areas, else down or up, else straight."""
    (x, y), (to_x, to_y) = one.center, other.center
    right, below = max(other.x - one.right, one.x - other.right), max(other.y - one.bottom, one.y - other.bottom)
    if right >= _ROOM and right >= below:
        start, end = (one.right, other.x) if other.x >= one.right else (one.x, other.right)
        middle = (start + end) / 2
        return _straightened(Point(start, y), Point(middle, y), Point(middle, to_y), Point(end, to_y))
    if below >= _ROOM:
        start, end = (one.bottom, other.y) if other.y >= one.bottom else (one.y, other.bottom)
        middle = (start + end) / 2
        return _straightened(Point(x, start), Point(x, middle), Point(to_x, middle), Point(to_x, end))
    return _border(one, other.center), _border(other, one.center)


def _straightened(start: Point, one: Point, other: Point, end: Point) -> tuple[Point, ...]:
    return (start, end) if one == other else (start, one, other, end)


def _border(area: Area, towards: Point) -> Point:
    """Where the line from the middle of an area towards a point leaves the area."""
    center = area.center
    x, y = towards.x - center.x, towards.y - center.y
    if x == y == 0:
        return Point(center.x, area.bottom)
    far = min(area.width / 2 / abs(x) if x else 1e9, area.height / 2 / abs(y) if y else 1e9)
    return Point(round(center.x + x * far, 1), round(center.y + y * far, 1))


def _lane(name: str, id_: str | None, area: Area, chart: Chart) -> Lane:
    head = Area(area.x, area.y, _HEAD, area.height) if chart.to_the_right else Area(area.x, area.y, area.width, _HEAD)
    return Lane(name, id_, area, head)


def _moved(chart: Chart, nodes: Sequence[Node], edges: Sequence[Edge], lanes: Sequence[Lane]) -> Drawing:
    """Everything moved to the upper left corner of the drawing."""
    wholes = [*(each.whole if each.lines else each.area for each in nodes), *(each.area for each in lanes)]
    points = [each for edge in edges for each in edge.points]
    x = _MARGIN - min((*(each.x for each in wholes), *(each.x for each in points)))
    y = _MARGIN - min((*(each.y for each in wholes), *(each.y for each in points)))
    right = max((*(each.right for each in wholes), *(each.x for each in points)))
    bottom = max((*(each.bottom for each in wholes), *(each.y for each in points)))
    return Drawing(
        chart,
        tuple(replace(each, area=each.area.moved(x, y), label=each.label.moved(x, y)) for each in nodes),
        tuple(replace(each, points=tuple(Point(at.x + x, at.y + y) for at in each.points)) for each in edges),
        tuple(replace(each, area=each.area.moved(x, y), head=each.head.moved(x, y)) for each in lanes),
        round(right + x + _MARGIN, 1),
        round(bottom + y + _MARGIN, 1),
        Point(x, y),
    )


def parsed_place(given: Mapping[str, object]) -> PlaceInFile:
    """A place as it is stored: key, area, area of the name, line, and lines by the key of the shape before. Wrong values are left out."""
    into = given.get("from")
    return PlaceInFile(
        str(given.get("key", "")),
        _parsed_area(given.get("at")),
        _parsed_area(given.get("label")),
        _parsed_line(given.get("line")),
        {str(key): _parsed_line(line) for key, line in into.items()} if isinstance(into, dict) else {},
    )


def parsed_area(value: object) -> Area | None:
    """The area of `[x, y, width, height]`; None if it is no area of a drawing."""
    return _parsed_area(value)


def _parsed_area(value: object) -> Area | None:
    numbers = _numbers(value)
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        return None
    return Area(*numbers)


def _parsed_line(value: object) -> tuple[Point, ...]:
    if not isinstance(value, list):
        return ()
    points = [Point(*numbers) for each in value if len(numbers := _numbers(each)) == 2]
    return tuple(points) if len(points) > 1 and len(set(points)) > 1 else ()


_FAR: Final = 100_000
"""Coordinates beyond it are mistakes."""


def _numbers(value: object) -> list[float]:
    if not isinstance(value, list):
        return []
    found = [float(each) for each in value if isinstance(each, int | float) and abs(each) <= _FAR]
    return found if len(found) == len(value) else []
