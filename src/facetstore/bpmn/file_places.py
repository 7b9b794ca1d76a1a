"""Diagram interchange: where a file draws its shapes, names, lanes and connections."""

from __future__ import annotations

from collections.abc import Set
from copy import copy
from dataclasses import dataclass, field
from typing import Final

from facetstore.bpmn.bpmn_names import Names
from facetstore.bpmn.xml_elements import Element, bare, children, local, referred, serialized, space

_GAP: Final = 80.0
Box = list[float]


@dataclass(frozen=True, slots=True)
class FoundDrawing:
    """What a file draws for one element."""

    xml: str
    plane: str
    box: Box | None
    """None: it has no usable bounds."""
    label: Box | None
    line: list[Box]


@dataclass(slots=True)
class FilePlaces:
    """What a file draws, by the reference to the element; the first drawing of each counts."""

    names: Names
    known: Set[str]
    """The ids of the elements; a reference to one of them may have a prefix."""
    drawn: dict[str, FoundDrawing] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
    """The elements of diagram interchange, by the same reference."""
    read: list[Element] = field(default_factory=list)
    """All elements that are understood."""
    _down: float = 0.0
    """How far the places of a diagram are moved down, below those before it."""
    _bottom: float = 0.0

    def read_all(self, root: Element) -> None:
        for diagram in children(root):
            if not self._is(diagram, "BPMNDiagram"):
                continue
            self.read.append(diagram)
            for plane in children(diagram):
                if self._is(plane, "BPMNPlane"):
                    self._plane(plane)

    def _is(self, element: Element, tag: str) -> bool:
        return local(element) == tag and space(element) in self.names.namespaces["diagram"]

    def _plane(self, plane: Element) -> None:
        """Each diagram has coordinates of its own: in one drawing they stand one below the other."""
        self.read.append(plane)
        self._down, self._bottom = (self._bottom + _GAP if self.drawn else 0.0), self._bottom
        for each in children(plane):
            if local(each) not in ("BPMNShape", "BPMNEdge") or space(each) not in self.names.namespaces["diagram"]:
                continue
            reference = self._referred(each)
            if not reference or reference in self.drawn:
                continue
            self.read.append(each)
            self.elements[reference] = each
            self.drawn[reference] = self._drawn(each, plane.get("id", ""))

    def _referred(self, element: Element) -> str:
        """The id of what is drawn, as the element itself has it."""
        reference = referred(element.get("bpmnElement"))
        if reference not in self.known and bare(reference) in self.known:
            reference = bare(reference)
        if reference in self.known:
            element.set("bpmnElement", reference)
        return reference

    def _drawn(self, element: Element, plane: str) -> FoundDrawing:
        box, label, line = None, None, []
        for each in children(element):
            if local(each) == "Bounds":
                self.read.append(each)
                box = self._box(each)
            elif local(each) == "waypoint":
                self.read.append(each)
                line += [point] if (point := _point(each, self._down)) else []
            elif local(each) == "BPMNLabel":
                self.read.append(each)
                for bounds in children(each):
                    if local(bounds) == "Bounds":
                        self.read.append(bounds)
                        label = self._box(bounds)
        return FoundDrawing(serialized(copy(element)), plane, box, label, line)

    def _box(self, element: Element) -> Box | None:
        numbers = [_number(element.get(name)) for name in ("x", "y", "width", "height")]
        if any(each is None for each in numbers):
            return None
        x, y, width, height = (float(each or 0) for each in numbers)
        if width <= 0 or height <= 0:
            return None
        self._bottom = max(self._bottom, y + self._down + height)
        return [x, round(y + self._down, 2), width, height]


def _point(element: Element, down: float) -> Box | None:
    x, y = _number(element.get("x")), _number(element.get("y"))
    return [x, round(y + down, 2)] if x is not None and y is not None else None


def _number(text: str | None) -> float | None:
    """A finite number of a drawing; None for anything else."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return round(value, 2) if abs(value) <= 100_000 else None
