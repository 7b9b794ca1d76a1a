"""Pictures of boxes and arrows, laid out by hand, as SVG."""

from collections.abc import Iterable
from html import escape
from typing import Final, NamedTuple

_INK: Final = "#1f2933"
_QUIET: Final = "#52606d"
_LINE: Final = "#7b8794"
_FILL: Final = {
    "caller": "#eef2f7",
    "process": "#ffffff",
    "adapter": "#dbeafe",
    "core": "#e3f6e8",
    "ground": "#fdf3d8",
    "data": "#e9e4f5",
}


class Box(NamedTuple):
    """A rectangle with a heading and lines of small text."""

    x: int
    y: int
    width: int
    height: int
    kind: str
    title: str
    lines: tuple[str, ...] = ()


class Arrow(NamedTuple):
    x1: int
    y1: int
    x2: int
    y2: int
    label: str = ""


def render_boxes(title: str, size: tuple[int, int], boxes: Iterable[Box], arrows: Iterable[Arrow]) -> str:
    """The picture as SVG. It has a background of its own, so that it can be read on dark pages, too."""
    width, height = size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="system-ui, -apple-system, Segoe UI, sans-serif" role="img" aria-labelledby="title">',
        f'<title id="title">{escape(title)}</title>',
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        f'<path d="M0 0 L8 4 L0 8 z" fill="{_LINE}"/></marker></defs>',
        f'<rect width="{width}" height="{height}" rx="10" fill="#fbfcfd"/>',
        *_boxes(boxes),
        *(_arrow(each) for each in arrows),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _boxes(boxes: Iterable[Box]) -> Iterable[str]:
    for box in boxes:
        yield (
            f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="7" '
            f'fill="{_FILL[box.kind]}" stroke="{_LINE}" stroke-width="1"/>'
        )
        x = box.x + 14
        yield _text(x, box.y + 24, box.title, size=15, weight=600, fill=_INK)
        for number, line in enumerate(box.lines):
            yield _text(x, box.y + 43 + 16 * number, line, size=12, weight=400, fill=_QUIET)


def _arrow(arrow: Arrow) -> str:
    line = (
        f'<line x1="{arrow.x1}" y1="{arrow.y1}" x2="{arrow.x2}" y2="{arrow.y2}" stroke="{_LINE}" '
        'stroke-width="1.5" marker-end="url(#head)"/>'
    )
    if not arrow.label:
        return line
    return line + _text(arrow.x1 + 10, (arrow.y1 + arrow.y2) // 2 + 4, arrow.label, size=12, weight=400, fill=_QUIET)


def _text(x: int, y: int, text: str, *, size: int, weight: int, fill: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}">{escape(text)}</text>'
