"""A script drawn before it is stored: lines that stand for shapes keep what is known about them, the others are drawn by their type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple
from uuid import UUID

from facetstore.drawing.chart import NO_LANE, Chart, ChartShape, LaneName
from facetstore.drawing.drawn import draw_plain
from facetstore.flow_script.script_reader import read_script
from facetstore.flow_script.script_steps import FlowStep
from facetstore.metamodel.model import ElementType, Layout, Metamodel
from facetstore.metamodel.script_grammar import Grammar
from facetstore.usecases.diagrams.drawings import DrawingWanted, Sketched, sketch
from facetstore.usecases.diagrams.script_changes import match_steps
from facetstore.usecases.diagrams.script_flow import ShownStep, context_of
from facetstore.usecases.diagrams.script_writing import GivenScript, read_flow
from facetstore.usecases.ports.selections import NOTHING
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.tenancy import Reading

_NEW: Final = 0xFACE << 112
"""Where the ids of shapes begin that are not stored yet. The number of their line follows."""


class LineLook(NamedTuple):
    """How the lines of a type are drawn."""

    figure: str
    icon: str
    color: str
    lane_mark: str | None
    """The mark whose first name is the lane of a line; None: lines of this type have no lane of their own."""


@dataclass(frozen=True, slots=True)
class ScriptPreview:
    """All that is needed to draw a script, without storage. It goes to a job process."""

    text: str
    grammar: Grammar
    shown: Sequence[ShownStep]
    chart: Chart
    """What is stored."""
    looks: Mapping[str, LineLook]
    called: str | None
    """The type of an element that is called for the first time."""


async def prepare_preview(
    reading: Reading, facet_name: str, view_name: str, wanted: DrawingWanted, given: GivenScript
) -> tuple[Sketched, ScriptPreview]:
    """What is stored of a diagram, for a drawing of a script of it. Raises NotFound, Forbidden."""
    facet, _ = access_view(reading.metamodel, facet_name, view_name)
    async with reading.opened.snapshot():
        row = await access_element(reading, facet, wanted.element_id, NOTHING)
        shown = await read_flow(reading, row, given.culture)
    sketched = await sketch(reading, wanted)
    metamodel, diagram = reading.metamodel, reading.metamodel.types[row.type]
    looks = {each.key: _look(metamodel, each, sketched.layout) for each in metamodel.types.values()}
    called = next((key for key in diagram.content if key in looks and not metamodel.types[key].flow), None)
    return sketched, ScriptPreview(given.text, metamodel.grammar, shown, sketched.chart, looks, called)


def _look(metamodel: Metamodel, element_type: ElementType, layout: Layout) -> LineLook:
    lanes = {context for context in layout.lanes if context in element_type.contexts}
    marks = metamodel.grammar.references
    mark = next((each for each in marks if context_of(metamodel, element_type.key, each) in lanes), None)
    return LineLook(element_type.drawn_as, element_type.icon, element_type.color, mark)


def marked_types(metamodel: Metamodel) -> dict[str, list[str]]:
    """Mark → the types of elements that lines may name by it."""
    found: dict[str, dict[str, None]] = {}
    for mark, contexts in metamodel.grammar.references.items():
        for each in metamodel.types.values():
            rules = (each.contexts[name].related for name in contexts if name in each.contexts)
            for rule in rules:
                found.setdefault(mark, {}).update(dict.fromkeys(rule.types if rule is not None else ()))
    return {mark: list(types) for mark, types in found.items()}


def draw_preview(preview: ScriptPreview) -> dict[str, Any]:
    """The drawing of a script, the shape of each line, and what could not be understood. A job: pure, and long for long scripts."""
    script = read_script(preview.text, preview.grammar)
    matches = match_steps(script.steps, preview.shown, preview.grammar)
    chart = _PreviewChart(preview, script.steps, matches)
    drawn = draw_plain(chart.chart())
    lines = [chart.line(each) for each in script.steps]
    findings = [{"error": each.error, "code": each.code, "path": f"line {each.line}"} for each in script.problems]
    return {"drawing": drawn, "lines": lines, "findings": findings}


@dataclass(slots=True)
class _PreviewChart:
    """Builds the chart of a script out of what is stored and of its lines."""

    preview: ScriptPreview
    steps: Sequence[FlowStep]
    matches: Mapping[str, ShownStep]
    _stored: Mapping[str, ChartShape] = field(init=False)
    _lanes: list[LaneName] = field(init=False)

    def __post_init__(self) -> None:
        self._stored = {each.id: each for each in self.preview.chart.shapes}
        self._lanes = []

    def chart(self) -> Chart:
        stored = self.preview.chart
        shapes = tuple(self._shape(each) for each in self.steps)
        lanes = None if stored.lanes is None else tuple(self._lanes)
        return replace(stored, shapes=shapes, lanes=lanes)

    def line(self, step: FlowStep) -> dict[str, object]:
        """Which shape a line stands for; a new one has neither element nor type of an element."""
        match = self.matches.get(step.key)
        known = {} if match is None else {"id": match.element}
        type_ = match.type if match is not None else self._type(step)
        return {
            "line": int(step.key),
            "shapeId": self._id(step.key),
            **known,
            **({} if type_ is None else {"type": type_}),
        }

    def _id(self, key: str) -> str:
        match = self.matches.get(key)
        return str(UUID(int=_NEW + int(key))) if match is None else match.step.key

    def _type(self, step: FlowStep) -> str | None:
        return self.preview.called if step.is_called else step.type

    def _shape(self, step: FlowStep) -> ChartShape:
        match = self.matches.get(step.key)
        stored = None if match is None else self._stored.get(match.step.key)
        shape = stored or self._new(step)
        before = tuple(self._id(key) for key in step.predecessors)
        lane = self._lane(step, match, stored)
        return replace(shape, name=step.name, predecessors=before, lane=lane)

    def _new(self, step: FlowStep) -> ChartShape:
        type_ = self._type(step)
        look = self.preview.looks.get(type_ or "")
        if look is None:
            return ChartShape(self._id(step.key), None, None, step.name)
        return ChartShape(self._id(step.key), None, type_, step.name, look.figure, look.icon, look.color)

    def _lane(self, step: FlowStep, match: ShownStep | None, stored: ChartShape | None) -> int | None:
        """The lane of the first name under the mark of lanes; without one that of the shape, if the mark is not what it had it by."""
        look = self.preview.looks.get(self._type(step) or "")
        if self.preview.chart.lanes is None or look is None:
            return None
        named = step.references.get(look.lane_mark or "", ())
        if named:
            return self._lane_of(named[0].name)
        had = match is not None and bool(match.targets.get(look.lane_mark or ""))
        if stored is not None and stored.lane is not None and stored.lane != NO_LANE and not had:
            return self._lane_of(self.preview.chart.lanes[stored.lane].name)
        return None if look.lane_mark is None else NO_LANE

    def _lane_of(self, name: str) -> int:
        for place, each in enumerate(self._lanes):
            if each.name == name:
                return place
        known = (each for each in self.preview.chart.lanes or () if each.name == name)
        self._lanes.append(next(known, LaneName(name)))
        return len(self._lanes) - 1
