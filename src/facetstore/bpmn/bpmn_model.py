"""A BPMN file as shapes of a diagram, with the findings of reading it; and what is written into one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BpmnFinding:
    """A part of a file that has no place of its own here: carried beside an element, changed, or lost."""

    kind: str
    """`carried`: an export returns it unchanged; `changed`: read in another way, `note` says how; `lost`: it is gone."""
    element: str
    """Its name in the file, with the namespace if that is not BPMN's."""
    place: str
    """The ids of what it stands in, and its line."""
    count: int = 1
    """How many elements it has, itself included."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class BpmnShape:
    """A shape of a file."""

    key: str
    """Its id in the file, or one made for it."""
    type: str
    name: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    """Further names, by language such as `de`."""
    description: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    """Attributes without a language."""
    stereotype: str | None = None
    performer: str = ""
    """The name of the innermost lane that it stands in."""
    before: tuple[str, ...] = ()
    """The keys of the shapes before it."""
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    """The names of the data that it reads and writes."""
    place: str = ""
    details: str = ""
    """Both JSON: where it is drawn, and what else the file says about it."""


@dataclass(frozen=True, slots=True)
class BpmnFile:
    """All that a file says."""

    shapes: tuple[BpmnShape, ...]
    name: str = ""
    description: str = ""
    place: str = ""
    details: str = ""
    """Both JSON: where lanes are drawn, and the file without its shapes."""
    findings: tuple[BpmnFinding, ...] = ()


class NotBpmn(Exception):
    """The bytes are no BPMN file, or none that is read: the message says why."""


@dataclass(frozen=True, slots=True)
class WrittenShape:
    """A shape to write. `id` is its id in the diagram; `before` has such ids."""

    id: str
    element: str
    type: str
    name: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    description: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    stereotype: str | None = None
    performers: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    figure: str = "box"
    place: str = ""
    details: str = ""


@dataclass(frozen=True, slots=True)
class WrittenDiagram:
    """A diagram to write."""

    id: str
    name: str
    shapes: tuple[WrittenShape, ...]
    description: str = ""
    place: str = ""
    details: str = ""
