"""The related contexts of a body merged into those of a version (D5.1).

A context in the body replaces the stored one. References that the caller cannot see were not in what the caller read, so
they stay where they are (D2.11). A context that equals the stored one is not checked, nor is the type of a stored
reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from facetstore.domain.values import ElementId
from facetstore.metamodel.model import Related
from facetstore.usecases.changes.body import (
    CANNOT_ADD_NEW,
    Body,
    id_of,
    is_new,
    is_owned,
    names_of_type,
    owned_names,
    shown,
)

References = Mapping[str, tuple[ElementId, ...]]


class _GivenContext(NamedTuple):
    """A related context in a body. Without a declaration it is left over: it is stored, but the type has it no more."""

    name: str
    declared: Related | None
    path: str


def merge_related(body: Body, stored: References, given: Mapping[str, object]) -> References:
    """The stored contexts, with those of the body in their place; the same object if nothing changes."""
    merged: dict[str, tuple[ElementId, ...]] = {}
    named: set[str] = set()
    for name, references in given.items():
        each = _find(body, name, stored)
        if each is None:
            continue
        if each.name in named:
            body.notes.wrong("given-twice", f"The related context {each.name} is given twice.", each.path)
            continue
        named.add(each.name)
        before = stored.get(each.name, ())
        after = _replaced(body, each, before, references)
        if after != before and body.may_write(each.name, each.path):
            merged[each.name] = after
    if not merged:
        return stored
    return {name: targets for name, targets in {**stored, **merged}.items() if targets}


def _find(body: Body, name: str, stored: References) -> _GivenContext | None:
    """The context of this name; None if the server owns it, which is ignored, or if it does not exist, which is a finding."""
    path = f"{body.path}.related.{name}"
    metamodel, element_type = body.scope.metamodel, body.element_type
    names = names_of_type(metamodel, element_type.key)
    folded = name.casefold()
    declared = element_type.contexts.get(name) or names.contexts.get(folded)
    if declared is not None:
        return None if is_owned(declared) else _GivenContext(declared.key, declared.related, path)
    if folded in owned_names(metamodel):
        return None
    if name in stored:
        return _GivenContext(name, None, path)
    if folded in names.attributes:
        error = f"{names.attributes[folded].key} is an attribute of {element_type.key}: give it under attributes."
    else:
        hint = body.notes.hint(name, element_type.contexts)
        error = f"The type {element_type.key} has no related context {shown(name)}.{hint}"
    body.notes.wrong("unknown-context", error, path)
    return None


def _replaced(body: Body, named: _GivenContext, stored: tuple[ElementId, ...], given: object) -> tuple[ElementId, ...]:
    if not isinstance(given, list | None):
        error = f"The related context {named.name} needs a list of references, not {shown(given)}."
        body.notes.wrong("wrong-form", error, named.path)
        return stored
    references = given or []
    visible = [each for each in stored if each in body.scope.known]
    if visible == [_target(body, each) for each in references]:
        return stored
    if named.declared is None and references:
        error = f"The type {body.element_type.key} has no related context {named.name}: stored references can be removed by null, not changed."
        body.notes.wrong("unknown-context", error, named.path)
        return stored
    targets = _checked(body, named, stored, references)
    hidden = {place: each for place, each in enumerate(stored) if each not in body.scope.known}
    _check_number(body, named, len(targets), len(hidden))
    return _with_hidden(targets, hidden)


def _checked(
    body: Body, named: _GivenContext, stored: Sequence[ElementId], references: Sequence[object]
) -> list[ElementId]:
    """The elements that the references name, each once, without those that have a finding."""
    found: dict[ElementId, None] = {}
    for n, reference in enumerate(references):
        path = f"{named.path}[{n}]"
        target = _target(body, reference)
        if target is None:
            if (made := _created(body, named, reference, path)) is not None:
                found[made] = None
        elif target in found:
            warning = f"The element {target} occurs twice in {named.name}: it is stored once."
            body.notes.warn("duplicate-reference", warning, path)
        elif _is_possible(body, named, target, path, is_stored=target in stored):
            found[target] = None
    return list(found)


def _target(body: Body, reference: object) -> ElementId | None:
    id_ = id_of(reference)
    return ElementId(body.scope.element_of(id_)) if id_ is not None else None


def _created(body: Body, named: _GivenContext, reference: object, path: str) -> ElementId | None:
    """The new element that a reference without an id describes; None, with a finding, if it cannot be created."""
    if not isinstance(reference, dict) or not is_new(reference):
        given = reference.get("id") if isinstance(reference, dict) else reference
        error = f"A reference in {named.name} needs the GUID of an element as its id, not {shown(given)}."
        body.notes.wrong("wrong-id", error, path)
    elif named.declared is None or not named.declared.can_add_new:
        error = f"No new element can be made in {named.name}: refer to an existing one by its id."
        body.notes.wrong(CANNOT_ADD_NEW, error, path)
    elif body.scope.create_reference is None:
        error = f"A new element in a reference creates no others: a reference in its {named.name} needs an id."
        body.notes.wrong("id-missing", error, path)
    elif _is_creatable(body, named, named.declared.types, reference, path):
        return body.scope.create_reference(reference, body.notes, path)
    return None


def _is_creatable(
    body: Body, named: _GivenContext, types: Sequence[str], given: Mapping[str, object], path: str
) -> bool:
    """Whether type and place of a new element fit; if not, adds findings. A type that does not exist is left to `create`."""
    name = given.get("type")
    element_type = body.scope.metamodel.type(name) if isinstance(name, str) else None
    fits = element_type is None or element_type.key in types
    if element_type is not None and not fits:
        error = f"The related context {named.name} takes {' or '.join(types)}, not a new {element_type.key}."
        body.notes.wrong("wrong-target-type", error, f"{path}.type")
    placed = [each for each in ("versionId", "parent", "position") if given.get(each) is not None]
    for each in placed:
        error = f"A new element in a reference has no {each}: create it by POST …/elements to give it a place."
        body.notes.wrong("not-in-reference", error, f"{path}.{each}")
    return fits and not placed


def _is_possible(body: Body, named: _GivenContext, target: ElementId, path: str, *, is_stored: bool) -> bool:
    type_key = body.scope.known.get(target)
    if type_key is None:
        error = f"There is no element {target} to which {named.name} could refer."
        body.notes.wrong("unknown-target", error, path)
        return False
    if is_stored or named.declared is None or type_key in named.declared.types:
        return True
    wanted = " or ".join(named.declared.types)
    error = f"The related context {named.name} takes {wanted}; {target} is of the type {type_key}."
    body.notes.wrong("wrong-target-type", error, path)
    return False


def _check_number(body: Body, named: _GivenContext, given: int, hidden: int) -> None:
    most = named.declared.max_occurrence if named.declared is not None else 0
    if named.declared is None or given + hidden <= most:
        return
    number = f"{given} are given" if given != 1 else "1 is given"
    stays = f", and {hidden} that you may not see stay{'s' if hidden == 1 else ''}" if hidden else ""
    error = (
        f"The related context {named.name} takes at most {most} reference{'s' if most != 1 else ''}; {number}{stays}."
    )
    body.notes.wrong("too-many-references", error, named.path)


def _with_hidden(targets: list[ElementId], hidden: Mapping[int, ElementId]) -> tuple[ElementId, ...]:
    """The references, with the hidden ones inserted at their old positions, or at the end if the list is shorter now."""
    for place, each in hidden.items():
        targets.insert(place, each)
    return tuple(targets)
