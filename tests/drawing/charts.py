"""Charts at random: flows with branches, joins, loops, shapes that nothing leads to, lanes and names of all lengths."""

from typing import Any

from hypothesis import strategies as st

from facetstore.drawing.chart import Chart, ChartShape, LaneName

FIGURES = ("box", "start", "event", "end", "gateway", "condition", "interface")
NAMES = (
    "",
    "Check",
    "Lieferschein mit der Bestellung vergleichen",
    "Donaudampfschifffahrtsgesellschaft" * 3,
    "検査 🚚",
)


def shape(number: int, *before: int, **more: Any) -> ChartShape:
    name = more.pop("name", f"Step {number}")
    return ChartShape(
        f"s{number}", f"e{number}", "task", name, predecessors=tuple(f"s{each}" for each in before), **more
    )


_LOOKS = st.tuples(st.sampled_from(FIGURES), st.sampled_from(NAMES), st.booleans())
_FLOWS = st.lists(st.tuples(st.lists(st.integers(0, 14), max_size=3), _LOOKS, st.integers(-2, 3)), max_size=15)


@st.composite
def charts(draw: st.DrawFn) -> Chart:
    flow = draw(_FLOWS)
    lanes = draw(st.sampled_from((None, 0, 1, 3)))
    shapes = tuple(
        shape(
            number,
            *(each % len(flow) for each in before),
            figure=figure,
            name=name,
            details=(name, name) if has_details else (),
            lane=None if lanes is None or lane == -2 else min(lane, lanes - 1),
        )
        for number, (before, (figure, name, has_details), lane) in enumerate(flow)
    )
    names = None if lanes is None else tuple(LaneName(f"Lane {number}", f"r{number}") for number in range(lanes))
    return Chart("Anything", "", shapes, names, "Nobody", to_the_right=draw(st.booleans()))
