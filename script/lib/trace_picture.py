"""The picture of a trace: a column for each layer, modules as boxes from the first one called down, crossings as arrows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from script.lib.trace_calls import Trace, layer_of, lines_of

LAYERS: Final = ("rest", "usecases", "storage", "query", "regional", "metamodel", "domain")
"""The columns, from left to right, in the order that crosses the fewest others. Layers that a trace does not enter have none."""
_OTHERS: Final = ("cli", "bootstrap", "exchange", "auth", "drawing")

_INK: Final = "#1f2933"
_QUIET: Final = "#52606d"
_TOO_LONG: Final = "#b42318"
_BAND: Final = {
    "rest": "#e8f0fd",
    "usecases": "#e9f7ed",
    "storage": "#efebf8",
    "query": "#fdf5df",
    "regional": "#f3f4f6",
    "metamodel": "#fdeee4",
    "domain": "#e6f5f6",
}
_ARROW: Final = {
    "rest": "#2f6fd0",
    "usecases": "#2c8a4b",
    "storage": "#6d4fb5",
    "query": "#b58a12",
    "regional": "#6b7280",
    "metamodel": "#c2601d",
    "domain": "#16808a",
}
_WIDTH: Final = 172
_GAP: Final = 50
_ROW: Final = 30
_BOX: Final = 22
_BEND: Final = 34
_TOP: Final = 108
_MARGIN: Final = 24


class _Place(NamedTuple):
    x: int
    y: int

    @property
    def middle(self) -> int:
        return self.y + _BOX // 2


def render_trace(name: str, trace: Trace, longest: int) -> str:
    """The picture as SVG, with a background of its own, so that it can be read on dark pages, too. Modules of more than `longest`
    lines are drawn in red."""
    columns = [layer for layer in (*LAYERS, *_OTHERS) if layer in set(map(layer_of, trace.modules))]
    places = _places(trace.modules, columns)
    width = 2 * _MARGIN + len(columns) * (_WIDTH + _GAP) - _GAP
    height = max(place.y for place in places.values()) + _ROW + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="system-ui, -apple-system, Segoe UI, sans-serif" role="img" aria-labelledby="title">',
        f'<title id="title">{escape(_sentence(name, trace))}</title>',
        f"<defs>{''.join(_heads(columns))}</defs>",
        f'<rect width="{width}" height="{height}" rx="10" fill="#fbfcfd"/>',
        _text(_MARGIN, 36, name.capitalize(), size=20, weight=600),
        _text(_MARGIN, 60, _sentence(name, trace).partition(": ")[2], size=13, fill=_QUIET),
        *_bands(columns, height),
        *_arrows(trace, places),
        *_boxes(places, longest),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _sentence(name: str, trace: Trace) -> str:
    crossings = trace.crossings.total()
    return f"{name.capitalize()}: {len(trace.modules)} files, {crossings} calls from one layer to another"


def _places(modules: Iterable[str], columns: Sequence[str]) -> Mapping[str, _Place]:
    """Where the boxes stand. Rows never go up; modules of different layers that follow each other may share one."""
    places, row, filled = dict[str, _Place](), 0, dict[str, int]()
    for module in modules:
        layer = layer_of(module)
        row = max(row, filled.get(layer, -1) + 1)
        filled[layer] = row
        places[module] = _Place(_MARGIN + columns.index(layer) * (_WIDTH + _GAP), _TOP + row * _ROW)
    return places


def _heads(columns: Iterable[str]) -> Iterator[str]:
    for layer in columns:
        yield (
            f'<marker id="to-{layer}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" '
            f'markerUnits="userSpaceOnUse"><path d="M0 0 L8 4 L0 8 z" fill="{_ARROW.get(layer, _QUIET)}"/></marker>'
        )


def _bands(columns: Iterable[str], height: int) -> Iterator[str]:
    for number, layer in enumerate(columns):
        x = _MARGIN + number * (_WIDTH + _GAP) - 10
        yield (
            f'<rect x="{x}" y="74" width="{_WIDTH + 20}" height="{height - 74 - _MARGIN // 2}" rx="8" '
            f'fill="{_BAND.get(layer, "#f3f4f6")}"/>'
        )
        yield _text(x + 10, 94, layer, size=14, weight=600)


def _arrows(trace: Trace, places: Mapping[str, _Place]) -> Iterator[str]:
    arriving = Counter[tuple[str, bool]]()
    for (caller, module), number in trace.crossings.items():
        begin, end = places[caller], places[module]
        right = end.x > begin.x
        arriving[module, right] += number
        x1, x2 = (begin.x + _WIDTH, end.x - 1) if right else (begin.x, end.x + _WIDTH + 1)
        bend = _BEND if right else -_BEND
        yield (
            f'<path d="M{x1} {begin.middle} C{x1 + bend} {begin.middle} {x2 - bend} {end.middle} {x2} {end.middle}" '
            f'fill="none" stroke="{_ARROW.get(layer_of(module), _QUIET)}" stroke-width="1.2" stroke-opacity="0.75" '
            f'marker-end="url(#to-{layer_of(module)})"/>'
        )
    yield from (_number(places[module], number, right) for (module, right), number in arriving.items() if number > 1)


def _number(place: _Place, number: int, right: bool) -> str:
    """How many calls arrive at a box on one side, where it is more than one."""
    x, anchor = (place.x - 9, "end") if right else (place.x + _WIDTH + 9, "start")
    return _text(x, place.middle - 4, f"{number} ×", size=10, anchor=anchor)


def _boxes(places: Mapping[str, _Place], longest: int) -> Iterator[str]:
    for module, place in places.items():
        lines = lines_of(module)
        colour = _TOO_LONG if lines > longest else "#9aa5b1"
        yield (
            f'<rect x="{place.x}" y="{place.y}" width="{_WIDTH}" height="{_BOX}" rx="4" fill="#ffffff" stroke="{colour}"/>'
        )
        yield _text(place.x + 6, place.middle + 4, module.partition("/")[2], size=10.5)
        colour = _TOO_LONG if lines > longest else _QUIET
        yield _text(place.x + _WIDTH - 5, place.middle + 4, str(lines), size=9, fill=colour, anchor="end")


def _text(x: int, y: int, text: str, *, size: float, weight: int = 400, fill: str = _INK, anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )
