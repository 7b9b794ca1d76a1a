"""The picture of the star schema: elements in the middle, the facts about them, and the dimensions, made from the tables that the feed has."""

from typing import Final

from facetstore.usecases.analysis.dimensions import CULTURES, DAYS, STATES, TYPES
from facetstore.usecases.analysis.stars import ELEMENTS, FACTS
from facetstore.usecases.ports.analysis_reads import GRAINS, Grain
from script.lib.boxes_picture import Arrow, Box, render_boxes

_SIZE: Final = (980, 430)
_TITLE: Final = "The star schema: facts about elements, and the dimensions that they lead to"
_DIMENSIONS: Final = {
    TYPES: ("type, typeName,", "facet, facetName"),
    STATES: ("state, stateName,", "isReleased, …"),
    DAYS: ("day, year, month,", "isoWeek, …"),
    CULTURES: ("culture,", "cultureName"),
}
_WIDTH: Final = 170
_STEP: Final = 192


def render_star() -> str:
    """The picture as SVG."""
    boxes, arrows = list[Box](), list[Arrow]()
    boxes.append(Box(310, 165, 360, 80, "core", ELEMENTS, _listed(Grain.ELEMENT, 6, 3)))
    for number, (name, grain) in enumerate(FACTS.items()):
        x = 20 + number * _STEP
        boxes.append(Box(x, 20, _WIDTH, 95, "adapter", name, _listed(grain, 5, 2)))
        arrows.append(Arrow(x + _WIDTH // 2, 115, 340 + number * 75, 165))
    for number, (name, lines) in enumerate(_DIMENSIONS.items()):
        x = 90 + number * 215
        boxes.append(Box(x, 310, _WIDTH, 80, "data", name, lines))
        arrows.append(Arrow(360 + number * 85, 245, x + _WIDTH // 2, 310))
    return render_boxes(_TITLE, _SIZE, boxes, arrows)


def _listed(grain: Grain, most: int, a_line: int) -> tuple[str, ...]:
    """The first columns of a fact, some a line."""
    names = [*GRAINS[grain]][:most]
    lines = [", ".join(names[start : start + a_line]) for start in range(0, len(names), a_line)]
    return (*(f"{line}," for line in lines[:-1]), f"{lines[-1]}, …")
