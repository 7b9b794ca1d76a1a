"""The picture of the parts: who calls, which folders answer, where the data are. Laid out by hand."""

from collections.abc import Iterable
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 980
HEIGHT: Final = 640

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


_FRAMES: Final = (
    Box(20, 150, 600, 360, "process", "facetstore serve", ("one process, or several workers",)),
    Box(660, 150, 300, 360, "process", "facetstore …", ("tenant, token, import, export, doctor …",)),
)
_BOXES: Final = (
    Box(20, 20, 140, 70, "caller", "Clients", ("of the interface,", "old and new")),
    Box(173, 20, 140, 70, "caller", "Scripts", ("Python, C#,", "PowerShell, curl")),
    Box(326, 20, 140, 70, "caller", "Programs", ("reports, agents,", "integrations")),
    Box(480, 20, 140, 70, "caller", "Browsers", ("/_docs shows and", "tries everything")),
    Box(660, 20, 300, 70, "caller", "Administrators", ("tenants, tokens, bundles, own types",)),
    Box(40, 205, 560, 62, "adapter", "rest", ("kept answers · route table · handlers · rendering · OpenAPI · log",)),
    Box(40, 283, 560, 62, "core", "usecases", ("elements · catalog · reporting · info · release · tenants · tokens",)),
    Box(40, 361, 110, 62, "core", "query", ("$-parameters",)),
    Box(158, 361, 122, 62, "core", "metamodel", ("types as YAML",)),
    Box(288, 361, 96, 62, "core", "regional", ("cultures",)),
    Box(392, 361, 100, 62, "core", "drawing", ("layout, SVG",)),
    Box(500, 361, 100, 62, "core", "domain", ("values",)),
    Box(40, 439, 560, 56, "adapter", "storage", ("one SQL for both engines · documents · history · migrations",)),
    Box(680, 205, 260, 62, "adapter", "cli", ("reads options, tells results",)),
    Box(680, 283, 260, 62, "adapter", "bootstrap", ("settings, serving, demo tenant",)),
    Box(680, 361, 260, 62, "adapter", "exchange", ("bundles, demo, generator",)),
    Box(680, 439, 260, 56, "core", "usecases, storage", ("the same as on the left",)),
    Box(20, 560, 290, 62, "data", "SQLite", ("a file below ./data",)),
    Box(330, 560, 290, 62, "data", "PostgreSQL", ("for several machines",)),
    Box(660, 560, 300, 62, "ground", "Revision", ("each change takes one, each request reads it",)),
)
_ARROWS: Final = (
    Arrow(320, 90, 320, 150, "HTTP with a token"),
    Arrow(810, 90, 810, 150, "shell"),
    Arrow(165, 510, 165, 560),
    Arrow(475, 510, 475, 560),
    Arrow(660, 480, 622, 558),
)


def render_parts() -> str:
    """The picture as SVG. It has a background of its own, so that it can be read on dark pages, too."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="system-ui, -apple-system, Segoe UI, sans-serif" role="img" aria-labelledby="title">',
        '<title id="title">The parts of Facetstore: callers, the service with its layers, commands, databases</title>',
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        f'<path d="M0 0 L8 4 L0 8 z" fill="{_LINE}"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#fbfcfd"/>',
        *_boxes(_FRAMES),
        *_boxes(_BOXES),
        *(_arrow(each) for each in _ARROWS),
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
