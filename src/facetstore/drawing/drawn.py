"""A chart rendered for a response: a picture, or the positions of everything in it. Both run in a job process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from facetstore.drawing.chart import Area, Chart, Edge, Lane, Node
from facetstore.drawing.layout import lay_out
from facetstore.drawing.svg import render_svg


def draw_svg(chart: Chart, language: str) -> bytes:
    """The chart as SVG, its texts in a language such as `en-US`."""
    return render_svg(lay_out(chart), language).encode()


def draw_paper(chart: Chart, language: str) -> str:
    """The chart as SVG for what is printed."""
    return render_svg(lay_out(chart), language, for_paper=True)


def draw_json(chart: Chart, about: Mapping[str, object]) -> bytes:
    """The chart as JSON, after the other facts about the diagram."""
    return msgspec.json.encode({"count": 1, "values": [{**about, **draw_plain(chart)}]})


def draw_plain(chart: Chart) -> dict[str, Any]:
    """The positions of everything in a chart, as plain data."""
    drawing = lay_out(chart)
    return {
        "width": drawing.width,
        "height": drawing.height,
        "nodes": [_node(each) for each in drawing.nodes],
        "edges": [_edge(each) for each in drawing.edges],
        "lanes": [_lane(each) for each in drawing.lanes],
        **({} if drawing.origin is None else {"origin": drawing.origin}),
    }


def _node(node: Node) -> dict[str, Any]:
    shape = node.shape
    fields = {
        "shapeId": shape.id,
        "id": shape.element,
        "versionId": shape.version,
        "type": shape.type,
        "state": shape.state,
        "name": shape.name,
        "fallback": shape.fallback,
        "figure": shape.figure,
        "icon": shape.icon,
        "color": shape.color,
        "link": shape.link,
        "lane": node.lane,
        **_area(node.area),
        "label": {**_area(node.label), "lines": node.lines, "details": node.details},
    }
    return {name: value for name, value in fields.items() if value is not None}


def _edge(edge: Edge) -> dict[str, Any]:
    return {"from": edge.source, "to": edge.target, "isLoop": edge.is_loop, "points": edge.points}


def _lane(lane: Lane) -> dict[str, Any]:
    owner = {} if lane.id is None else {"id": lane.id}
    return {**owner, "name": lane.name, **_area(lane.area), "head": _area(lane.head)}


def _area(area: Area) -> dict[str, float]:
    return {"x": area.x, "y": area.y, "width": area.width, "height": area.height}
