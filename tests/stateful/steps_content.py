"""Steps of a history that draw in diagrams."""

from typing import Final

from hypothesis import strategies as st

from tests.stateful import bodies
from tests.stateful.machine import History, Manner, flag, happens, holding, likely, some
from tests.stateful.method import FLOW
from tests.stateful.model import Element, Json, Shape, Version
from tests.stateful.model_content import change_content
from tests.stateful.nodes import Request

_NOWHERE: Final = "00000000-0000-4000-8000-000000000000"
_TASK: Final = {"type": "task", "attributes": {"name": {"1033": "Lost"}}}
_WRONG: Final[tuple[Json, ...]] = (
    {"shapeInfo": {"index": 1, "id": _NOWHERE}},
    {"shapeInfo": {"index": 1, "predecessors": [1]}, "element": _TASK},
    {"shapeInfo": {"index": 1, "predecessors": [9]}, "element": _TASK},
    {"shapeInfo": {"index": 1}, "element": {"type": "subProcess", "id": _NOWHERE}},
    {"shapeInfo": {"index": 1}, "element": {"type": "task", "attributes": {"name": {"1033": 7}}}},
)
"""Items with one mistake each, beside an item with the index 0."""


class ContentSteps(History):
    """What operation 11 can do."""

    def _change(self, name: str, manner: Manner, id_: str, items: list[Json]) -> None:
        self.take(
            name,
            manner,
            Request(f"rest/facets/processes/views/diagram/elements/{id_}/content", {"values": items}),
            lambda model, facts: change_content(model, self.caller(manner), id_, items, facts),
        )

    def drawn(self) -> list[Version]:
        """The versions with something in their diagrams, be it something that is gone."""
        return [version for element in self.elements("subProcess") for version in element.versions if version.shapes]

    def flow(self) -> list[tuple[Version, Shape]]:
        """The shapes of flow objects."""
        shapes = [(version, shape) for version in self.drawn() for shape in self.model.shapes(version)]
        return [each for each in shapes if self.model.elements[each[1].element].kind.flow]

    @happens(3, where=holding("subProcess"))
    def draw(self, data: st.DataObject, manner: Manner) -> None:
        """A piece of flow, behind something that is there or not, with a process in it or not, in any order, also in circles."""
        elements = self.elements("subProcess")
        element = likely(data, [each for each in elements if each.newest.state == "inProcess"], elements)
        items = self._anchor(data, element)
        for type_ in some(data, [FLOW, FLOW[:2], FLOW[1:3], FLOW[-1:]]):
            items.append(_item(items, {"type": type_, "attributes": {"name": {"1033": some(data, bodies.NAMES)}}}))
        if flag(data):
            items.append(_item(items, {"type": "subProcess", "id": some(data, elements).id}))
        if len(items) > 2 and flag(data):
            items[1]["shapeInfo"]["predecessors"] = [len(items) - 1]
        self._change("draw", manner, element.id, data.draw(st.permutations(items)))

    def _anchor(self, data: st.DataObject, element: Element) -> list[Json]:
        shapes = element.newest.shapes
        if not shapes or flag(data):
            return []
        shape = some(data, shapes)
        return [{"shapeInfo": {"index": 0, "id": some(data, [shape.id, shape.element])}}]

    @happens(where=lambda self: self.flow())
    def rename(self, data: st.DataObject, manner: Manner) -> None:
        version, shape = some(data, self.flow())
        given = {"attributes": {"name": {"1031": some(data, bodies.NAMES)}}}
        self._change("rename", manner, version.id, [{"shapeInfo": {"index": 7, "id": shape.id}, "element": given}])

    @happens(where=lambda self: self.drawn())
    def connect(self, data: st.DataObject, manner: Manner) -> None:
        """Other predecessors for a shape."""
        version = some(data, self.drawn())
        shapes = data.draw(st.lists(st.sampled_from(version.shapes), min_size=1, max_size=3, unique=True))
        items: list[Json] = [{"shapeInfo": {"index": n, "id": each.id}} for n, each in enumerate(shapes)]
        items[0]["shapeInfo"]["predecessors"] = list(range(1, len(items)))
        self._change("connect", manner, version.id, items)

    @happens(2, where=lambda self: self.drawn())
    def erase(self, data: st.DataObject, manner: Manner) -> None:
        """One shape or two that follow each other, with or without joining their neighbours."""
        version = some(data, self.drawn())
        first = some(data, version.shapes)
        shapes = [first, *(each for each in version.shapes if each.id in first.before and flag(data))]
        items = [
            {"shapeInfo": {"index": n, "id": each.id}, "delete": True, "reconnect": flag(data)}
            for n, each in enumerate(shapes)
        ]
        self._change("erase", manner, version.id, items)

    @happens(where=holding("subProcess"))
    def draw_wrongly(self, data: st.DataObject, manner: Manner) -> None:
        """One mistake, and nothing of the request is stored."""
        good: Json = {"shapeInfo": {"index": 0}, "element": _TASK}
        element = some(data, self.elements("subProcess"))
        self._change("draw wrongly", manner, element.id, [good, some(data, _WRONG)])


def _item(before: list[Json], element: Json) -> Json:
    """A new shape behind the last one."""
    index = len(before)
    return {"shapeInfo": {"index": index, "predecessors": [index - 1] if index else []}, "element": element}
