"""What must change in a diagram so that it says what a script says: lines are matched to shapes, and the rest becomes items of operation 11."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from facetstore.flow_script.script_steps import FlowStep
from facetstore.flow_script.script_writer import order_of, write_script
from facetstore.metamodel.script_grammar import Grammar
from facetstore.usecases.diagrams.script_flow import ShownStep

Matches = Mapping[str, ShownStep]
"""The key of a line → the shape that it stands for. Other lines are new."""


def match_steps(wanted: Sequence[FlowStep], shown: Sequence[ShownStep], grammar: Grammar) -> Matches:
    """Which shape each line stands for: one of the same type and name, or one that was renamed in its place.

    A line that only moved keeps its shape, and with it all that the script does not show.
    """
    by_key = {each.step.key: each for each in shown}
    ordered = [by_key[key] for key in order_of([each.step for each in shown], grammar)]
    found = _match_equal(wanted, ordered)
    return {**found, **_match_renamed(wanted, ordered, found)}


def _match_equal(wanted: Sequence[FlowStep], ordered: Sequence[ShownStep]) -> Matches:
    waiting: dict[tuple[str | None, str], list[ShownStep]] = defaultdict(list)
    for each in reversed(ordered):
        waiting[each.step.type, each.step.name].append(each)
    found: dict[str, ShownStep] = {}
    for step in wanted:
        alike = waiting[step.type, step.name]
        place = _place(step, alike)
        if place is not None:
            found[step.key] = alike.pop(place)
    return found


def _place(step: FlowStep, alike: Sequence[ShownStep]) -> int | None:
    """Which of the shapes of the same type and name a line means: the first that is left, or the one whose id it names."""
    if step.called_id is None:
        return len(alike) - 1 if alike else None
    id_ = step.called_id.lower()
    return next((place for place, each in enumerate(alike) if each.element == id_), None)


def _match_renamed(wanted: Sequence[FlowStep], ordered: Sequence[ShownStep], equal: Matches) -> Matches:
    """Lines whose name is new, each with the shape of its type that stood in its place: after the same line, and not found elsewhere."""
    taken = {each.step.key for each in equal.values()}
    free: dict[tuple[str, str | None], list[ShownStep]] = defaultdict(list)
    last = ""
    for each in ordered:
        if each.step.key in taken:
            last = each.step.key
        elif not each.step.is_called:
            free[last, each.step.type].append(each)
    found: dict[str, ShownStep] = {}
    last = ""
    for step in wanted:
        if step.key in equal:
            last = equal[step.key].step.key
        elif not step.is_called and (alike := free[last, step.type]):
            found[step.key] = alike.pop(0)
    return found


@dataclass(slots=True)
class ScriptItems:
    """The items of operation 11 that make a diagram say what a script says."""

    wanted: Sequence[FlowStep]
    shown: Sequence[ShownStep]
    matches: Matches
    bodies: Mapping[str, Mapping[str, object]]
    """By the key of a line: what its element gets, or the new element. A line without one changes nothing of its element."""
    grammar: Grammar
    in_order: bool = field(init=False)
    """Whether the shapes must be put in the order of the lines, so that the script is printed as it was given."""
    _index: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self._index = {each.key: place for place, each in enumerate(self.wanted)}
        self.in_order = self._is_out_of_order()

    def values(self) -> list[dict[str, object]]:
        """The items; none if the diagram says the same already."""
        changed = {each.key for each in self.wanted if each.key not in self.matches or self._has_changed(each)}
        gone = self._deletions()
        if not changed and not gone and not self.in_order:
            return []
        named = {key for each in self.wanted if each.key in changed for key in each.predecessors}
        items = [self._item(each) for each in self.wanted if self.in_order or each.key in changed or each.key in named]
        return [*items, *gone]

    def _deletions(self) -> list[dict[str, object]]:
        kept = {each.step.key for each in self.matches.values()}
        gone = [each.step.key for each in self.shown if each.step.key not in kept]
        return [
            {"shapeInfo": {"index": index, "id": shape}, "delete": True}
            for index, shape in enumerate(gone, len(self.wanted))
        ]

    def _has_changed(self, step: FlowStep) -> bool:
        return step.key in self.bodies or self._is_rewired(step)

    def _is_rewired(self, step: FlowStep) -> bool:
        before = {self.matches[key].step.key if key in self.matches else None for key in step.predecessors}
        return before != set(self.matches[step.key].step.predecessors)

    def _item(self, step: FlowStep) -> dict[str, object]:
        info: dict[str, object] = {"index": self._index[step.key]}
        match = self.matches.get(step.key)
        if match is not None:
            info["id"] = match.step.key
        if match is None or self._is_rewired(step):
            info["predecessors"] = [self._index[key] for key in step.predecessors]
        body = self.bodies.get(step.key)
        return {"shapeInfo": info} if body is None else {"shapeInfo": info, "element": dict(body)}

    def _is_out_of_order(self) -> bool:
        """Whether the flow would be printed differently with its shapes as they stand, and new ones after them."""
        places = {each.step.key: place for place, each in enumerate(self.shown)}
        stands = sorted(self.wanted, key=lambda each: self._standing(each, places))
        return write_script(stands, self.grammar) != write_script(self.wanted, self.grammar)

    def _standing(self, step: FlowStep, places: Mapping[str, int]) -> tuple[int, int]:
        match = self.matches.get(step.key)
        return (places[match.step.key], 0) if match is not None else (len(places), self._index[step.key])
