"""The input of a drawing: the shapes of the diagram of a version, with all that is drawn of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from facetstore.domain.element import Place
from facetstore.domain.errors import NotFound
from facetstore.domain.values import INVARIANT
from facetstore.drawing.as_drawn import parsed_area, parsed_place
from facetstore.drawing.chart import NO_LANE, Chart, ChartShape, LaneName, PlacedLane, Point
from facetstore.metamodel.model import ElementType, Layout, Texts
from facetstore.usecases.diagrams.flow_rows import predecessors_of
from facetstore.usecases.diagrams.gaps import Gap, find_gaps
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.rows import ElementRow, NamedRow
from facetstore.usecases.ports.selections import ContentOf, Parts, TargetsOf
from facetstore.usecases.reading.accessing import access_row
from facetstore.usecases.reading.element_reads import content_of, with_names
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.tenancy import Reading

_NAMED: Final = Parts(attributes=True, brief=True)
_WHOLE: Final = Parts(attributes=True)
_UNASSIGNED: Final[Texts] = {1031: "Nicht zugeordnet", 1033: "Not assigned"}
_NOT_RELEASED: Final[Texts] = {1031: "Nicht freigegeben", 1033: "Not released"}

Targets = Mapping[tuple[int, str], Sequence[NamedRow]]
"""The targets of references, by key of the referring version and context."""


@dataclass(frozen=True, slots=True)
class DrawingWanted:
    """Which diagram to draw, in which culture and layout; links of shapes begin with `links`."""

    element_id: str
    culture: int
    layout: str
    links: str
    detailed: bool = False
    """Whether what belongs to each step is written into it, also where the layout does not do so."""


@dataclass(frozen=True, slots=True)
class Sketched:
    """All that is drawn of a diagram, and the version that has it."""

    row: ElementRow
    layout: Layout
    chart: Chart
    elements: Sequence[str]
    """The elements whose names it shows: a change of one of them, or of a neighbour, can change the drawing."""


def parse_drawn_culture(reading: Reading, text: str) -> int:
    """The culture in an address. Raises NotFound if the tenant does not have it."""
    known = {str(culture): culture for culture in reading.served.settings.data_cultures}
    if text not in known:
        raise NotFound(f"This tenant has no such culture. It has: {', '.join(known)}.")
    return known[text]


async def sketch(reading: Reading, wanted: DrawingWanted) -> Sketched:
    """What is drawn of the diagram of a version, without what the caller does not see. Raises NotFound, Forbidden."""
    async with reading.opened.snapshot():
        row = await access_row(reading, wanted.element_id, _WHOLE)
        layout = _wanted_layout(reading.metamodel.types[row.type], wanted)
        content = content_of(reading, row)
        opened = await reading.opened.elements(content, _WHOLE)
        shown = await with_names(reading, content, opened) or opened
        targets = await _targets(reading, opened, layout)
        flow = await reading.names.unreleased_flow(row.key) if isinstance(content, ContentOf) else ()
    named = (row, *shown, *(each for rows in targets.values() for each in rows))
    gaps = find_gaps(row.version, flow, {each.label or each.element for each in shown})
    chart = _Sketch(reading, wanted, layout, targets).chart(row, shown, gaps)
    return Sketched(row, layout, chart, tuple(dict.fromkeys(each.element for each in named)))


def chart_of(reading: Reading, culture: int, row: ElementRow, shown: Sequence[Shown], targets: Targets) -> Chart:
    """What is drawn on paper of a diagram whose shapes are known: as its file has drawn it, else by the first layout of its type."""
    layouts = reading.metamodel.types[row.type].layouts
    sketches = (_Sketch(reading, DrawingWanted(row.element, culture, each.key, ""), each, targets) for each in layouts)
    first, *others = (each.chart(row, shown, ()) for each in sketches)
    return next((each for each in others if any(shape.placed or shape.moved_to for shape in each.shapes)), first)


def _wanted_layout(element_type: ElementType, wanted: DrawingWanted) -> Layout:
    layout = _access_layout(element_type, wanted.layout)
    if layout.details or not wanted.detailed:
        return layout
    return replace(layout, details=next((each.details for each in element_type.layouts if each.details), ()))


def _access_layout(element_type: ElementType, name: str) -> Layout:
    for each in element_type.layouts:
        if each.key.casefold() == name.casefold():
            return each
    if not element_type.layouts:
        raise NotFound(f"An element of the type {element_type.key} has no diagram.")
    known = ", ".join(each.key for each in element_type.layouts)
    raise NotFound(f"The type {element_type.key} has no such layout. It has: {known}.")


async def _targets(reading: Reading, shown: Sequence[ElementRow], layout: Layout) -> Targets:
    """The targets of the references that are drawn, of the shapes that the caller may open."""
    contexts = tuple(sorted({*layout.lanes, *layout.details} - reading.metamodel.hidden))
    keys = tuple(dict.fromkeys(row.key for row in shown))
    found: dict[tuple[int, str], list[NamedRow]] = {}
    if contexts and keys:
        for each in await reading.names.names(TargetsOf(keys, contexts)):
            assert isinstance(each.group, int)
            found.setdefault((each.group, each.label or ""), []).append(each)
    return found


class _Sketch:
    """Builds the chart of a diagram in one culture."""

    def __init__(self, reading: Reading, wanted: DrawingWanted, layout: Layout, targets: Targets) -> None:
        self._reading = reading
        self._metamodel = reading.metamodel
        self._wanted = wanted
        self._layout = layout
        self._targets = targets
        self._chain = culture_chain(reading.served.settings, wanted.culture)
        self._lanes: dict[str, int] = {}
        self._lane_names: list[LaneName] = []

    def chart(self, row: ElementRow, shown: Sequence[Shown], gaps: Sequence[Gap]) -> Chart:
        shapes = [_behind(self._shape(each), gaps) for each in shown]
        lanes = tuple(self._placed_lanes(row))
        return Chart(
            self._name(row)[0],
            self._subtitle(row),
            (*shapes, *map(self._gap, gaps)),
            tuple(self._lane_names) if self._layout.lanes else None,
            self._text(_UNASSIGNED),
            to_the_right=self._layout.direction == "right",
            placed_lanes=lanes,
        )

    def _text(self, texts: Texts) -> str:
        return first_name(texts, self._chain) or next(iter(texts.values()), "")

    def _name(self, row: Shown) -> tuple[str, int | None]:
        """The name of an element, and its culture if it is a fallback from the chain."""
        attributes = {
            name: values for name, values in stored_attributes(row.brief).items() if name not in self._metamodel.hidden
        }
        names = names_of(attributes, self._metamodel.whole.types[row.type])
        culture = next((each for each in self._chain if each in names), None)
        if culture is None:
            return next(iter(names.values()), ""), None
        return names[culture], None if culture == self._wanted.culture else culture

    def _subtitle(self, row: ElementRow) -> str:
        version = stored_attributes(row.brief).get("version", {})
        number = next((f"Version {each}" for each in version.values()), "")
        state = self._metamodel.state_of.get((row.type, row.state))
        parts = (self._text(self._metamodel.types[row.type].names), number, self._text(state.names) if state else "")
        return " · ".join(each for each in parts if each)

    def _shape(self, row: Shown) -> ChartShape:
        element_type = self._metamodel.whole.types[row.type]
        name, fallback = self._name(row)
        return ChartShape(
            id=row.label or row.element,
            element=row.element,
            type=row.type,
            name=name,
            figure=element_type.drawn_as,
            icon=self._icon(row, element_type),
            color=element_type.color,
            type_name=self._text(element_type.names),
            entity_type=element_type.entity_type_name,
            state=row.state,
            version=row.version if element_type.versioned else None,
            details=tuple(self._details(row, element_type)),
            fallback=fallback,
            lane=self._lane(row, element_type),
            link=self._link(row, element_type),
            predecessors=predecessors_of(row),
            placed=parsed_place(place) if (place := self._place(row)) else None,
            moved_to=self._moved_to(row),
        )

    def _values(self, row: Shown) -> Mapping[str, Mapping[int, object]]:
        """The attributes of a shape that the caller may open and read."""
        if isinstance(row, NamedRow) or not row.attributes:
            return {}
        found = stored_attributes(row.attributes)
        return {name: values for name, values in found.items() if name not in self._metamodel.hidden}

    def _icon(self, row: Shown, element_type: ElementType) -> str:
        """The icon of the first selected value that has one, else that of the type."""
        icons = element_type.value_icons
        if not icons:
            return element_type.icon
        found = (icons.get((name, str(each.get(INVARIANT)))) for name, each in self._values(row).items())
        return next((each for each in found if each is not None), element_type.icon)

    def _place(self, row: Shown) -> Mapping[str, object]:
        """What is stored about the place of a shape; nothing if the layout has no places or the text is none of ours."""
        if self._layout.positions is None:
            return {}
        text = self._values(row).get(self._layout.positions, {}).get(INVARIANT)
        try:
            found = msgspec.json.decode(text) if isinstance(text, str) else None
        except (msgspec.DecodeError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _moved_to(self, row: Shown) -> Point | None:
        """Where users have put a shape. It stands in the row of the shape: who does not see the one has not the other."""
        if self._layout.positions is None or row.place is None:
            return None
        across, down = msgspec.json.decode(row.place, type=Place)
        return Point(across, down)

    def _placed_lanes(self, row: ElementRow) -> Iterator[PlacedLane]:
        lanes = self._place(row).get("lanes")
        for each in lanes if isinstance(lanes, list) else ():
            if isinstance(each, dict) and (area := parsed_area(each.get("at"))) is not None:
                yield PlacedLane(str(each.get("label", "")), None, area)

    def _gap(self, gap: Gap) -> ChartShape:
        return ChartShape(gap.id, None, None, self._text(_NOT_RELEASED), "gap", predecessors=gap.before)

    def _details(self, row: Shown, element_type: ElementType) -> Sequence[str]:
        found = ((name, self._targets.get((row.key, name), ())) for name in self._layout.details)
        return [
            f"{self._text(element_type.properties[name].names)}: {', '.join(self._name(each)[0] for each in targets)}"
            for name, targets in found
            if targets and name in element_type.properties
        ]

    def _lane(self, row: Shown, element_type: ElementType) -> int | None:
        """The lane of the first target in a lane context; NO_LANE without a target; None if the type has no such context."""
        contexts = [name for name in self._layout.lanes if name in element_type.contexts]
        if not contexts:
            return None
        named = next((self._targets[row.key, name] for name in contexts if (row.key, name) in self._targets), None)
        if named is None:
            return NO_LANE
        owner = named[0]
        if owner.element not in self._lanes:
            self._lanes[owner.element] = len(self._lanes)
            self._lane_names.append(LaneName(self._name(owner)[0], owner.element))
        return self._lanes[owner.element]

    def _link(self, row: Shown, element_type: ElementType) -> str | None:
        """The address of the diagram of a shape, if it has one that the caller may open."""
        if not element_type.content or isinstance(row, NamedRow):
            return None
        facet = self._metamodel.facets[row.facet]
        return f"{self._wanted.links}/{facet.title}/{facet.goto_view}/{row.version}"


def _behind(shape: ChartShape, gaps: Sequence[Gap]) -> ChartShape:
    """The shape with the placeholders before it."""
    before = tuple(gap.id for gap in gaps if shape.id in gap.behind)
    return replace(shape, predecessors=(*shape.predecessors, *before)) if before else shape
