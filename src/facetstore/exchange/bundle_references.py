"""What a bundle's record refers to: its related contexts and the shapes of its diagram."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from facetstore.domain.element import FARTHEST, Place, Shape, parse_place
from facetstore.domain.values import ElementId, parse_guid
from facetstore.exchange.bundle_names import check_name
from facetstore.exchange.bundle_report import BundleReport, shown
from facetstore.metamodel.model import ElementType
from facetstore.metamodel.roles import MethodRoles


def restored_contexts(roles: MethodRoles) -> frozenset[str]:
    """The contexts that the server owns but cannot compute again."""
    return frozenset({roles.changed_by, roles.created_by, roles.released_by})


class Target(NamedTuple):
    """An element that a record refers to, with the facts that the reference gives."""

    id: ElementId
    why: str
    """What refers to it, for messages: a context, the parent, the content."""
    reference: Mapping[str, object] = MappingProxyType({})

    def text(self, name: str) -> str | None:
        """A field of the reference, if it is a text."""
        value = self.reference.get(name)
        return value if isinstance(value, str) else None


def read_related(
    given: Mapping[str, object],
    element_type: ElementType,
    restored: frozenset[str],
    targets: list[Target],
    report: BundleReport,
) -> Mapping[str, tuple[ElementId, ...]]:
    """The contexts to store; derived ones are left out, except those to be restored; unknown ones stay."""
    kept: dict[str, tuple[ElementId, ...]] = {}
    for name, references in given.items():
        declared = element_type.contexts.get(name)
        related = declared.related if declared is not None else None
        if related is None:
            check_name("context", name, element_type, report)
        elif related.derived and name not in restored:
            continue
        found = [target for each in _listed(references, name, report) if (target := _target(each, name, report))]
        targets += found
        if found:
            kept[name] = tuple([each.id for each in found])
    return kept


def read_content(
    given: object, element_type: ElementType, targets: list[Target], report: BundleReport
) -> tuple[Shape, ...]:
    """The shapes of a diagram; none if the content is the children, which reads find by themselves."""
    items = _listed(given or [], "content", report)
    if not items or element_type.content_is_children:
        return ()
    if not element_type.content:
        report.wrong(f"The type {element_type.key} has no diagram, so it cannot have content.")
        return ()
    shapes = [shape for each in items if (shape := _shape(each, targets, report))]
    _check_shapes(shapes, report)
    return tuple(shapes)


def _shape(item: object, targets: list[Target], report: BundleReport) -> Shape | None:
    target = _target(item, "content", report)
    shape_id = _shape_id(item, report)
    if target is None or shape_id is None:
        return None
    targets.append(target)
    before = _listed(_properties(item).get("predecessors") or [], "predecessors", report)
    predecessors = tuple(p for each in before if (p := _shape_id(each, report)))
    return Shape(shape_id, target.id, predecessors, _place(item, report))


def _place(item: object, report: BundleReport) -> Place | None:
    value = _properties(item).get("place")
    place = parse_place(value)
    if place is None and value is not None:
        report.wrong(f"The place of a shape needs two numbers up to {FARTHEST}, not {shown(value)}.")
    return place


def _shape_id(item: object, report: BundleReport) -> str | None:
    value = _properties(item).get("shapeId")
    guid = parse_guid(value) if isinstance(value, str) else None
    if guid is None:
        report.wrong(f"A shape of the content needs a GUID as properties.shapeId, not {shown(value)}.")
    return guid


def _check_shapes(shapes: list[Shape], report: BundleReport) -> None:
    known: set[str] = set()
    for shape in shapes:
        if shape.id in known:
            report.wrong(f"The shape {shape.id} occurs twice in the content.")
        known.add(shape.id)
    for shape in shapes:
        for each in shape.predecessors:
            if each not in known:
                report.wrong(f"The shape {shape.id} comes after {each}, which the content does not hold.")
            elif each == shape.id:
                report.wrong(f"The shape {shape.id} comes after itself.")
        if len(set(shape.predecessors)) != len(shape.predecessors):
            report.wrong(f"The shape {shape.id} comes twice after the same shape.")


def _target(reference: object, why: str, report: BundleReport) -> Target | None:
    if not isinstance(reference, dict):
        report.wrong(f"{why} needs references with an id, not {shown(reference)}.")
        return None
    value = reference.get("id")
    guid = parse_guid(value) if isinstance(value, str) else None
    if guid is None:
        report.wrong(f"A reference in {why} needs a GUID as its id, not {shown(value)}.")
        return None
    return Target(ElementId(guid), why, reference)


def _listed(value: object, name: str, report: BundleReport) -> list[object]:
    if isinstance(value, list):
        return value
    report.wrong(f"{name} needs a list, not {shown(value)}.")
    return []


def _properties(item: object) -> Mapping[str, object]:
    properties = item.get("properties") if isinstance(item, dict) else None
    return properties if isinstance(properties, dict) else {}
