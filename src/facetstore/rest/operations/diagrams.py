"""Our own operation diagram-render: a diagram as a picture, or the places of everything in it."""

from __future__ import annotations

from typing import Any

import msgspec

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.drawing.model import Area, Edge, Lane, Node
from facetstore.drawing.svg import render_svg
from facetstore.regional import culture
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.wire.answer import About, Content
from facetstore.rest.wire.media import FORMATS, wants_json
from facetstore.usecases.diagrams import drawings as usecase
from facetstore.usecases.diagrams.drawings import Drawn, Wanted


async def render_diagram(exchange: Exchange) -> Content:
    exchange.options()
    as_json = _is_json(exchange)
    lcid = usecase.parse_drawn_culture(exchange.reading, exchange.parameter("cultureId"))
    links = f"{exchange.texts.api.decode().removesuffix('_api')}{lcid}/BasePlugin/GoTo"
    wanted = Wanted(exchange.parameter("elementId"), lcid, exchange.parameter("layoutKey"), links)
    drawn = await usecase.draw(exchange.reading, wanted)
    about = About(drawn.elements)
    if as_json:
        return Content(msgspec.json.encode({"count": 1, "values": [_diagram(drawn, lcid)]}), about=about)
    known = culture(lcid)
    return Content(render_svg(drawn.drawing, known.name if known else "").encode(), about=about, picture=True)


def _is_json(exchange: Exchange) -> bool:
    asked = exchange.given().get("format")
    if asked is None:
        return wants_json(exchange.call.headers.get(b"accept"))
    if asked not in FORMATS:
        error = f"format is one of {', '.join(FORMATS)}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "format")])
    return asked == "json"


def _diagram(drawn: Drawn, lcid: int) -> dict[str, Any]:
    drawing, row = drawn.drawing, drawn.row
    return {
        "id": row.element,
        "versionId": row.version,
        "type": row.type,
        "name": drawing.chart.title,
        "cultureId": lcid,
        "layout": drawn.layout.key,
        "direction": drawn.layout.direction,
        "width": drawing.width,
        "height": drawing.height,
        "nodes": [_node(each) for each in drawing.nodes],
        "edges": [_edge(each) for each in drawing.edges],
        "lanes": [_lane(each) for each in drawing.lanes],
    }


def _node(node: Node) -> dict[str, Any]:
    shape = node.shape
    told = {
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
    return {name: value for name, value in told.items() if value is not None}


def _edge(edge: Edge) -> dict[str, Any]:
    return {"from": edge.source, "to": edge.target, "isLoop": edge.is_loop, "points": edge.points}


def _lane(lane: Lane) -> dict[str, Any]:
    owner = {} if lane.id is None else {"id": lane.id}
    return {**owner, "name": lane.name, **_area(lane.area), "head": _area(lane.head)}


def _area(area: Area) -> dict[str, float]:
    return {"x": area.x, "y": area.y, "width": area.width, "height": area.height}
