"""The picture of the walls: what a request passes before it reaches data, and what each wall answers to what it stops."""

from typing import Final, NamedTuple

from script.lib.boxes_picture import Arrow, Box, render_boxes

_SIZE: Final = (980, 300)
_TITLE: Final = "The walls of Facetstore: what a request passes on its way to the data, and what each wall refuses"


class _Wall(NamedTuple):
    """One wall: what it looks at, and what it answers to what does not pass."""

    kind: str
    title: str
    looks: tuple[str, ...]
    refuses: str


_WALLS: Final = (
    _Wall("caller", "Connections", ("headers ≤ 32 KB", "and ≤ 10 s, bodies", "≥ 1 KB a second"), "408, 431, 503"),
    _Wall("caller", "Gate", ("64 a process,", "half for a tenant,", "tenants in turn"), "503, at once"),
    _Wall("adapter", "Who you are", ("token or session,", "and the count of", "access changes"), "401"),
    _Wall("core", "Judge", ("see, open, edit,", "delete, move,", "release; why not"), "403, 404"),
    _Wall("ground", "Budget", ("weight of filters,", "time of statements,", "job processes"), "400 too-costly"),
    _Wall("data", "Two walls", ("tenant in each key,", "row security on", "PostgreSQL"), "no rows"),
)
_TOP: Final = 40
_WIDTH: Final = 140
_STEP: Final = 160


def render_walls() -> str:
    """The picture as SVG."""
    boxes, arrows = list[Box](), list[Arrow]()
    for number, wall in enumerate(_WALLS):
        x = 20 + number * _STEP
        boxes.append(Box(x, _TOP, _WIDTH, 110, wall.kind, wall.title, wall.looks))
        boxes.append(Box(x, 210, _WIDTH, 60, "process", "refused", (wall.refuses,)))
        arrows.append(Arrow(x + _WIDTH // 2, 150, x + _WIDTH // 2, 208))
        if number:
            arrows.append(Arrow(x - _STEP + _WIDTH, 95, x, 95))
    return render_boxes(_TITLE, _SIZE, boxes, arrows)
