"""An element in one of its versions, as use cases write it and the history stores it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from facetstore.domain.element_files import ElementFile
from facetstore.domain.values import INVARIANT, ElementId, VersionId, parse_version_number

Attributes = Mapping[str, Mapping[int, object]]
"""Attribute name, then culture id, then value (spec: conventions.1)."""

Related = Mapping[str, tuple[ElementId, ...]]
"""Elements referred to, in their order, by the name of the context."""

FIRST_DRAFT: Final = "0.1"

_NOTHING: Final[Mapping[str, Any]] = {}
"""Shared by all versions without values; safe because versions are never modified."""


Place = tuple[int, int]
"""Where the left upper corner of a shape stands in a drawing: across and down."""

FARTHEST: Final = 100_000
"""Coordinates beyond it are mistakes."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of a diagram: the element it shows and the shapes that come before it."""

    id: str
    element: ElementId
    predecessors: tuple[str, ...] = ()
    place: Place | None = None
    """Where users have put it; None: where a file or the service puts it."""


class Version(NamedTuple):
    """One version of an element, with everything stored for it.

    `attributes` holds the given values, never derived ones (state1, isReleased, gotoUrl …).
    Unversioned elements have exactly one version, whose id is the element's.
    """

    element: ElementId
    id: VersionId
    facet: str
    type: str
    state: str | None = None
    stereotype: str | None = None
    creation_id: str | None = None
    number: str | None = None
    attributes: Attributes = _NOTHING
    related: Related = _NOTHING
    content: tuple[Shape, ...] = ()
    parent: ElementId | None = None
    position: int = 0
    files: tuple[ElementFile, ...] = ()

    @property
    def major_minor(self) -> tuple[int, int]:
        """Major and minor number; (0, 0) without a version number."""
        return parse_version_number(self.number or "") or (0, 0)

    def invariant(self, name: str) -> object:
        """The culture-independent value of an attribute, or None."""
        return self.attributes.get(name, {}).get(INVARIANT)


def parse_place(value: object) -> Place | None:
    """The place in a list of two numbers; None for anything else."""
    match value:
        case [bool(), _] | [_, bool()]:
            return None
        case [int() | float() as across, int() | float() as down]:
            is_near = abs(across) <= FARTHEST and abs(down) <= FARTHEST
            return (round(across), round(down)) if is_near else None
        case _:
            return None


def without_shapes(content: Sequence[Shape], elements: Collection[str]) -> tuple[Shape, ...]:
    """The shapes without those that show one of these elements, and without references to removed shapes."""
    shapes = {each.id for each in content if each.element not in elements}
    return tuple(
        replace(each, predecessors=tuple(filter(shapes.__contains__, each.predecessors)))
        for each in content
        if each.id in shapes
    )
