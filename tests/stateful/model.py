"""What the model of a tenant holds: values that never change, and the questions that can be asked about them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self

from tests.stateful.method import KINDS, ONCE_RELEASED, PUBLIC, ROLES, Kind

Json = dict[str, Any]
Attributes = Mapping[str, Mapping[str, object]]
Related = Mapping[str, tuple[str, ...]]


class Refused(Exception):
    """What is asked must be refused with this status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(status, why)
        self.status = status


class ServiceFacts(Protocol):
    """What only the service knows: the ids it gave, and what day it is."""

    def accepted(self) -> None:
        """The model has nothing against the write. Does not return if it is not to be stored."""
        ...

    @property
    def elements(self) -> Sequence[Json]:
        """The elements of the answer."""
        ...

    @property
    def today(self) -> str: ...

    def shapes(self, version: str) -> Sequence[tuple[str, str]]:
        """The shapes of a version's diagram in their order, each with the element it shows."""
        ...

    def deletion(self, element: str) -> str:
        """The id under which the trash holds what was deleted."""
        ...


@dataclass(frozen=True)
class Caller:
    """A token."""

    role: str
    principal: str

    def is_at_least(self, role: str) -> bool:
        return ROLES.index(self.role) >= ROLES.index(role)


@dataclass(frozen=True)
class Shape:
    """A place in a diagram, with the shapes before it."""

    id: str
    element: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True, repr=False)
class Version:
    """A version; of what has no versions the only one, under the id of the element."""

    id: str
    attributes: Attributes
    related: Related
    state: str = ""
    number: str = ""
    shapes: tuple[Shape, ...] = ()

    def __repr__(self) -> str:
        return f"<version {self.number} {self.id} {self.state}>"

    @property
    def is_public(self) -> bool:
        return self.state in PUBLIC

    @property
    def was_released(self) -> bool:
        return self.state in ONCE_RELEASED


@dataclass(frozen=True, repr=False)
class Element:
    """An element with its versions, the oldest first."""

    id: str
    type: str
    creation_id: str
    versions: tuple[Version, ...]
    parent: str | None = None
    position: int = 0

    def __repr__(self) -> str:
        states = " ".join(f"{each.number}:{each.state}" for each in self.versions)
        return f"<{self.type} {self.id} {states}>"

    @property
    def kind(self) -> Kind:
        return KINDS[self.type]

    @property
    def newest(self) -> Version:
        return self.versions[-1]

    @property
    def published(self) -> Version | None:
        return next((each for each in reversed(self.versions) if each.is_public), None)


@dataclass(frozen=True)
class Task:
    """An open task: of one assignee, or of all architects."""

    kind: str
    element: str
    version: str
    assignee: str | None


@dataclass(frozen=True)
class Lock:
    """A caller edits an element; taking one's own lock again makes it last longer."""

    holder: str
    taken: int = 1


@dataclass(frozen=True)
class Deleted:
    """What the trash holds: an element, or one draft of it, with the flow objects that went along."""

    element: Element
    """With the versions that were deleted."""
    flow_objects: tuple[Element, ...]
    children: tuple[str, ...] = ()
    draft: bool = False


@dataclass
class Model:
    """Everything of one tenant."""

    tokens: Mapping[str, str]
    """Principals by role."""
    elements: dict[str, Element] = field(default_factory=dict)
    tasks: list[Task] = field(default_factory=list)
    """Open ones; those about what is in the trash wait there."""
    locks: dict[str, Lock] = field(default_factory=dict)
    """By element."""
    trash: dict[str, Deleted] = field(default_factory=dict)

    def copy(self) -> Self:
        return type(self)(self.tokens, dict(self.elements), list(self.tasks), dict(self.locks), dict(self.trash))

    def find(self, id_: str, *, public: bool = False) -> tuple[Element, Version]:
        """The element and the version that an id stands for: that version, or the newest one the caller may see."""
        for element in self.elements.values():
            if id_ == element.id:
                version = element.published if public else element.newest
                if version is not None:
                    return element, version
            for version in element.versions:
                if id_ == version.id and (version.is_public or not public):
                    return element, version
        raise Refused(404, f"{id_} is unknown")

    def put(self, element: Element) -> None:
        self.elements[element.id] = element

    def children(self, id_: str) -> Iterator[Element]:
        return (each for each in self.elements.values() if each.parent == id_)

    def referrers(self, id_: str) -> Iterator[Element]:
        """Who refers to an element or shows it in a diagram, the element itself left aside."""
        for element in self.elements.values():
            for version in element.versions if element.id != id_ else ():
                targets = {target for ids in version.related.values() for target in ids}
                if id_ in targets | {shape.element for shape in version.shapes}:
                    yield element
                    break

    def named(self, version: Version, context: str) -> tuple[str, ...]:
        """The targets of a context that exist. References to what was deleted wait for its return, unseen."""
        targets = version.related.get(context, ())
        return tuple(each for each in targets if each in self.elements or each in self.tokens.values())

    def shapes(self, version: Version) -> tuple[Shape, ...]:
        """The shapes of a diagram that show something, and between them."""
        shown = {each.id: each for each in version.shapes if each.element in self.elements}
        return tuple(
            replace(each, before=tuple(before for before in each.before if before in shown)) for each in shown.values()
        )

    def standing(self, version: Version) -> Version:
        """The version without what leads nowhere."""
        related = {name: self.named(version, name) for name in version.related}
        there = {name: targets for name, targets in related.items() if targets}
        return replace(version, related=there, shapes=self.shapes(version))

    def diagram_of(self, id_: str) -> tuple[Element, Version]:
        """The diagram that shows a flow object."""
        return next(
            (element, version)
            for element in self.elements.values()
            for version in element.versions
            if any(shape.element == id_ for shape in version.shapes)
        )

    def open_tasks(self) -> list[Task]:
        there = {version.id for element in self.elements.values() for version in element.versions}
        return [each for each in self.tasks if each.version in there]

    def touched(self, before: Self) -> set[str]:
        """The elements that have changed, or whose tasks have."""
        ids = {*self.elements, *before.elements}
        changed = {each for each in ids if self.elements.get(each) != before.elements.get(each)}
        tasks = {*self.tasks} ^ {*before.tasks}
        return changed | {each.element for each in tasks}
