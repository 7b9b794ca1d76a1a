"""The figures of shapes: boxes with a coloured stripe, circles, diamonds, capsules, and what BPMN draws around a flow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from facetstore.drawing.chart import Area, Node
from facetstore.drawing.figures import STRIPE, WITH_STRIPE
from facetstore.drawing.style import both, fill, ink_on, stroke

_ROUND: Final = 7
_DECK: Final = 4
"""How far the second sheet of a box with its own diagram is visible."""

ICONS: Final = {
    "none": "",
    "element": "M8 2.5 13.5 8 8 13.5 2.5 8Z",
    "task": "M2.5 4.5a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2ZM5.2 8.2l2 2 3.6-4",
    "process": "M2 3.5h4.5L9.5 8l-3 4.5H2L5 8ZM9.5 3.5h1.8L14.3 8l-3 4.5H9.5",
    "scenario": "M3 13V3M3 3.5h9.5l-2 2.75 2 2.75H3",
    "house": "M2 8 8 2.5 14 8M3.8 6.8v6.7h8.4V6.8M6.6 13.5V9.6h2.8v3.9",
    "category": "M2.5 2.5h4.4v4.4H2.5ZM9.1 2.5h4.4v4.4H9.1ZM2.5 9.1h4.4v4.4H2.5ZM9.1 9.1h4.4v4.4H9.1Z",
    "view": "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z",
    "interface": "M9 2.5H3.5v11H9M6.5 8h7.5M11 5l3 3-3 3",
    "condition": "M5.7 6A2.4 2.4 0 0 1 8 4.2c1.4 0 2.4.9 2.4 2.1C10.4 8 8 8.2 8 10M8 12.1v.3",
    "and": "M8 2.5v11M2.5 8h11",
    "or": "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z",
    "xor": "M3.5 3.5l9 9M12.5 3.5l-9 9",
    "event": "M14 8a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM8 5l3 2.2-1.1 3.5H6.1L5 7.2Z",
    "complex": "M8 2.5v11M2.5 8h11M4.1 4.1l7.8 7.8M11.9 4.1l-7.8 7.8",
    "message": "M2.5 4.5h11v7h-11ZM2.5 4.5 8 9l5.5-4.5",
    "timer": "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM8 4.8V8l2.4 1.6",
    "error": "M3 12.5 6 5l3.5 5L13 3.5 10.5 12 7 7.5Z",
    "escalation": "M8 3l3.5 9.5L8 9l-3.5 3.5Z",
    "cancel": "M4.5 4.5l7 7M11.5 4.5l-7 7",
    "compensation": "M8 4.5v7L3 8ZM13 4.5v7L8 8Z",
    "conditional": "M4 2.5h8v11H4ZM5.8 5.5h4.4M5.8 8h4.4M5.8 10.5h4.4",
    "link": "M2.5 6.5h6V4l5 4-5 4V9.5h-6Z",
    "signal": "M8 3l5.5 9.5h-11Z",
    "terminate": "M11.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM9.7 8a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0Z",
    "multiple": "M8 2.5l5.5 4-2.1 6.5H4.6L2.5 6.5Z",
    "parMultiple": "M6.5 2.5h3v4h4v3h-4v4h-3v-4h-4v-3h4Z",
}
"""The icons on shapes: paths in a square of 16 by 16, drawn as lines."""


def symbol(node: Node) -> str:
    """The figure of a shape without its name."""
    return _FIGURES[node.shape.figure](node)


def _rect(area: Area, look: str, more: str = "") -> str:
    return f'<rect {look} {_size(area)} rx="{_ROUND}"{more}/>'


def _box(node: Node) -> str:
    look = both("box", "rim")
    deck = _rect(node.area.moved(_DECK, _DECK), look) if node.shape.link is not None else ""
    return deck + _rect(node.area, look) + _stripe(node)


def _interface(node: Node) -> str:
    return _rect(node.area, both("box", "rim"), ' stroke-dasharray="5 3"') + _stripe(node)


def _gap(node: Node) -> str:
    return _rect(node.area, both("paper", "rim"), ' stroke-dasharray="2 4"')


def _stripe(node: Node) -> str:
    area, color = node.area, node.shape.color
    if area.width < WITH_STRIPE:
        return f'<rect fill="{color}" {_size(Area(area.right - 5, area.y + 4, 3, area.height - 8))} rx="1.5"/>'
    side = area.height - 2 * _ROUND
    corner = f"a{_ROUND} {_ROUND} 0 0 1"
    path = (
        f"M{area.right - STRIPE:g} {area.y:g}h{STRIPE - _ROUND}{corner} {_ROUND} {_ROUND}v{side:g}"
        f"{corner} -{_ROUND} {_ROUND}h-{STRIPE - _ROUND}z"
    )
    return f'<path d="{path}" fill="{color}"/>' + _icon(
        node.shape.icon, area.right - STRIPE / 2, area.center.y, f'stroke="{ink_on(color)}"', 1.1
    )


def _icon(name: str, x: float, y: float, look: str, scale: float) -> str:
    if not (path := ICONS[name]):
        return ""
    place = f"translate({x - 8 * scale:g} {y - 8 * scale:g}) scale({scale:g})"
    line = 'fill="none" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" transform="{place}" {look} {line}/>'


def _circles(*radii: tuple[float, float]) -> Callable[[Node], str]:
    """Circles with one centre, each with the width of its line."""

    def draw(node: Node) -> str:
        (x, y), color = node.area.center, node.shape.color
        middle = f'cx="{x:g}" cy="{y:g}"'
        paper = f'<circle {fill("box")} {middle} r="{radii[0][0]:g}"/>'
        tint = f'<circle fill="{color}" fill-opacity="0.16" {middle} r="{radii[0][0]:g}"/>'
        lines = (
            f'<circle fill="none" stroke="{color}" stroke-width="{line:g}" {middle} r="{radius:g}"/>'
            for radius, line in radii
        )
        return paper + tint + "".join(lines) + _icon(node.shape.icon, x, y, f'stroke="{color}"', 1)

    return draw


def _gateway(node: Node) -> str:
    area, color = node.area, node.shape.color
    (x, y), half = area.center, area.width / 2
    path = f"M{x:g} {area.y:g}l{half:g} {half:g}l-{half:g} {half:g}l-{half:g} -{half:g}z"
    paper = f'<path {fill("box")} d="{path}" stroke="{color}" stroke-width="2" stroke-linejoin="round"/>'
    tint = f'<path fill="{color}" fill-opacity="0.18" d="{path}"/>'
    look = 'class="s-text" stroke="#1f2933"'
    return paper + tint + _icon(node.shape.icon, x, y, look, 1.15)


def _condition(node: Node) -> str:
    area, color = node.area, node.shape.color
    tip, half = 14, area.height / 2
    flat = area.width - 2 * tip
    path = f"M{area.x:g} {area.center.y:g}l{tip} -{half:g}h{flat:g}l{tip} {half:g}l-{tip} {half:g}h-{flat:g}z"
    paper = f'<path {fill("box")} d="{path}" stroke="{color}" stroke-width="1.5" stroke-linejoin="round"/>'
    return paper + f'<path fill="{color}" fill-opacity="0.14" d="{path}"/>'


def _pool(node: Node) -> str:
    area = node.area
    return f'<rect {stroke("rim")} {_size(area)} fill="none" stroke-width="1.5"/>'


def _group(node: Node) -> str:
    look = f'fill="none" stroke="{node.shape.color}" stroke-width="1.5" stroke-dasharray="8 3 2 3"'
    return _rect(node.area, look)


def _note(node: Node) -> str:
    """A bracket to the left of the text."""
    area = node.area
    path = f"M{area.x + 12:g} {area.y:g}h-12v{area.height:g}h12"
    return f'<path d="{path}" fill="none" stroke="{node.shape.color}" stroke-width="1.5"/>'


def _message(node: Node) -> str:
    """An envelope."""
    area = node.area
    top, high = area.y + area.height / 6, area.height * 2 / 3
    half = area.width / 2
    path = (
        f"M{area.x:g} {top:g}h{area.width:g}v{high:g}h-{area.width:g}zl{half:g} {high * 0.6:g}l{half:g} -{high * 0.6:g}"
    )
    return _outlined(path, node)


def _data(node: Node) -> str:
    """A sheet with a folded corner."""
    area, fold = node.area, 12
    path = (
        f"M{area.x:g} {area.y:g}h{area.width - fold:g}l{fold} {fold}v{area.height - fold:g}h-{area.width:g}z"
        f"M{area.right - fold:g} {area.y:g}v{fold}h{fold}"
    )
    return _outlined(path, node)


def _store(node: Node) -> str:
    """A cylinder."""
    area, rise = node.area, 7
    arc = f"a{area.width / 2:g} {rise} 0 0"
    side = area.height - 2 * rise
    path = (
        f"M{area.x:g} {area.y + rise:g}{arc} 1 {area.width:g} 0v{side:g}{arc} 1 -{area.width:g} 0z"
        f"{arc} 0 {area.width:g} 0"
    )
    return _outlined(path, node)


def _outlined(path: str, node: Node) -> str:
    return f'<path {fill("box")} d="{path}" stroke="{node.shape.color}" stroke-width="1.5" stroke-linejoin="round"/>'


def _size(area: Area) -> str:
    return f'x="{area.x:g}" y="{area.y:g}" width="{area.width:g}" height="{area.height:g}"'


def _nothing(_: Node) -> str:
    return ""


_FIGURES: Final[Mapping[str, Callable[[Node], str]]] = {
    "box": _box,
    "interface": _interface,
    "gap": _gap,
    "condition": _condition,
    "gateway": _gateway,
    "start": _circles((17, 1.8)),
    "event": _circles((17, 1.5), (13.5, 1.5)),
    "end": _circles((16, 4)),
    "pool": _pool,
    "message": _message,
    "note": _note,
    "frame": _group,
    "data": _data,
    "store": _store,
    "label": _nothing,
}
