"""Bringing back a diagram: its shapes, the flows between them, and what its flow objects said (0086).

A flow object that was deleted comes back under its id. One that belongs to the diagram of another version is copied.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from facetstore.domain.element import Shape, Version
from facetstore.domain.errors import Finding, InvalidValues
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.changes.body import is_owned
from facetstore.usecases.changes.difference_content import ContentDifference, content_difference, matched
from facetstore.usecases.changes.hidden import Hidden, with_hidden, without_hidden
from facetstore.usecases.changes.merge import merge
from facetstore.usecases.changes.reverted_shapes import CONTENT, Shapes, flow_place, places_of, shape_place
from facetstore.usecases.changes.stamps import first_stamps
from facetstore.usecases.changes.three_way import (
    RESTORED,
    Clash,
    Resolution,
    Values,
    body_of,
    different,
    three_way,
    values_of,
    without_refused,
)
from facetstore.usecases.editing.deleting import remove_unshown
from facetstore.usecases.lifecycle.effects import created
from facetstore.usecases.ports.writes import StoredVersion, Taken
from facetstore.usecases.reading.origins import RevertedSides
from facetstore.usecases.reading.sides import Side, ids_in
from facetstore.usecases.writing import Writing, new_id, shown_in


@dataclass(slots=True)
class ContentPlan:
    """What happens to a diagram and to its flow objects."""

    places: Mapping[str, None] = field(default_factory=dict)
    """All places in which the diagrams differ."""
    diagram: Version | None = None
    """None: its shapes and flows stay as they are."""
    added: list[Version] = field(default_factory=list)
    changed: list[tuple[StoredVersion, Version]] = field(default_factory=list)
    removed: list[StoredVersion] = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)
    missing: list[Finding] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return self.diagram is None and not self.changed


async def plan_content(
    writing: Writing,
    target: StoredVersion,
    origin: RevertedSides,
    changes: Collection[str] | None,
    resolution: Resolution,
) -> ContentPlan:
    """What brings back the diagram of a side, or the named changes of it. Raises InvalidValues."""
    if not (target.version.content or origin.restored.version.content):
        return ContentPlan()
    shown = await writing.writer.stored.load(shown_in(target.version))
    seen = writing.seen(shown, shown)
    unseen = frozenset(each.version.element for id_, each in shown.items() if id_ not in seen)
    sides = [origin.restored, *([origin.base] if origin.base is not None else [])]
    named = [each for side in sides for each in (side.version, *side.flow.values())]
    taken = await writing.writer.stored.existing(ids_in([target.version, *named]) | {each.element for each in named})
    planning = _DiagramPlanning(writing, target, origin, changes, resolution, seen, taken, Hidden((), unseen))
    return planning.plan()


async def store_content(
    writing: Writing, stored: StoredVersion, plan: ContentPlan, kind: str, details: Mapping[str, str]
) -> None:
    """Store new flow objects first, so that the diagram can show them, and delete those that no diagram shows last."""
    diagram = plan.diagram or stored.version
    zones = dict.fromkeys((each.parent or "" for each in plan.added), stored.zone)
    writing.check_creatable([(CONTENT, each) for each in plan.added], zones)
    await writing.add(plan.added, "element.created", diagram=diagram)
    await writing.store_all(plan.changed, kind, details=details)
    if plan.diagram is not None:
        await writing.store(stored, stored.version._replace(content=plan.diagram.content), kind, details=details)
    await remove_unshown(writing, plan.removed)


@dataclass(slots=True)
class _DiagramPlanning:
    writing: Writing
    target: StoredVersion
    origin: RevertedSides
    changes: Collection[str] | None
    resolution: Resolution
    shown: Mapping[str, StoredVersion]
    """What the present diagram shows, as far as the caller sees it."""
    taken: Mapping[str, Taken]
    """Which of all the ids that the sides name exist, hidden ones included."""
    hidden: Hidden
    plan_: ContentPlan = field(default_factory=ContentPlan)
    now: Version = field(init=False)
    """The present diagram, as the caller sees it."""
    known: Mapping[str, str] = field(init=False)
    """The types of the elements that exist and that the caller sees."""
    other_flow: Mapping[str, Version] = field(init=False)

    def __post_init__(self) -> None:
        self.now = without_hidden(self.target.version, self.hidden)
        may_name = self.writing.may_name
        self.known = {each.element: each.type for each in self.taken.values() if may_name(each.zone, each.facet)}
        base = self.origin.base
        self.other_flow = base.flow if base is not None else self._present_flow()

    def _present_flow(self) -> Mapping[str, Version]:
        types = self.writing.metamodel.types
        return {id_: each.version for id_, each in self.shown.items() if types[each.version.type].flow}

    def plan(self) -> ContentPlan:
        restored, base = _visible(self.origin.restored), self.origin.base
        other = _visible(base) if base is not None else self.now.content
        flows = {**self.origin.restored.flow, **self.other_flow, **self._present_flow()}
        origins = {id_: each.creation_id for id_, each in flows.items() if each.creation_id}
        found = content_difference(restored, other, origins, self._differing)
        self.plan_.places = places_of(found)
        shapes = Shapes(
            restored,
            dict(matched(restored, self.now.content, origins)),
            matched(other, self.now.content, origins),
            {each.id: each for each in self.now.content},
            new_id,
        )
        self._apply(found, shapes)
        self._change_flow_objects(found, shapes)
        self._finish(shapes.content())
        return self.plan_

    def _is_chosen(self, place: str) -> bool:
        return self.changes is None or CONTENT in self.changes or place in self.changes

    def _apply(self, found: ContentDifference, shapes: Shapes) -> None:
        for shape in found.added:
            if self._is_chosen(shape_place(shape.id)) and self._may_go(shape, shapes):
                shapes.remove(shape.id)
        added = []
        for shape in found.removed:
            if self._is_chosen(shape_place(shape.id)) and shape.id not in shapes.now_of_restored:
                element = self._element_for(shape, shapes)
                if element is not None:
                    shapes.add(shape, element)
                    added.append(shape.id)
        shapes.connect_added(added)
        for flow in found.flows_removed:
            if self._is_chosen(flow_place(flow)):
                shapes.connect(flow)
        for flow in found.flows_added:
            if self._is_chosen(flow_place(flow)):
                shapes.disconnect(flow)
        for placed in found.placed:
            if self._is_chosen(shape_place(placed.shape.id)):
                shapes.put_back(placed)
        self._reorder(found, shapes)

    def _reorder(self, found: ContentDifference, shapes: Shapes) -> None:
        restored_of_now = {now: restored for restored, now in shapes.now_of_restored.items()}
        for moved in found.moved:
            if self._is_chosen(shape_place(moved.shape.id)) and moved.was.id in shapes.now_of_restored:
                shapes.moved[moved.was.id] = None
        if found.moved and (self.changes is None or CONTENT in self.changes):
            # With all of them in their order, the least moves that the difference names are exact.
            shapes.moved |= dict.fromkeys(shapes.now_of_restored)
        for id_ in found.flows_reordered:
            if self._is_chosen(shape_place(id_)) and (now := shapes.now_of_other.get(id_)) in restored_of_now:
                shapes.settle_predecessors(restored_of_now[now])

    def _may_go(self, shape: Shape, shapes: Shapes) -> bool:
        """Whether a shape that was added may be removed: not without an answer if its flow object was changed since."""
        present = shapes.shapes.get(shapes.now_of_other.get(shape.id, ""))
        stored = self.shown.get(present.element) if present is not None else None
        was = self.other_flow.get(shape.element)
        if stored is None or was is None:
            return True
        base, current = self._values(was), self._values(stored.version)
        if not different(base, current):
            return True
        place = shape_place(shape.id)
        winner = self.resolution.winner(place)
        if winner is None:
            self.plan_.clashes.append(Clash(place, body_of(base), None, body_of(current)))
        return winner == RESTORED

    def _element_for(self, shape: Shape, shapes: Shapes) -> ElementId | None:
        """What a shape that comes back shows; None, with a finding, if that cannot be shown any more."""
        place, element = shape_place(shape.id), shape.element
        source = self.origin.restored.flow.get(element)
        type_ = source.type if source is not None else self.known.get(element)
        allowed = self.writing.metamodel.types[self.target.version.type].content
        if type_ is None or type_ not in allowed or type_ not in self.writing.offered.types:
            self._miss(Finding(f"The diagram showed {element}, which is gone.", "target-gone", place))
            return None
        if source is None or any(each.element == element for each in shapes.shapes.values()):
            return element
        if made := next((each for each in self.plan_.added if _is_copy(each, source)), None):
            return made.element
        return self._bring_back(source, place)

    def _bring_back(self, source: Version, place: str) -> ElementId:
        writing = self.writing
        id_ = ElementId(new_id() if source.element in self.taken else source.element)
        origin = source.creation_id or source.element
        blank = source._replace(element=id_, id=VersionId(id_), creation_id=origin, attributes={}, related={}, files=())
        merged = self._merged(blank, self._values(source), place)
        caller = writing.caller.principal
        self.plan_.added.append(created(writing.metamodel, merged, caller, writing.now))
        return id_

    def _change_flow_objects(self, found: ContentDifference, shapes: Shapes) -> None:
        for each in found.changed:
            place = shape_place(each.shape.id)
            now = shapes.shapes.get(shapes.now_of_other.get(each.shape.id, ""))
            stored = self.shown.get(now.element) if now is not None else None
            if not self._is_chosen(place) or stored is None:
                continue
            base, restored = self._values(self.other_flow[each.shape.element]), self._values(self._restored(each.was))
            current = self._values(stored.version)
            merged = three_way(different(restored, base), base, restored, current, self.resolution, under=f"{place}.")
            self.plan_.clashes += merged.clashes
            seen = without_hidden(stored.version, self.hidden)
            after = self._merged(seen, merged.values, place)
            if after is not seen:
                self.plan_.changed.append((stored, with_hidden(after, stored.version, self.hidden)))

    def _restored(self, shape: Shape) -> Version:
        return self.origin.restored.flow[shape.element]

    def _merged(self, version: Version, values: Mapping[str, object], place: str) -> Version:
        """A flow object with these values. What today's rules refuse is left out, with a finding."""
        left = dict(values)
        while left:
            merged = merge(version, body_of(left), self.writing.offered, self.writing.settings, self.known, path="")
            if not merged.findings:
                return merged.version
            smaller = left
            for each in reversed(merged.findings):
                self._miss(Finding(each.error, each.code, f"{place}{each.path}"))
                smaller = without_refused(smaller, each.path.removeprefix(".")) or smaller
            if smaller == left:
                break
            left = smaller
        return version

    def _miss(self, finding: Finding) -> None:
        """Note what cannot come back. Raises InvalidValues if the caller has named it."""
        if self.changes is not None:
            raise InvalidValues(finding.error, [finding])
        self.plan_.missing.append(finding)

    def _differing(self, before: str, after: str) -> Mapping[str, object]:
        restored, other = self.origin.restored.flow.get(before), self.other_flow.get(after)
        if restored is None or other is None:
            return {}
        return dict.fromkeys(different(self._values(restored), self._values(other)), True)

    def _values(self, version: Version) -> Values:
        return values_of(version, lambda name: self._is_left_out(version.type, name), self.known)

    def _is_left_out(self, type_: str, name: str) -> bool:
        metamodel, offered = self.writing.metamodel, self.writing.offered
        if name in offered.hidden or name in self.origin.hidden or name in first_stamps(metamodel):
            return True
        declared = metamodel.types[type_].properties.get(name) if type_ in metamodel.types else None
        return name in offered.fixed or (declared is not None and is_owned(declared))

    def _finish(self, content: tuple[Shape, ...]) -> None:
        if content == self.now.content:
            return
        after = with_hidden(self.now._replace(content=content), self.target.version, self.hidden)
        self.plan_.diagram = after
        still = set(shown_in(after))
        self.plan_.removed = [
            each for id_, each in self.shown.items() if id_ in self._present_flow() and id_ not in still
        ]


def _visible(side: Side) -> Sequence[Shape]:
    shapes = {each.id for each in side.version.content if each.element in side.seen}
    return [
        replace(each, predecessors=tuple(filter(shapes.__contains__, each.predecessors)))
        for each in side.version.content
        if each.id in shapes
    ]


def _is_copy(made: Version, source: Version) -> bool:
    return made.creation_id == (source.creation_id or source.element)
