"""The shapes of a diagram: how a request refers to them, and how flows are joined when shapes are removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from facetstore.domain.element import Shape, Version


class Anchors:
    """Finds shapes by an id in a request: that of a shape, of the element it shows, or of that element's version."""

    def __init__(self, diagram: Version, elements: Mapping[str, Version]) -> None:
        self._shapes = {each.id: each for each in diagram.content}
        self._showing: dict[str, list[Shape]] = {}
        for each in diagram.content:
            shown = elements.get(each.element)
            for id_ in {str(each.element), str(shown.id) if shown is not None else str(each.element)}:
                self._showing.setdefault(id_, []).append(each)

    def find(self, id_: str) -> Sequence[Shape]:
        """The shape with this id, else the shapes that show the element or version with this id."""
        shape = self._shapes.get(id_)
        return (shape,) if shape is not None else self.showing(id_)

    def showing(self, id_: str) -> Sequence[Shape]:
        return self._showing.get(id_, ())


def without(shapes: Iterable[Shape], gone: Mapping[str, bool]) -> tuple[Shape, ...]:
    """The shapes that remain, in their order. `gone` holds the ids of the others, and whether their neighbours are joined."""
    if not gone:
        return tuple(shapes)
    all_shapes = {each.id: each for each in shapes}
    return tuple(
        _closed(each, all_shapes, gone) if any(id_ in gone for id_ in each.predecessors) else each
        for each in all_shapes.values()
        if each.id not in gone
    )


def _closed(shape: Shape, all_shapes: Mapping[str, Shape], gone: Mapping[str, bool]) -> Shape:
    """The shape with the predecessors that remain, each once; not itself, if the other shapes of a loop are removed."""
    found = dict.fromkeys(_remaining(shape, all_shapes, gone))
    found.pop(shape.id, None)
    return replace(shape, predecessors=tuple(found))


def _remaining(shape: Shape, all_shapes: Mapping[str, Shape], gone: Mapping[str, bool]) -> Iterator[str]:
    """The remaining predecessors of a shape. A removed one is replaced by its own predecessors if its neighbours are joined."""
    seen: set[str] = set()
    waiting = list(reversed(shape.predecessors))
    while waiting:
        id_ = waiting.pop()
        if id_ not in gone:
            yield id_
        elif gone[id_] and id_ not in seen:
            seen.add(id_)
            waiting += reversed(all_shapes[id_].predecessors)
