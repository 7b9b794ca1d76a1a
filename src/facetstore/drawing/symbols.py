"""The figures of shapes: boxes with a coloured stripe, circles, diamonds, capsules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from facetstore.drawing.figures import STRIPE
from facetstore.drawing.icons import ICONS
from facetstore.drawing.model import Area, Node
from facetstore.drawing.style import both, fill, ink_on

_ROUND: Final = 7
_DECK: Final = 4
"""How far the second sheet of a box with its own diagram is visible."""


def symbol(node: Node) -> str:
    """The figure of a shape without its name."""
    return _FIGURES[node.shape.figure](node)


def _rect(area: Area, look: str, more: str = "") -> str:
    size = f'x="{area.x:g}" y="{area.y:g}" width="{area.width:g}" height="{area.height:g}"'
    return f'<rect {look} {size} rx="{_ROUND}"{more}/>'


def _box(node: Node) -> str:
    look = both("box", "rim")
    deck = _rect(node.area.moved(_DECK, _DECK), look) if node.shape.link is not None else ""
    return deck + _rect(node.area, look) + _stripe(node)


def _interface(node: Node) -> str:
    return _rect(node.area, both("box", "rim"), ' stroke-dasharray="5 3"') + _stripe(node)


def _stripe(node: Node) -> str:
    area, color = node.area, node.shape.color
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


_FIGURES: Final[Mapping[str, Callable[[Node], str]]] = {
    "box": _box,
    "interface": _interface,
    "condition": _condition,
    "gateway": _gateway,
    "start": _circles((17, 1.8)),
    "event": _circles((17, 1.5), (13.5, 1.5)),
    "end": _circles((16, 4)),
}
