"""Writes diagram interchange: as the file had it where it had it, else by our own layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetstore.bpmn.bpmn_model import WrittenDiagram, WrittenShape
from facetstore.bpmn.bpmn_names import Names
from facetstore.bpmn.hardened import parse_fragment
from facetstore.bpmn.stored_json import parsed
from facetstore.bpmn.xml_elements import Element, children, local, space
from facetstore.drawing.as_drawn import parsed_place
from facetstore.drawing.chart import Area, Chart, ChartShape, Drawing, LaneName, Node, Point
from facetstore.drawing.layout import lay_out

_PLANE: Final = "BPMNPlane"


class DrawnShape(NamedTuple):
    """A shape, its id in the file, and how and where the file drew it."""

    given: WrittenShape
    key: str
    di: str
    plane: str
    is_new: bool
    """No file knows it."""


class DrawnLine(NamedTuple):
    """A connection: its id in the file, the shapes at its ends and the one between them, and how and where the file drew it."""

    key: str
    source: str
    target: str
    between: str | None
    di: str
    plane: str
    is_known: bool
    """A file has it."""


def write_places(
    root: Element,
    diagram: WrittenDiagram,
    shapes: Sequence[DrawnShape],
    lines: Sequence[DrawnLine],
    lanes: Mapping[str, str],
    names: Names,
) -> None:
    """Write where everything is drawn. `lanes` has the ids of lanes that no file has drawn, by their names."""
    pen = _PlanePen(root, names)
    missing = [each for each in shapes if not pen.again(each.di, each.plane, each.key)]
    open_ = [each for each in lines if not pen.again(each.di, each.plane, each.key)]
    if len(missing) < len(
        shapes
    ):  # What a file has left out of its drawing on purpose, such as the inside of a box, stays out.
        hidden = {each.given.id for each in missing if not each.is_new}
        missing = [each for each in missing if each.is_new]
        open_ = [each for each in open_ if not hidden & {each.source, each.target} and not each.is_known]
    if not missing and not open_:
        return
    drawing = lay_out(_chart(diagram, shapes, lines, missing))
    layout = _FileLayout.of(drawing)
    if len(missing) == len(shapes):
        for lane in drawing.lanes:
            if lane.name in lanes:
                pen.shape(lanes[lane.name], lane.area, isHorizontal="true")
    for each in missing:
        node = layout.nodes[each.given.id]
        outside = node.label if node.lines and not _is_inside(node) else None
        pen.shape(each.key, layout.area(node.area), layout.area(outside) if outside else None)
    for line in open_:
        label = layout.nodes.get(line.between or "")
        pen.edge(line.key, layout.points(line), layout.area(label.label) if label is not None and label.lines else None)


def _chart(
    diagram: WrittenDiagram, shapes: Sequence[DrawnShape], lines: Sequence[DrawnLine], missing: Sequence[DrawnShape]
) -> Chart:
    names = list(dict.fromkeys(each.given.performers[0] for each in shapes if each.given.performers))
    number = {name: at for at, name in enumerate(names)}
    is_new = len(missing) == len(shapes)
    charted = tuple(
        ChartShape(
            each.id,
            each.element,
            each.type,
            each.name,
            each.figure,
            lane=number[each.performers[0]] if each.performers else None,
            predecessors=each.before,
            placed=parsed_place(place) if (place := parsed(each.place)) else None,
        )
        for each in diagram.shapes
    )
    lanes = tuple(map(LaneName, names)) if is_new and names else None
    return Chart(diagram.name, "", charted, lanes, to_the_right=True)


def _is_inside(node: Node) -> bool:
    return node.area.x <= node.label.x and node.label.right <= node.area.right and node.label.bottom <= node.area.bottom


@dataclass(frozen=True, slots=True)
class _FileLayout:
    """A drawing in the coordinates of the file."""

    nodes: Mapping[str, Node]
    edges: Mapping[tuple[str, str], tuple[Point, ...]]
    x: float
    y: float

    @classmethod
    def of(cls, drawing: Drawing) -> _FileLayout:
        nodes = {each.shape.id: each for each in drawing.nodes}
        x, y = next(_offsets(nodes.values()), (0.0, 0.0))
        return cls(nodes, {(each.source, each.target): each.points for each in drawing.edges}, x, y)

    def area(self, area: Area) -> Area:
        return area.moved(self.x, self.y)

    def points(self, line: DrawnLine) -> list[Point]:
        """The corners of a connection, through the shape between its ends if there is one."""
        if line.between is None:
            found = self.edges.get((line.source, line.target), ())
        else:
            one, other = (
                self.edges.get((line.source, line.between), ()),
                self.edges.get((line.between, line.target), ()),
            )
            found = (*one, *other)
        if len(found) < 2:
            found = (self.nodes[line.source].area.center, self.nodes[line.target].area.center)
        return [Point(round(each.x + self.x, 1), round(each.y + self.y, 1)) for each in found]


def _offsets(nodes: object) -> Iterator[tuple[float, float]]:
    """How far the drawing was moved against the places of the file."""
    assert hasattr(nodes, "__iter__")
    for each in nodes:
        placed = each.shape.placed
        if placed is not None and placed.area is not None:
            yield placed.area.x - each.area.x, placed.area.y - each.area.y


class _PlanePen:
    """Writes shapes and edges into the planes of a file."""

    def __init__(self, root: Element, names: Names) -> None:
        self._root = root
        self._inserted: dict[Element, int] = {}
        self._spaces = {key: each[0] for key, each in names.namespaces.items()}
        self._planes = {
            each.get("id", ""): each for each in root.iter("{*}" + _PLANE) if space(each) in names.namespaces["diagram"]
        }

    def again(self, di: str, plane: str, key: str) -> bool:
        """Write again what the file had; False if it had nothing."""
        element = parse_fragment(di) if di else None
        if element is None or local(element) not in ("BPMNShape", "BPMNEdge"):
            return False
        home = self._planes.get(plane)
        if home is None:
            home = self._plane()
        element.set("bpmnElement", key)
        self._insert(home, element)
        return True

    def shape(self, key: str, area: Area, label: Area | None = None, **more: str) -> None:
        element = self._make("diagram", "BPMNShape", id=f"{key}_di", bpmnElement=key, **more)
        element.append(self._bounds(area))
        if label is not None:
            self._label(element, label)
        self._insert(self._plane(), element)

    def edge(self, key: str, points: Sequence[Point], label: Area | None) -> None:
        element = self._make("diagram", "BPMNEdge", id=f"{key}_di", bpmnElement=key)
        for each in points:
            element.append(self._make("points", "waypoint", x=f"{each.x:g}", y=f"{each.y:g}"))
        if label is not None:
            self._label(element, label)
        self._insert(self._plane(), element)

    def _label(self, element: Element, area: Area) -> None:
        label = self._make("diagram", "BPMNLabel")
        label.append(self._bounds(area))
        element.append(label)

    def _bounds(self, area: Area) -> Element:
        texts = {name: f"{round(getattr(area, name), 1):g}" for name in ("x", "y", "width", "height")}
        return self._make("bounds", "Bounds", **texts)

    def _make(self, kind: str, tag: str, **attributes: str) -> Element:
        spaces = self._spaces
        prefixes = {"bpmndi": spaces["diagram"], "dc": spaces["bounds"], "di": spaces["points"]}
        return self._root.makeelement(f"{{{spaces[kind]}}}{tag}", attributes, nsmap=prefixes)

    def _insert(self, plane: Element, element: Element) -> None:
        """Before what is there already: of two drawings of one element, the first counts."""
        element.tail = "\n"
        place = self._inserted.get(plane, 0)
        plane.insert(place, element)
        self._inserted[plane] = place + 1

    def _plane(self) -> Element:
        """The first plane; a new one for a file that draws nothing."""
        if self._planes:
            return next(iter(self._planes.values()))
        homes = {local(each): each.get("id", "") for each in reversed(list(children(self._root)))}
        diagram = self._make("diagram", "BPMNDiagram", id="BPMNDiagram_1")
        plane = self._make("diagram", _PLANE, id="BPMNPlane_1")
        plane.set("bpmnElement", homes.get("collaboration") or homes.get("process") or "")
        diagram.append(plane)
        self._root.append(diagram)
        self._planes[""] = plane
        return plane
