"""Copies of elements: new elements in the first state of their lifecycle, with what the caller may read and write of the originals.

What is copied together refers to each other: shapes, predecessors and references within it lead to the copies. References to
other elements stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from facetstore.domain.element import FIRST_DRAFT, Attributes, Shape, Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import ElementType, Identity, Metamodel
from facetstore.metamodel.plain import words
from facetstore.usecases.changes.body import is_owned
from facetstore.usecases.changes.create import Place
from facetstore.usecases.changes.linked_files import with_own_files
from facetstore.usecases.changes.stamps import stamp_created


def is_copyable(element_type: ElementType) -> bool:
    """Whether elements of a type can be copied: not what changes with its diagram only, nor what exists once, as users do."""
    return not element_type.flow and not element_type.for_administrators


class Copies(NamedTuple):
    """The new elements: the copy of the element itself first, then those below it; and their flow objects."""

    elements: Sequence[Version]
    flow_objects: Sequence[Version]


@dataclass(frozen=True, slots=True)
class Copying:
    """How originals are copied."""

    offered: Metamodel
    """As the caller sees it: properties that it lacks, or that the caller may not write, are left out."""
    new_ids: Iterator[str]
    now: str
    """Local date-time of the storage."""
    principal: str | None

    def copy(self, originals: Sequence[Version], flow_objects: Sequence[Version], place: Place) -> Copies:
        """Copies of an element and of those below it, which follow it in `originals`, and of the flow objects of their diagrams.

        The originals must be without what is hidden from the caller.
        """
        all_ = (*originals, *flow_objects)
        ids = {each.element: ElementId(next(self.new_ids)) for each in all_}
        first, *below = (self._copied(each, ids) for each in originals)
        return Copies(
            (first._replace(parent=place.parent, position=place.position), *below),
            [self._copied(each, ids) for each in flow_objects],
        )

    def _copied(self, version: Version, ids: Mapping[ElementId, ElementId]) -> Version:
        metamodel = self.offered.whole
        element_type, lifecycle = metamodel.types[version.type], metamodel.lifecycle_of.get(version.type)
        names = self._names(element_type)
        id_ = ids[version.element]
        copy = version._replace(
            element=id_,
            id=VersionId(next(self.new_ids) if element_type.versioned else id_),
            state=lifecycle.initial if lifecycle is not None else None,
            creation_id=id_ if element_type.identity is Identity.CREATION_ID else None,
            number=FIRST_DRAFT if element_type.versioned else None,
            attributes=_own_attributes(version, names, id_),
            related={
                name: tuple(ids.get(each, each) for each in targets)
                for name, targets in version.related.items()
                if name in names
            },
            content=self._content(version.content, ids),
            parent=ids.get(version.parent, version.parent) if version.parent is not None else None,
        )
        return stamp_created(copy, metamodel, self.now, self.principal)

    def _names(self, element_type: ElementType) -> frozenset[str]:
        """The properties that are copied: what a body of the caller could give, without authors and what a new version clears."""
        offered, metamodel = self.offered, self.offered.whole
        known = offered.types.get(element_type.key, element_type).properties
        lifecycle = metamodel.lifecycle_of.get(element_type.key)
        cleared = words(lifecycle.new_version, "clears") if lifecycle is not None else ()
        without = {*offered.hidden, *offered.fixed, *metamodel.roles.authors, *cleared}
        return frozenset(name for name, each in known.items() if name not in without and not is_owned(each))

    def _content(self, content: Sequence[Shape], ids: Mapping[ElementId, ElementId]) -> tuple[Shape, ...]:
        shapes = {each.id: next(self.new_ids) for each in content}
        return tuple(
            Shape(
                shapes[each.id],
                ids.get(each.element, each.element),
                tuple(shapes[before] for before in each.predecessors if before in shapes),
                each.place,
            )
            for each in content
        )


def _own_attributes(version: Version, names: frozenset[str], copy: ElementId) -> Attributes:
    kept = {name: values for name, values in version.attributes.items() if name in names}
    if not version.files:
        return kept
    return {
        name: {culture: with_own_files(value, version, copy) for culture, value in values.items()}
        for name, values in kept.items()
    }
