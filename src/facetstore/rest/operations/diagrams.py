"""Our own operation diagram-render (a diagram as a picture, or as coordinates), and operation 11, which changes the shapes of one."""

from __future__ import annotations

from typing import Final

import msgspec

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.drawing.drawn import draw_json, draw_svg
from facetstore.regional import culture
from facetstore.rest.operations.drawn_parts import about_drawing, diagram_links
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.scripts import (
    change_by_script,
    draw_script,
    refuse_for_items,
    script_lines,
    wants_script,
)
from facetstore.rest.operations.write_requests import read_flag, read_json, write
from facetstore.rest.wire.answer import About, Content
from facetstore.rest.wire.media import FORMATS, wants_json
from facetstore.rest.wire.warnings import render_warnings
from facetstore.usecases.diagrams import drawings as usecase
from facetstore.usecases.diagrams.diagram_content import change_content
from facetstore.usecases.diagrams.drawings import DrawingWanted
from facetstore.usecases.ports.job_runner import IN_PLACE
from facetstore.usecases.reading.accessing import access_view
from facetstore.usecases.writing import Writing

MANY_SHAPES: Final = 40
"""Diagrams with this many shapes or more are drawn in a job process: it takes 5 to 10 ms and more."""


async def render_diagram(exchange: Exchange) -> Content:
    as_json = _is_json(exchange)
    lcid = usecase.parse_drawn_culture(exchange.reading, exchange.parameter("cultureId"))
    links = diagram_links(exchange, lcid)
    detailed = read_flag(exchange, "detailed")
    wanted = DrawingWanted(exchange.parameter("elementId"), lcid, exchange.parameter("layoutKey"), links, detailed)
    sketched = await usecase.sketch(exchange.reading, wanted)
    about = About(sketched.elements)
    jobs = exchange.jobs if len(sketched.chart.shapes) >= MANY_SHAPES else IN_PLACE
    tenant = exchange.reading.served.tenant.key
    if as_json:
        known = about_drawing(sketched, lcid)
        if read_flag(exchange, "script"):
            lines, named = await script_lines(exchange, sketched, lcid)
            known, about = {**known, "script": lines}, About((*sketched.elements, *named))
        body = await jobs.run(tenant, draw_json, sketched.chart, known)
        return Content(body, about=about)
    language = culture(lcid)
    body = await jobs.run(tenant, draw_svg, sketched.chart, language.name if language else "")
    return Content(body, about=about, picture=True)


def _is_json(exchange: Exchange) -> bool:
    asked = exchange.given().get("format")
    if asked is None:
        return wants_json(exchange.call.headers.get(b"accept"))
    if asked not in FORMATS:
        error = f"format is one of {', '.join(FORMATS)}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "format")])
    return asked == "json"


async def create_content(exchange: Exchange) -> Content:
    """Add, change, connect and delete shapes, one by one or by a script."""
    if wants_script(exchange):
        return await (draw_script if "draw" in exchange.given() else change_by_script)(exchange)
    refuse_for_items(exchange)
    facet, _ = access_view(exchange.reading.metamodel, exchange.parameter("facetId"), exchange.parameter("viewId"))
    element, body = exchange.parameter("elementId"), await read_json(exchange)

    async def work(writing: Writing) -> Content:
        change = await change_content(writing, facet.name, element, body)
        values = [{"id": each.id, "index": each.index} for each in change.answers]
        findings = {"findings": render_warnings(change.warnings)} if change.warnings else {}
        return Content(msgspec.json.encode({"count": len(values), "values": values, **findings}))

    return await write(exchange, work)
