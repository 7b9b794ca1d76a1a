"""What a caller does not see of a version: the caller cannot name it, so a write leaves it as it is (D2.11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from facetstore.domain.element import Shape, Version, without_shapes


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is hidden from a caller in versions."""

    names: Collection[str] = ()
    """Attributes and related contexts."""
    elements: Collection[str] = ()
    """Elements that the caller does not see where versions refer to them or show them."""

    def is_in(self, version: Version) -> bool:
        named = any(name in version.attributes or name in version.related for name in self.names)
        referred = any(target in self.elements for targets in version.related.values() for target in targets)
        return named or referred or any(shape.element in self.elements for shape in version.content)


def without_hidden(version: Version, hidden: Hidden) -> Version:
    """A version as a caller sees it; the same object if nothing of it is hidden."""
    if not (hidden.names or hidden.elements) or not hidden.is_in(version):
        return version
    attributes = {name: values for name, values in version.attributes.items() if name not in hidden.names}
    seen = {
        name: tuple(each for each in targets if each not in hidden.elements)
        for name, targets in version.related.items()
        if name not in hidden.names
    }
    related = {name: targets for name, targets in seen.items() if targets}
    return version._replace(
        attributes=attributes, related=related, content=without_shapes(version.content, hidden.elements)
    )


def with_hidden(changed: Version, before: Version, hidden: Hidden) -> Version:
    """The version that a caller changed, with the hidden parts of `before` put back. Hidden references return to their places
    if the caller left the visible ones of their context as they were, and otherwise come after them."""
    unread = {name: values for name, values in before.attributes.items() if name in hidden.names}
    related = {name: targets for name, targets in before.related.items() if name in hidden.names}
    related.update(changed.related)
    for name, targets in before.related.items():
        if name not in hidden.names and (kept := tuple(each for each in targets if each in hidden.elements)):
            seen, now = tuple(each for each in targets if each not in hidden.elements), related.get(name, ())
            related[name] = targets if now == seen else (*now, *kept)
    content = _with_unseen(changed.content, before.content, hidden)
    return changed._replace(attributes={**unread, **changed.attributes}, related=related, content=content)


def _with_unseen(changed: Sequence[Shape], before: Sequence[Shape], hidden: Hidden) -> tuple[Shape, ...]:
    """The shapes with the hidden ones and their flows put back, each after the nearest shape before it that remains."""
    unseen = {each.id for each in before if each.element in hidden.elements}
    if not unseen:
        return tuple(changed)
    known, remaining = {each.id: each for each in before}, {each.id for each in changed} | unseen
    shapes = [_after_unseen(each, known, unseen) for each in changed]
    for number, each in enumerate(before):
        if each.id in unseen:
            place = _behind(before[:number], shapes)
            kept = tuple(filter(remaining.__contains__, each.predecessors))
            shapes.insert(place, replace(each, predecessors=kept))
    return tuple(shapes)


def _after_unseen(shape: Shape, known: Mapping[str, Shape], unseen: Collection[str]) -> Shape:
    """A shape with its hidden predecessors: in the old order if the visible ones are unchanged, otherwise after them."""
    were = known[shape.id].predecessors if shape.id in known else ()
    if shape.predecessors == tuple(each for each in were if each not in unseen):
        return replace(shape, predecessors=were)
    return replace(shape, predecessors=(*shape.predecessors, *(each for each in were if each in unseen)))


def _behind(earlier: Sequence[Shape], shapes: Sequence[Shape]) -> int:
    """The index after the nearest of the earlier shapes that remains; 0 if none of them remains."""
    places = {each.id: number for number, each in enumerate(shapes, start=1)}
    return next((places[each.id] for each in reversed(earlier) if each.id in places), 0)
