"""The update of one element: a body merged into a version (D5.1).

The response of operation 4 can be posted back: what the server owns or makes itself is ignored, what equals the stored value
is not checked, and a merge that changes nothing returns the same version object.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.errors import Finding, Hints
from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.changes.attributes import merge_attributes
from facetstore.usecases.changes.body import (
    NOTHING,
    Body,
    CreateReference,
    Notes,
    Scope,
    TypeNames,
    id_of,
    is_new,
    names_of_type,
    references_in,
    shown,
)
from facetstore.usecases.changes.related_contexts import merge_related
from facetstore.usecases.changes.stereotypes import merge_stereotype

_READ: Final = frozenset(
    {"facetName", "id", "versionId", "type", "stereotype", "attributes", "fallbacks", "related", "parent", "position"}
)
_PASSED_OVER: Final = frozenset(
    {"creationId", "state", "children", "content", "rootPath", "versions"}
    | {"displayNames", "expandUri", "setReadOnly", "properties"}
)
_REFERRING: Final = frozenset({"related", "parent", "stereotype"})
"""The fields that name other elements."""
FIELDS: Final = _READ | _PASSED_OVER
"""Every field an element of a body may have."""


class Merged(NamedTuple):
    """The merged version; the same object if nothing changes, or if there are findings."""

    version: Version
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()


def merge(
    version: Version,
    given: Mapping[str, object],
    metamodel: Metamodel,
    settings: TenantSettings,
    known: Mapping[str, str],
    *,
    path: str = "elements[0]",
    aliases: Mapping[str, str] = NOTHING,
    stereotypes: Mapping[str, str] = NOTHING,
    hints: Hints | None = None,
    create_reference: CreateReference | None = None,
) -> Merged:
    """The version with a decoded JSON element merged into it; see `Scope` for what the mappings hold.

    `known` must hold the type of every element in `referred_ids(given, version)` that exists and that the caller may see:
    stored references that are not in it count as hidden from the caller, and stay.
    """
    notes = Notes(hints=hints or Hints())
    scope = Scope(metamodel, settings, known, aliases, stereotypes, create_reference)
    files = {each.id: each for each in version.files}
    body = Body(path, metamodel.types[version.type], scope, notes, files)
    check_fields(notes, path, given, names_of_type(metamodel, version.type))
    _check_identity(body, version, given)
    _check_place(body, version, given)
    fallbacks = given.get("fallbacks")
    attributes = merge_attributes(
        body,
        version.attributes,
        body.section(given, "attributes"),
        fallbacks if isinstance(fallbacks, dict) else {},
    )
    related, stereotype = version.related, version.stereotype
    if "related" in given:
        related = merge_related(body, related, body.section(given, "related"))
    if "stereotype" in given:
        stereotype = merge_stereotype(body, stereotype, given["stereotype"])
    warnings = tuple(notes.warnings)
    if notes.findings:
        return Merged(version, tuple(notes.findings), warnings)
    if attributes is version.attributes and related is version.related and stereotype == version.stereotype:
        return Merged(version, (), warnings)
    return Merged(version._replace(attributes=attributes, related=related, stereotype=stereotype), (), warnings)


def referred_ids(given: Mapping[str, object], version: Version | None = None) -> frozenset[str]:
    """Every id whose element must be looked up before a body is merged: those it names, and those that it replaces."""
    if _REFERRING.isdisjoint(given):
        return frozenset()
    ids = _named_ids(given)
    for each in references_in(given):
        if isinstance(each, dict) and is_new(each):
            ids |= _named_ids(each)
    related = given.get("related")
    if version is not None and isinstance(related, dict):
        replaced = {name.casefold() for name in related}
        ids |= {id_ for name, targets in version.related.items() if name.casefold() in replaced for id_ in targets}
    return frozenset(each for each in ids if each is not None)


def _named_ids(given: Mapping[str, object]) -> set[str | None]:
    return {id_of(each) for each in (*references_in(given), given.get("parent"), given.get("stereotype"))}


def check_fields(notes: Notes, path: str, given: Mapping[str, object], names: TypeNames | None = None) -> None:
    """Add a finding for every field that no element has: a mistyped name must not be ignored silently. `names` are those of the
    element's type: a property belongs below `attributes` or `related`."""
    for name in given:
        if name not in FIELDS:
            hint = _below(name, names) or notes.hint(name, FIELDS)
            notes.wrong("unknown-field", f"An element has no field {shown(name)}.{hint}", f"{path}.{name}")


def _below(name: str, names: TypeNames | None) -> str:
    """Where a property of the type belongs that stands beside `attributes` and `related`; empty for any other name."""
    if names is None:
        return ""
    for section, known in (("attributes", names.attributes), ("related", names.contexts)):
        if (declared := known.get(name.casefold())) is not None:
            return f" Did you mean {section}.{declared.key}?"
    return ""


def _check_identity(body: Body, version: Version, given: Mapping[str, object]) -> None:
    """Add a finding for every identity field that differs from the version. `id` may be that of the element or the version."""
    for name, known in (
        ("id", (version.element, version.id)),
        ("versionId", (version.id,)),
        ("type", (version.type,)),
        ("facetName", (version.facet,)),
    ):
        value = given.get(name)
        if value is None or value in known:
            continue
        if not (isinstance(value, str) and value.casefold() in map(str.casefold, known)):
            error = f"{name} of the element {version.element} cannot be changed: it is {known[0]}, not {shown(value)}."
            body.notes.wrong("identity-fixed", error, f"{body.path}.{name}")


def _check_place(body: Body, version: Version, given: Mapping[str, object]) -> None:
    """Add a finding if parent or position differ, or are wrong: an update moves nothing, but may name the current place."""
    if "parent" in given:
        parent = id_of(given["parent"])
        if given["parent"] is not None and parent is None:
            error = f"parent needs the GUID of an element, not {shown(given['parent'])}."
            body.notes.wrong("wrong-id", error, f"{body.path}.parent")
        elif (body.scope.element_of(parent) if parent is not None else None) != version.parent:
            _refuse_move(body, "parent")
    if "position" in given and given["position"] not in (None, version.position):
        _refuse_move(body, "position")


def _refuse_move(body: Body, name: str) -> None:
    error = f"An update does not move an element, so {name} cannot change: use POST …/elements/{{id}}/move."
    body.notes.wrong("not-moved-here", error, f"{body.path}.{name}")
