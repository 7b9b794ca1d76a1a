"""From a chart to a drawing: combines ranks, order, positions and routes, and turns them if the flow goes to the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from facetstore.drawing.as_drawn import draw_placed, has_places
from facetstore.drawing.chart import NO_LANE, Area, Chart, ChartShape, Drawing, Edge, Lane, LaneName, Node, Point
from facetstore.drawing.figures import ShapeSize, body_of
from facetstore.drawing.placing import Positions, place
from facetstore.drawing.ranks import Link, Ranks, rank
from facetstore.drawing.routing import Routes, route
from facetstore.drawing.tiers import arrange

_MARGIN: Final = 24
_LANE_HEAD: Final = 38


@dataclass(frozen=True, slots=True)
class _Rows:
    """The positions of rows and channels along the flow."""

    rows: Sequence[float]
    depths: Sequence[float]
    channels: Sequence[float]
    end: float


def lay_out(chart: Chart) -> Drawing:
    """A position for every shape and a route for every connection; the same chart always gives the same drawing."""
    if has_places(chart):
        return draw_placed(chart)
    bodies = [body_of(each, to_the_right=chart.to_the_right) for each in chart.shapes]
    links = _links(chart.shapes)
    starts = {number for number, each in enumerate(chart.shapes) if each.figure == "start"}
    ranks = rank(len(bodies), links, starts)
    names, lanes = _lanes(chart, links, ranks)
    tiers = arrange(links, ranks, lanes)
    places = place(tiers, bodies, len(names))
    routes = route(links, ranks, tiers, places.of, places.end)
    rows = _rows(bodies, ranks, routes, _LANE_HEAD if names else 0)
    return _Pen(chart, bodies, ranks, places, routes, rows, names, lanes).draw(links)


def _links(shapes: Sequence[ChartShape]) -> list[Link]:
    numbers = {each.id: number for number, each in enumerate(shapes)}
    found = [
        (numbers[before], number)
        for number, each in enumerate(shapes)
        for before in each.predecessors
        if before in numbers
    ]
    return sorted(dict.fromkeys(found))


def _lanes(chart: Chart, links: Sequence[Link], ranks: Ranks) -> tuple[Sequence[LaneName], Sequence[int]]:
    """The lanes, and the lane of each shape: its own, else that of the nearest shape before it, else that of the nearest shape
    after it, else the lane for shapes without one."""
    if chart.lanes is None:
        return (), [0] * len(chart.shapes)
    lanes = [each.lane for each in chart.shapes]
    forward = sorted((link for link in links if link not in ranks.loops), key=lambda link: ranks.of[link[1]])
    for source, target in forward:
        lanes[target] = lanes[source] if lanes[target] is None else lanes[target]
    for source, target in reversed(forward):
        lanes[source] = lanes[target] if lanes[source] is None else lanes[source]
    last = len(chart.lanes)
    found = [last if each is None or each == NO_LANE else each for each in lanes]
    needs_unassigned = last in found or not chart.lanes
    return (*chart.lanes, *((LaneName(chart.unassigned),) if needs_unassigned else ())), found


def _rows(bodies: Sequence[ShapeSize], ranks: Ranks, routes: Routes, here: float) -> _Rows:
    depths = [0.0] * (len(routes.tracks) - 1)
    for each, row in zip(bodies, ranks.of, strict=True):
        depths[row] = max(depths[row], each.room)
    rows, channels = [], []
    for number, depth in enumerate(depths):
        channels.append(here)
        # Only connections that lead back cross before the first row or after the last.
        here += routes.channel(number) if number or routes.tracks[0] else 12
        rows.append(here)
        here += depth
    channels.append(here)
    here += routes.channel(len(depths)) if routes.tracks[-1] else 12
    return _Rows(rows, depths, channels, here)


@dataclass(frozen=True, slots=True)
class _Pen:
    """Converts positions across and along the flow into points."""

    chart: Chart
    bodies: Sequence[ShapeSize]
    ranks: Ranks
    places: Positions
    routes: Routes
    rows: _Rows
    names: Sequence[LaneName]
    lanes: Sequence[int]

    def draw(self, links: Sequence[Link]) -> Drawing:
        size = self._point(self.routes.end, self.rows.end)
        return Drawing(
            self.chart,
            tuple(map(self._node, range(len(self.bodies)))),
            tuple(map(self._edge, links)),
            tuple(map(self._lane, range(len(self.names)))),
            size.x + _MARGIN,
            size.y + _MARGIN,
        )

    def _point(self, across: float, along: float) -> Point:
        x, y = (along, across) if self.chart.to_the_right else (across, along)
        return Point(round(x + _MARGIN, 1), round(y + _MARGIN, 1))

    def _middle(self, number: int) -> float:
        """The middle of a figure along the flow."""
        row = self.ranks.of[number]
        return self.rows.rows[row] + self.rows.depths[row] / 2

    def _node(self, number: int) -> Node:
        body, center = self.bodies[number], self._point(self.places.of[number], self._middle(number))
        lane = self.lanes[number] if self.names else None
        figure, label = body.figure.moved(*center), body.label.moved(*center)
        return Node(self.chart.shapes[number], figure, label, body.lines, body.details, lane)

    def _edge(self, link: Link) -> Edge:
        source, target = link
        points = [(self.places.of[source], self._middle(source) + self.bodies[source].depth / 2)]
        for hop in self.routes.hops[link]:
            if (track := self.routes.track(hop.channel, hop.net)) is not None:
                along = self.rows.channels[hop.channel] + track
                points += [(hop.start, along), (hop.end, along)]
        points.append((self.places.of[target], self._middle(target) - self.bodies[target].depth / 2))
        shapes = self.chart.shapes
        return Edge(
            shapes[source].id,
            shapes[target].id,
            tuple(self._point(*each) for each in _without_detours(points)),
            link in self.ranks.loops,
        )

    def _lane(self, number: int) -> Lane:
        named, span = self.names[number], self.places.lanes[number]

        def area(length: float) -> Area:
            start, end = self._point(span.start, 0), self._point(span.end, length)
            return Area(start.x, start.y, end.x - start.x, end.y - start.y)

        return Lane(named.name, named.id, area(self.rows.end), area(_LANE_HEAD))


def _without_detours(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Only the corners: without duplicates and points on the line between their neighbours."""
    found = [points[0]]
    for here, ahead in pairwise([*points[1:], points[-1]]):
        before = found[-1]
        is_corner = not (before[0] == here[0] == ahead[0] or before[1] == here[1] == ahead[1])
        if here != before and is_corner:
            found.append(here)
    if found[-1] != points[-1]:
        found.append(points[-1])
    return found
