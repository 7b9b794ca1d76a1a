"""Shapes and flows of an earlier diagram brought back into the present one, all of them or some."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from facetstore.domain.element import Shape
from facetstore.domain.values import ElementId
from facetstore.usecases.changes.difference_content import ContentDifference, Flow, PlacedShape

CONTENT: Final = "content"


def shape_place(shape: str) -> str:
    """The place of a shape, by its id in the difference."""
    return f"{CONTENT}.shapes.{shape}"


def flow_place(flow: Flow) -> str:
    """The place of a flow, by the ids of its shapes in the difference."""
    return f"{CONTENT}.flows.{flow.source}.{flow.target}"


def places_of(found: ContentDifference) -> Mapping[str, None]:
    """The places of a difference, in a fixed order."""
    shapes = [
        *(each.id for each in (*found.added, *found.removed)),
        *(each.shape.id for each in found.moved),
        *(each.shape.id for each in found.changed),
        *(each.shape.id for each in found.placed),
        *found.flows_reordered,
    ]
    flows = (*found.flows_added, *found.flows_removed)
    return dict.fromkeys([*map(shape_place, shapes), *map(flow_place, flows)])


@dataclass(slots=True)
class Shapes:
    """The shapes of the present diagram while others are brought back into it."""

    restored: Sequence[Shape]
    """The diagram that is brought back."""
    now_of_restored: dict[str, str]
    """The ids of its shapes in the present diagram; those that come back are added."""
    now_of_other: Mapping[str, str]
    """The ids in the present diagram of the shapes on the other side of the difference."""
    shapes: dict[str, Shape]
    """The present diagram, by id, in its order."""
    new_id: Callable[[], str]
    moved: dict[str, None] = field(default_factory=dict)
    """The shapes, by their ids in the diagram that is brought back, that get their old place in the order."""

    def remove(self, other: str) -> None:
        gone = self.now_of_other.get(other)
        if self.shapes.pop(gone or "", None) is None:
            return
        for id_, each in self.shapes.items():
            if gone in each.predecessors:
                self.shapes[id_] = replace(each, predecessors=tuple(p for p in each.predecessors if p != gone))

    def add(self, shape: Shape, element: ElementId) -> None:
        id_ = shape.id if shape.id not in self.shapes else self.new_id()
        self.shapes[id_] = Shape(id_, element, place=shape.place)
        self.now_of_restored[shape.id] = id_
        self.moved[shape.id] = None

    def put_back(self, placed: PlacedShape) -> None:
        """Put a shape where it was, unless it was put elsewhere since."""
        now = self.shapes.get(self.now_of_other.get(placed.shape.id, ""))
        if now is not None and now.place == placed.shape.place:
            self.shapes[now.id] = replace(now, place=placed.was.place)

    def connect(self, flow: Flow) -> None:
        """Bring back a flow between two shapes of the diagram that is brought back, if both are there."""
        source, target = (
            self.now_of_restored.get(flow.source),
            self.shapes.get(self.now_of_restored.get(flow.target, "")),
        )
        if target is not None and source in self.shapes and source not in target.predecessors:
            self.shapes[target.id] = replace(target, predecessors=(*target.predecessors, source))
            self.settle_predecessors(flow.target)

    def disconnect(self, flow: Flow) -> None:
        """Remove a flow between two shapes on the other side of the difference."""
        source, target = self.now_of_other.get(flow.source), self.shapes.get(self.now_of_other.get(flow.target, ""))
        if target is not None:
            left = tuple(each for each in target.predecessors if each != source)
            self.shapes[target.id] = replace(target, predecessors=left)

    def connect_added(self, added: Sequence[str]) -> None:
        """Bring back the flows from and to shapes that came back."""
        for each in self.restored:
            for source in each.predecessors:
                if each.id in added or source in added:
                    self.connect(Flow(source, each.id))

    def settle_predecessors(self, restored: str) -> None:
        """Order the predecessors of a shape as they were; those that it had not come last."""
        shape = self.shapes.get(self.now_of_restored.get(restored, ""))
        was = next((each for each in self.restored if each.id == restored), None)
        if shape is None or was is None:
            return
        known = [self.now_of_restored[each] for each in was.predecessors if each in self.now_of_restored]
        ordered = [each for each in known if each in shape.predecessors]
        others = [each for each in shape.predecessors if each not in ordered]
        self.shapes[shape.id] = replace(shape, predecessors=(*ordered, *others))

    def content(self) -> tuple[Shape, ...]:
        """All shapes, those in `moved` each after the shape that it came after."""
        order = list(self.shapes)
        for place, each in enumerate(self.restored):
            if each.id not in self.moved or (own := self.now_of_restored[each.id]) not in order:
                continue
            order.remove(own)
            before = (self.now_of_restored.get(earlier.id) for earlier in reversed(self.restored[:place]))
            after = next((id_ for id_ in before if id_ in order), None)
            order.insert(order.index(after) + 1 if after is not None else 0, own)
        return tuple(self.shapes[id_] for id_ in order)
