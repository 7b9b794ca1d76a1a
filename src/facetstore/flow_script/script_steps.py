"""A flow: steps, each with the steps before it. What a script says, and what a diagram shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class NamedElement(NamedTuple):
    """An element that a line names, and its id where several have this name."""

    name: str
    id: str | None = None


References = Mapping[str, tuple[NamedElement, ...]]
"""Mark → what a step refers to by it, in order."""


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One step of a flow. `key` is unique in its flow: the number of its line in a script, the id of its shape in a diagram."""

    key: str
    type: str | None
    """The type of a flow object; None for an element that is called, such as another process."""
    name: str
    predecessors: tuple[str, ...] = ()
    references: References = field(default_factory=dict)
    called_id: str | None = None
    """The id of a called element, where several elements have this name."""

    @property
    def is_called(self) -> bool:
        return self.type is None


class ScriptProblem(NamedTuple):
    """What is wrong in a line of a script. Lines count from 1."""

    line: int
    code: str
    error: str


@dataclass(frozen=True, slots=True)
class ReadScript:
    """What a text says: its steps in the order of their lines, and everything that is wrong in it."""

    steps: Sequence[FlowStep]
    problems: Sequence[ScriptProblem] = ()


def successors(steps: Sequence[FlowStep]) -> Mapping[str, Sequence[str]]:
    """The steps after each step, in the order of the flow."""
    found: dict[str, list[str]] = {each.key: [] for each in steps}
    for each in steps:
        for key in dict.fromkeys(each.predecessors):
            found[key].append(each.key)
    return found
