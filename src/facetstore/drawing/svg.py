"""A drawing as self-contained SVG: no script, no font, no picture, no address except those of links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from facetstore.drawing.chart import Area, Drawing, Edge, Lane, Node, Point
from facetstore.drawing.figures import CENTERED, LINE, SIZE, SMALL, SMALL_LINE
from facetstore.drawing.style import FONT, SHEET, both, fill, stroke
from facetstore.drawing.symbols import symbol
from facetstore.drawing.text import wrap

_HEADING: Final = 62
_RADIUS: Final = 7
_ARROW: Final = 8
_BOLD: Final = 1.15
"""How much wider bold letters are."""
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(value: str) -> str:
    """A text escaped for content and attributes, without characters that XML does not allow."""
    return escape(_NOT_XML.sub("", value))


def render_svg(drawing: Drawing, language: str = "", *, for_paper: bool = False) -> str:
    """The drawing below a heading that says what it is.

    For paper it has neither a heading, which is printed around it, nor a style sheet: typesetters know no colours of screens, and draw
    black what they do not know.
    """
    chart, heading = drawing.chart, 0 if for_paper else _HEADING
    width, height = max(drawing.width, 0 if for_paper else 320), drawing.height + heading
    labelled = f' xml:lang="{text(language)}"' if language else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fs-drawing" width="{width:g}" height="{height:g}" '
        f'viewBox="0 {-heading} {width:g} {height:g}" font-family="{text(FONT)}" font-size="{SIZE}"{labelled} '
        f'role="group" aria-label="{text(chart.title)}">',
        f"<title>{text(chart.title)}</title>",
        *(() if for_paper else (f"<style>{SHEET}</style>",)),
        f'<rect {fill("paper")} x="0" y="{-heading}" width="{width:g}" height="{height:g}"/>',
        *(() if for_paper else _heading(drawing, width)),
        *(each for number, lane in enumerate(drawing.lanes) for each in _lane(lane, number, drawing)),
        *_edges(drawing.edges),
        *map(_node, drawing.nodes),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _heading(drawing: Drawing, width: float) -> Iterator[str]:
    (line,) = wrap(drawing.chart.title, (width - 48) / _BOLD, 20, 1)
    yield f'<text {fill("text")} x="24" y="-30" font-size="20" font-weight="600">{text(line)}</text>'
    (line,) = wrap(drawing.chart.subtitle, width - 48, 12, 1)
    yield f'<text {fill("quiet")} x="24" y="-11" font-size="12">{text(line)}</text>'


def _lane(lane: Lane, number: int, drawing: Drawing) -> Iterator[str]:
    turned = drawing.chart.to_the_right
    yield f"<g><title>{text(lane.name)}</title>"
    yield f"<rect {both('other' if number % 2 else 'lane', 'grid')} {_box(lane.area)}/>"
    yield f"<rect {both('head', 'grid')} {_box(lane.head)}/>"
    room = (lane.head.height if turned else lane.head.width) - 16
    x, y = lane.head.center
    lines = wrap(lane.name, room / _BOLD, SIZE, 2)
    turn = f' transform="rotate(-90 {x:g} {y:g})"' if turned else ""
    yield f'<g {fill("text")} font-weight="600" text-anchor="middle"{turn}>'
    yield from _lines(lines, x, y - len(lines) * 15 / 2, SIZE, 15)
    yield "</g></g>"


def _edges(edges: Sequence[Edge]) -> Iterator[str]:
    yield f'<g {stroke("line")} fill="none" stroke-width="1.5" stroke-linejoin="round">'
    for each in edges:
        yield f'<path d="{_path(each.points)}" data-source="{text(each.source)}" data-target="{text(each.target)}"/>'
    yield f"</g><g {fill('line')}>"
    yield from (f'<path d="{_arrow(*each.points[-2:])}"/>' for each in edges)
    yield "</g>"


def _path(points: Sequence[Point]) -> str:
    """Lines with round corners, ending inside the arrow head."""
    parts = [f"M{points[0].x:g} {points[0].y:g}"]
    for before, here, ahead in zip(points, points[1:], points[2:], strict=False):
        radius = min(_RADIUS, _distance(before, here) / 2, _distance(here, ahead) / 2)
        start, end = _towards(here, before, radius), _towards(here, ahead, radius)
        parts.append(f"L{start.x:g} {start.y:g}Q{here.x:g} {here.y:g} {end.x:g} {end.y:g}")
    end = _towards(points[-1], points[-2], min(_ARROW - 2, _distance(points[-2], points[-1]) / 2))
    return "".join([*parts, f"L{end.x:g} {end.y:g}"])


def _arrow(before: Point, tip: Point) -> str:
    back = _towards(tip, before, _ARROW)
    x, y = (back.y - tip.y) / 2, (tip.x - back.x) / 2
    return f"M{tip.x:g} {tip.y:g}L{back.x + x:g} {back.y + y:g}L{back.x - x:g} {back.y - y:g}Z"


def _distance(one: Point, other: Point) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _towards(start: Point, end: Point, far: float) -> Point:
    whole = _distance(start, end) or 1.0
    return Point(
        round(start.x + (end.x - start.x) * far / whole, 2), round(start.y + (end.y - start.y) * far / whole, 2)
    )


def _node(node: Node) -> str:
    shape = node.shape
    title = f"{shape.name} ({shape.type_name})" if shape.name and shape.type_name else shape.name or shape.type_name
    inner = "".join([symbol(node), *_label(node), _hit(node)])
    if shape.link is not None:
        inner = f'<a href="{text(shape.link)}" target="_top">{inner}</a>'
    return f'<g data-shape="{text(shape.id)}"><title>{text(title)}</title>{inner}</g>'


def _label(node: Node) -> Iterator[str]:
    if not node.lines:
        return
    centered = node.area.y < node.label.y < node.area.bottom and node.shape.figure in CENTERED
    below = node.label.y >= node.area.bottom
    anchor = ' text-anchor="middle"' if centered or below else ""
    x = node.label.center.x if anchor else node.label.x
    yield f"<g {fill('quiet' if node.shape.figure == 'gap' else 'text')}{anchor}>"
    yield from _lines(node.lines, x, node.label.y, SIZE, LINE)
    yield "</g>"
    if node.details:
        top = node.label.y + len(node.lines) * LINE + 9
        line = f'x1="{node.label.x:g}" x2="{node.label.right:g}" y1="{top - 4.5:g}" y2="{top - 4.5:g}"'
        yield f'<line {stroke("grid")} {line}/><g {fill("quiet")} font-size="{SMALL}">'
        yield from _lines(node.details, x, top, SMALL, SMALL_LINE)
        yield "</g>"


def _lines(lines: Sequence[str], x: float, top: float, size: int, step: int) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield f'<text x="{x:g}" y="{top + number * step + step / 2 + size * 0.36:g}">{text(line)}</text>'


def _hit(node: Node) -> str:
    """The area that reacts to the mouse, and the attributes by which clients of the reference find shapes (D7.3)."""
    shape = node.shape
    known = {"guid": shape.element, "type": shape.entity_type, "shape-id": shape.id} if shape.element else {}
    data = "".join(f' data-pz-{name}="{text(value)}"' for name, value in known.items())
    return f'<rect fill="transparent" {_box(node.area)}{data}/>'


def _box(area: Area) -> str:
    return f'x="{area.x:g}" y="{area.y:g}" width="{area.width:g}" height="{area.height:g}"'
