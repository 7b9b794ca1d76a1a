"""The difference of two diagrams: shapes added, removed, moved in their order, placed elsewhere and changed, flows added and removed.

Two shapes are matched by id if they show the same element or copies of it, else by the element they show, else by the
element that it is a copy of: a new version copies its flow objects.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from facetstore.domain.element import Shape

_Key = tuple[str, ...]
Compare = Callable[[str, str], Mapping[str, object]]
"""Takes the ids of an old and a new element, and returns how they differ as plain data."""


@dataclass(frozen=True, slots=True)
class MovedShape:
    """A shape at another position: as it is in the new diagram, and its old and new position, counted from 0."""

    shape: Shape
    was: Shape
    """As it is in the old diagram."""
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class ChangedShape:
    """A shape that shows a copy of what it showed before, and how the copy differs."""

    shape: Shape
    was: Shape
    """As it is in the old diagram."""
    difference: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PlacedShape:
    """A shape that users have put elsewhere in the drawing, as it is in both diagrams."""

    shape: Shape
    was: Shape


@dataclass(frozen=True, slots=True)
class Flow:
    """A connection from one shape to the next."""

    source: str
    target: str

    def as_json(self) -> dict[str, object]:
        return {"from": self.source, "to": self.target}


@dataclass(frozen=True, slots=True)
class ContentDifference:
    """How two diagrams differ. Ids are those of the new diagram; for what was removed, those of the old one."""

    added: tuple[Shape, ...] = ()
    removed: tuple[Shape, ...] = ()
    moved: tuple[MovedShape, ...] = ()
    changed: tuple[ChangedShape, ...] = ()
    placed: tuple[PlacedShape, ...] = ()
    flows_added: tuple[Flow, ...] = ()
    flows_removed: tuple[Flow, ...] = ()
    flows_reordered: tuple[str, ...] = ()
    """Shapes with the same predecessors as before, in another order."""

    def __bool__(self) -> bool:
        shapes = self.added or self.removed or self.moved or self.changed or self.placed
        return bool(shapes or self.flows_added or self.flows_removed or self.flows_reordered)

    def as_json(self) -> dict[str, object]:
        shapes = {
            "added": [_shape_json(each) for each in self.added],
            "removed": [_shape_json(each) for each in self.removed],
            "moved": [{**_pair_json(each.was, each.shape), "from": each.old, "to": each.new} for each in self.moved],
            "changed": [
                {**_pair_json(each.was, each.shape), "before": each.was.element, "difference": each.difference}
                for each in self.changed
            ],
            "placed": [_pair_json(each.was, each.shape) for each in self.placed],
        }
        flows = {
            "added": [each.as_json() for each in self.flows_added],
            "removed": [each.as_json() for each in self.flows_removed],
            "reordered": list(self.flows_reordered),
        }
        return {
            name: {kind: each for kind, each in part.items() if each}
            for name, part in (("shapes", shapes), ("flows", flows))
            if any(part.values())
        }


def _shape_json(shape: Shape) -> dict[str, object]:
    return {"shapeId": shape.id, "id": shape.element}


def _pair_json(old: Shape, new: Shape) -> dict[str, object]:
    """A shape of both diagrams, with its id in the old one if that differs: imported versions may have other shape ids."""
    return {**_shape_json(new), **({"shapeIdBefore": old.id} if old.id != new.id else {})}


def _alike(_old: str, _new: str) -> Mapping[str, object]:
    return {}


def content_difference(
    old: Sequence[Shape], new: Sequence[Shape], creation_ids: Mapping[str, str], compare: Compare = _alike
) -> ContentDifference:
    """How the new diagram differs from the old one. `creation_ids` holds, by element, the id of what it is a copy of."""
    origins = _origins(old, new, creation_ids)
    pairs = _pairs(old, new, origins)
    # Flows are compared by the old ids of their shapes; an added shape gets a key that no old shape has.
    as_old = {each.id: f"new {each.id}" for each in new} | {after.id: before.id for before, after in pairs}
    stayed = {before.id for before, _ in pairs}
    before = {(source, each.id): Flow(source, each.id) for each in old for source in each.predecessors}
    after = {
        (as_old.get(source, source), as_old[each.id]): Flow(source, each.id)
        for each in new
        for source in each.predecessors
    }
    return ContentDifference(
        added=tuple(each for each in new if as_old[each.id] not in stayed),
        removed=tuple(each for each in old if each.id not in stayed),
        moved=tuple(_moved(old, pairs, origins)),
        changed=tuple(_changed(pairs, compare)),
        placed=tuple(PlacedShape(each, was) for was, each in pairs if was.place != each.place),
        flows_added=tuple(flow for key, flow in after.items() if key not in before),
        flows_removed=tuple(flow for key, flow in before.items() if key not in after),
        flows_reordered=tuple(each.id for was, each in pairs if _is_reordered(was, each, as_old)),
    )


def _origins(old: Sequence[Shape], new: Sequence[Shape], creation_ids: Mapping[str, str]) -> Mapping[str, str]:
    """Element → one id for all elements that are copies of each other, directly or through other copies."""
    origins: dict[str, str] = {}

    def origin(id_: str) -> str:
        while origins.get(id_, id_) != id_:
            id_ = origins[id_]
        return id_

    for shape in (*old, *new):
        one, other = origin(shape.element), origin(creation_ids.get(shape.element, shape.element))
        # The smaller id is used for both, so that the result is the same if the two sides are swapped.
        origins[max(one, other)] = min(one, other)
    return {shape.element: origin(shape.element) for shape in (*old, *new)}


def _pairs(old: Sequence[Shape], new: Sequence[Shape], origins: Mapping[str, str]) -> list[tuple[Shape, Shape]]:
    """The matched shapes, old and new, in the order of the new diagram."""
    found: dict[str, Shape] = {}
    taken: set[str] = set()
    keys: tuple[Callable[[Shape], object], ...] = (
        lambda each: (each.id, origins[each.element]),
        lambda each: each.element,
        lambda each: origins[each.element],
    )
    for key in keys:
        waiting: dict[object, list[Shape]] = {}
        for shape in reversed([each for each in old if each.id not in taken]):
            waiting.setdefault(key(shape), []).append(shape)
        for shape in (each for each in new if each.id not in found):
            if candidates := waiting.get(key(shape)):
                found[shape.id] = candidates.pop()
                taken.add(found[shape.id].id)
    return [(found[each.id], each) for each in new if each.id in found]


def _moved(
    old: Sequence[Shape], pairs: Sequence[tuple[Shape, Shape]], origins: Mapping[str, str]
) -> Iterator[MovedShape]:
    """As few shapes as possible whose move explains the new order. Positions count only what both diagrams have."""
    # Keys that are the same from either side, so that the same shapes count as moved if the sides are swapped.
    keys = {before.id: (*sorted((before.id, after.id)), origins[before.element]) for before, after in pairs}
    old_order = [keys[each.id] for each in old if each.id in keys]
    new_order = [keys[before.id] for before, _ in pairs]
    if old_order == new_order:
        return
    stays = _staying(*sorted((old_order, new_order)))
    old_places = {key: place for place, key in enumerate(old_order)}
    for place, (key, (before, after)) in enumerate(zip(new_order, pairs, strict=True)):
        if key not in stays:
            yield MovedShape(after, before, old_places[key], place)


def _changed(pairs: Sequence[tuple[Shape, Shape]], compare: Compare) -> Iterator[ChangedShape]:
    for before, after in pairs:
        if found := compare(before.element, after.element):
            yield ChangedShape(after, before, found)


def _staying(first: Sequence[_Key], second: Sequence[_Key]) -> frozenset[_Key]:
    """A longest selection that has the same order on both sides (patience sorting)."""
    places = {key: place for place, key in enumerate(first)}
    tops: list[int] = []
    below: dict[int, int | None] = {}
    for place in (places[key] for key in second):
        pile = bisect_left(tops, place)
        below[place] = tops[pile - 1] if pile else None
        tops[pile : pile + 1] = [place]
    chain: list[_Key] = []
    here = tops[-1] if tops else None
    while here is not None:
        chain.append(first[here])
        here = below[here]
    return frozenset(chain)


def _is_reordered(old: Shape, new: Shape, as_old: Mapping[str, str]) -> bool:
    before, after = list(old.predecessors), [as_old.get(each, each) for each in new.predecessors]
    return before != after and sorted(before) == sorted(after)


def matched(old: Sequence[Shape], new: Sequence[Shape], creation_ids: Mapping[str, str]) -> Mapping[str, str]:
    """The ids of the shapes that both diagrams have: in the old one → in the new one. `creation_ids` as for differences."""
    return {before.id: after.id for before, after in _pairs(old, new, _origins(old, new, creation_ids))}
