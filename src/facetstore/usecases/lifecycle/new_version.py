"""A new version of an element: a draft that starts from a released one (D6.10).

It has the properties of its source, except those that the lifecycle clears and sets (`newVersion` in lifecycles.yaml).
createdOn, createdBy, changedOn and changedBy are set again. The diagram is copied: its flow objects become new elements with
the same creation id, so that each version can be changed alone and comparisons still match the copies. Shape ids stay the
same, because they are ids within one version: predecessors remain correct, and comparisons match the shapes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from facetstore.domain.element import FIRST_DRAFT, Shape, Version
from facetstore.domain.values import ElementId, VersionId, parse_version_number
from facetstore.metamodel.lifecycle_model import Lifecycle
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.plain import section, words
from facetstore.usecases.lifecycle.effects import Acting, clear_property, created, set_property
from facetstore.usecases.lifecycle.transitions import conflict

NO_VERSIONS: Final = "no-versions"
NOT_FROM_THIS_STATE: Final = "no-new-version-in-state"
OPEN_DRAFT: Final = "open-draft"


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A new draft and the flow objects copied for it."""

    version: Version
    flow_objects: tuple[Version, ...]
    copies: Mapping[ElementId, ElementId]
    """The new id of each flow object that was copied."""


def create_version(
    metamodel: Metamodel,
    source: Version,
    flow_objects: Mapping[ElementId, Version],
    acting: Acting,
    *,
    existing_draft: bool,
    numbers: Collection[str] = (),
) -> NewVersion:
    """A draft that starts from `source`.

    `flow_objects` holds what its diagram shows, of which only flow objects are copied; `numbers` are those of all versions of
    the element. Raises Conflict if the type has no versions, if the state allows no new version, or if there is a draft.
    """
    lifecycle = _access_source(metamodel, source, existing_draft=existing_draft)
    copies = _copies(metamodel, source, flow_objects, acting)
    draft = source._replace(
        id=VersionId(acting.new_id()),
        state=lifecycle.initial,
        number=next_number((*numbers, source.number or "")),
        content=tuple(_copied_shape(each, copies) for each in source.content),
    )
    prepared = _prepared(metamodel, lifecycle, _redirected(draft, copies), acting)
    return NewVersion(prepared, tuple(_copied(metamodel, flow_objects[old], copies, acting) for old in copies), copies)


def is_draft(metamodel: Metamodel, type_key: str, state: str | None) -> bool:
    """Whether a version of this type in this state was not released yet. False if the type has no versions."""
    known = metamodel.state_of.get((type_key, state))
    return known is not None and metamodel.types[type_key].versioned and not known.was_released


def next_number(numbers: Collection[str]) -> str:
    """The number of a draft after the highest of these: 1.0 → 1.1. Without any, the number of a first draft."""
    known = [parsed for each in numbers if (parsed := parse_version_number(each))]
    if not known:
        return FIRST_DRAFT
    major, minor = max(known)
    return f"{major}.{minor + 1}"


def _access_source(metamodel: Metamodel, source: Version, *, existing_draft: bool) -> Lifecycle:
    lifecycle = metamodel.lifecycle_of.get(source.type)
    states = words(lifecycle.new_version, "from") if lifecycle is not None else ()
    if lifecycle is None or not states or not metamodel.types[source.type].versioned:
        raise conflict(f"Elements of type {source.type} have no versions.", NO_VERSIONS)
    if source.state not in states:
        raise conflict(
            f"A version in state {source.state} cannot be the start of a new one. Possible: {', '.join(states)}.",
            NOT_FROM_THIS_STATE,
        )
    if existing_draft:
        raise conflict("The element has a draft already. Release or delete it first.", OPEN_DRAFT)
    return lifecycle


def _copies(
    metamodel: Metamodel, source: Version, flow_objects: Mapping[ElementId, Version], acting: Acting
) -> Mapping[ElementId, ElementId]:
    """New ids for the flow objects of the diagram; one that is shown twice is copied once."""
    shown = dict.fromkeys(each.element for each in source.content)
    return {
        each: ElementId(acting.new_id())
        for each in shown
        if each in flow_objects and metamodel.types[flow_objects[each].type].flow
    }


def _prepared(metamodel: Metamodel, lifecycle: Lifecycle, draft: Version, acting: Acting) -> Version:
    for name in words(lifecycle.new_version, "clears"):
        draft = clear_property(draft, name)
    for name, to in section(lifecycle.new_version, "sets").items():
        draft = set_property(metamodel, draft, name, str(to), acting)
    return created(metamodel, draft, acting.caller.principal, acting.now)


def _copied_shape(shape: Shape, copies: Mapping[ElementId, ElementId]) -> Shape:
    return replace(shape, element=copies.get(shape.element, shape.element))


def _copied(metamodel: Metamodel, original: Version, copies: Mapping[ElementId, ElementId], acting: Acting) -> Version:
    new_id = copies[original.element]
    copy = original._replace(
        element=new_id,
        id=VersionId(new_id),
        creation_id=original.creation_id or original.element,
    )
    return created(metamodel, _redirected(copy, copies), acting.caller.principal, acting.now)


def _redirected(version: Version, copies: Mapping[ElementId, ElementId]) -> Version:
    """The version with references to copied flow objects replaced by references to the copies."""
    related = {name: tuple(copies.get(each, each) for each in targets) for name, targets in version.related.items()}
    return version._replace(related=related)
