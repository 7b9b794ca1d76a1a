"""A new element from a body without an id (D5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from facetstore.domain.element import FIRST_DRAFT, Version
from facetstore.domain.errors import Finding, Hints
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import ElementType, Identity, Metamodel
from facetstore.usecases.changes.attributes import merge_attributes
from facetstore.usecases.changes.body import NOTHING, Body, CreateReference, Notes, Scope, id_of, names_of_type, shown
from facetstore.usecases.changes.merge import check_fields
from facetstore.usecases.changes.related_contexts import merge_related
from facetstore.usecases.changes.stamps import stamp_created
from facetstore.usecases.changes.stereotypes import merge_stereotype

_LARGEST_POSITION: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Place:
    """Where a new element is created. Its body may name another parent and position."""

    facet: str | None = None
    """The facet in the address of the request; None: any."""
    parent: ElementId | None = None
    position: int = 0
    in_diagram: bool = False
    """Whether it is created in a diagram, the only place where flow objects can be."""


ANYWHERE: Final = Place()


@dataclass(frozen=True, slots=True)
class Created:
    """A new element, or None if there are findings."""

    version: Version | None
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()


def create(
    given: Mapping[str, object],
    metamodel: Metamodel,
    settings: TenantSettings,
    known: Mapping[str, str],
    new_ids: Iterator[str],
    *,
    now: str,
    principal: str | None,
    place: Place = ANYWHERE,
    path: str = "elements[0]",
    aliases: Mapping[str, str] = NOTHING,
    stereotypes: Mapping[str, str] = NOTHING,
    hints: Hints | None = None,
    create_reference: CreateReference | None = None,
) -> Created:
    """A new element in the first state of its lifecycle, created at `now` (local to the storage) by a principal.

    `known` must hold the type of every element in `referred_ids(given)` that exists and that the caller may see.
    """
    notes = Notes(hints=hints or Hints())
    element_type = _type(given, metamodel, place, notes, path)
    if element_type is None:
        return Created(None, tuple(notes.findings))
    scope = Scope(metamodel, settings, known, aliases, stereotypes, create_reference)
    body = Body(path, element_type, scope, notes)
    check_fields(notes, path, given, names_of_type(metamodel, element_type.key))
    attributes = merge_attributes(body, {}, body.section(given, "attributes"), {})
    related = merge_related(body, {}, body.section(given, "related"))
    stereotype = merge_stereotype(body, None, given.get("stereotype"))
    parent = _parent(body, given, place)
    position = _position(body, given, place)
    _check_label(body, attributes)
    if notes.findings:
        return Created(None, tuple(notes.findings), tuple(notes.warnings))
    lifecycle = metamodel.lifecycle_of.get(element_type.key)
    id_ = next(new_ids)
    version = Version(
        element=ElementId(id_),
        id=VersionId(next(new_ids) if element_type.versioned else id_),
        facet=element_type.facet,
        type=element_type.key,
        state=lifecycle.initial if lifecycle is not None else None,
        stereotype=stereotype,
        creation_id=id_ if element_type.identity is Identity.CREATION_ID else None,
        number=FIRST_DRAFT if element_type.versioned else None,
        attributes=attributes,
        related=related,
        parent=parent,
        position=position,
    )
    stamped = stamp_created(version, metamodel.whole, now, principal, given=_spoken_of(body, given))
    return Created(stamped, (), tuple(notes.warnings))


def _type(
    given: Mapping[str, object], metamodel: Metamodel, place: Place, notes: Notes, path: str
) -> ElementType | None:
    name = given.get("type")
    if not isinstance(name, str) or not name:
        instead = "" if name is None else f", not {shown(name)}"
        notes.wrong("type-missing", f"A new element needs the name of its type{instead}.", f"{path}.type")
        return None
    element_type = metamodel.type(name)
    if element_type is None:
        known = metamodel.types if place.facet is None else [each.key for each in metamodel.types_of(place.facet)]
        notes.wrong("unknown-type", f"There is no type {shown(name)}.{notes.hint(name, known)}", f"{path}.type")
        return None
    if place.facet is not None and element_type.facet != place.facet:
        error = f"The type {element_type.key} belongs to the facet {element_type.facet}: create it there, not in {place.facet}."
        notes.wrong("other-facet", error, f"{path}.type")
    elif element_type.flow and not place.in_diagram:
        error = f"A {element_type.key} exists only in a diagram: create it by POST …/elements/{{id}}/content."
        notes.wrong("only-in-diagram", error, f"{path}.type")
    facet = given.get("facetName")
    if facet is not None and (not isinstance(facet, str) or facet.casefold() != element_type.facet.casefold()):
        error = f"The type {element_type.key} belongs to the facet {element_type.facet}, not to {shown(facet)}."
        notes.wrong("other-facet", error, f"{path}.facetName")
    return element_type


def _parent(body: Body, given: Mapping[str, object], place: Place) -> ElementId | None:
    if "parent" not in given:
        return place.parent
    value = given["parent"]
    if value is None:
        return None
    path = f"{body.path}.parent"
    id_ = id_of(value)
    if id_ is None:
        body.notes.wrong("wrong-id", f"parent needs the GUID of an element, not {shown(value)}.", path)
        return None
    parent = ElementId(body.scope.element_of(id_))
    type_key = body.scope.known.get(parent)
    if type_key is None:
        body.notes.wrong("unknown-parent", f"There is no element {parent} that could be the parent.", path)
    elif body.element_type.key not in body.scope.metamodel.types[type_key].children:
        types = body.scope.metamodel.types.values()
        above = ", ".join(each.key for each in types if body.element_type.key in each.children)
        possible = f" It can stand below: {above}." if above else " It has no parent."
        error = f"A {body.element_type.key} cannot stand below a {type_key}.{possible}"
        body.notes.wrong("wrong-parent", error, path)
    return parent


def _position(body: Body, given: Mapping[str, object], place: Place) -> int:
    value = given.get("position")
    if value is None:
        return place.position
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST_POSITION:
        return value
    error = f"position needs a whole number from 0 on, not {shown(value)}."
    body.notes.wrong("wrong-form", error, f"{body.path}.position")
    return 0


def _check_label(body: Body, attributes: Mapping[str, Mapping[int, object]]) -> None:
    """Add a finding if the element has no name in any culture and its attributes no finding. Flow objects need no name."""
    label = body.element_type.label
    texts = (value for name in label for value in attributes.get(name, {}).values())
    if body.element_type.flow or any(isinstance(each, str) and each.strip() for each in texts):
        return
    if any(each.path.startswith(f"{body.path}.attributes") for each in body.notes.findings):
        return
    error = f"A new {body.element_type.key} needs its {' or '.join(label)}, in one culture at least."
    body.notes.wrong("name-missing", error, f"{body.path}.attributes.{label[0]}")


def _spoken_of(body: Body, given: Mapping[str, object]) -> frozenset[str]:
    sections = (body.section(given, "attributes"), body.section(given, "related"))
    return frozenset(name.casefold() for each in sections for name in each)
