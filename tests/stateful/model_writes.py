"""The model of writes to elements: what update, create, delete, restore, move and lock make of a tenant (D5.1, D5.3, D5.4, D5.5)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from tests.stateful.method import ATTRIBUTES, CONTEXTS, CULTURES, INITIAL, INVARIANT, KINDS, NEVER
from tests.stateful.model import Attributes, Caller, Element, Json, Model, Refused, Related, ServiceFacts, Version

T = TypeVar("T")

SERVER_ATTRIBUTES = frozenset(
    {"changedOn", "createdOn", "gotoUrl", "authorNote", "state1", "isReleased", "version", "relOn", "filterInformation"}
)
SERVER_CONTEXTS = frozenset({"changedBy", "createdBy", "relBy", "releaseHistory"})
_MATURITIES = frozenset({"defined", "implemented", "trained", "isLived", "isMeasured", "getsImproved"})
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


def may_edit(model: Model, caller: Caller, element: Element, version: Version) -> bool:
    """D2.7, D2.9: architects the structure, administrators people, editors what names no author or themselves."""
    if element.kind.administrative:
        return caller.is_at_least("administrator")
    if caller.is_at_least("architect"):
        return True
    authors = model.named(version, "author")
    foreign = bool(authors) and caller.principal not in authors
    return caller.is_at_least("editor") and not element.kind.structural and not foreign


def check_editable(model: Model, caller: Caller, element: Element, version: Version) -> None:
    """Flow objects change with the diagram that shows them."""
    if element.kind.flow:
        element, version = model.diagram_of(element.id)
    if not may_edit(model, caller, element, version):
        raise Refused(403, "somebody else's")
    if element.kind.versioned and version.state != "inProcess":
        raise Refused(409, "only drafts change")
    check_unlocked(model, caller, element)


def check_unlocked(model: Model, caller: Caller, element: Element) -> None:
    lock = model.locks.get(element.id)
    if lock is not None and lock.holder != caller.principal:
        raise Refused(409, "somebody else is editing it")


def changed_by(caller: Caller, version: Version) -> Version:
    return replace(version, related={**version.related, "changedBy": (caller.principal,)})


def with_version(element: Element, version: Version) -> Element:
    """The element with a version in the place of the one of the same id."""
    return replace(element, versions=tuple(version if each.id == version.id else each for each in element.versions))


def update(
    model: Model, caller: Caller, facet: str, given: Sequence[Json], facts: ServiceFacts, *, is_current: bool = True
) -> None:
    """Operation 5. `is_current`: the revision in If-Match is that of the element."""
    if not caller.is_at_least("editor"):
        raise Refused(403, "viewers change nothing")
    named = [each.get("versionId") or each.get("id") for each in given]
    found = [model.find(each) if each else None for each in named]
    if any(each is not None and each[0].kind.facet != facet for each in found):
        raise Refused(404, "of another facet")
    if not is_current:
        raise Refused(412, "changed meanwhile")
    merged = [
        (number, element, version, after)
        for number, each in enumerate(found)
        if each is not None
        for element, version in [each]
        if (after := merge(model, element.type, version, given[number])) != version
    ]
    new = [(number, _created(model, caller, facet, given[number])) for number, each in enumerate(found) if not each]
    if len({version.id for _, _, version, _ in merged}) < len(merged):
        raise Refused(400, "one version twice")
    for _, element in new:
        if not may_edit(model, caller, element, replace(element.newest, related={})):
            raise Refused(403, "not for this role")
    _check_all(lambda each: check_editable(model, caller, each[1], each[2]), merged)
    facts.accepted()
    for _, element, _, after in merged:
        model.put(with_version(model.elements[element.id], changed_by(caller, after)))
    for number, element in new:
        _add(model, element, facts.elements[number])


def _check_all(check: Callable[[T], None], among: Sequence[T]) -> None:
    """Refuse with the gravest of what stands against any of them: what is not allowed at all before what is not now."""
    refused = []
    for each in among:
        try:
            check(each)
        except Refused as found:
            refused.append(found)
    if refused:
        raise min(refused, key=lambda each: each.status)


def merge(model: Model, type_: str, version: Version, given: Json) -> Version:
    """A version with what a body gives in its place; the very same if that changes nothing."""
    attributes = merged_attributes(type_, version.attributes, given.get("attributes") or {})
    related = merged_related(model, type_, version, given.get("related") or {})
    return replace(version, attributes=attributes, related=related)


def merged_attributes(type_: str, stored: Attributes, given: Json) -> Attributes:
    merged = {name: dict(values) for name, values in stored.items()}
    for name, values in given.items():
        if name in SERVER_ATTRIBUTES:
            continue
        if name not in ATTRIBUTES[type_]:
            raise Refused(400, f"unknown attribute {name}")
        after = {} if values is None else {**merged.get(name, {}), **_judged(ATTRIBUTES[type_][name], values)}
        merged[name] = {culture: value for culture, value in after.items() if value is not None}
    return {name: values for name, values in merged.items() if values}


def _judged(data_type: str, values: Mapping[str, object]) -> Mapping[str, object]:
    cultures = (INVARIANT,) if data_type.endswith("!") else CULTURES
    for culture, value in values.items():
        if culture not in cultures or not _fits(data_type.removesuffix("!"), value):
            raise Refused(400, f"{value!r} ({culture}) is no {data_type}")
    return values


def _fits(data_type: str, value: object) -> bool:
    match data_type:
        case _ if value is None:
            return True
        case "number":
            return isinstance(value, int | float)
        case "maturity":
            return value in _MATURITIES
        case "time":
            return isinstance(value, str) and _TIME.fullmatch(value) is not None
        case _:
            return isinstance(value, str)


def merged_related(model: Model, type_: str, version: Version, given: Json) -> Related:
    merged = dict(version.related)
    for name, references in given.items():
        if name in SERVER_CONTEXTS:
            continue
        if name not in CONTEXTS.get(type_, {}):
            raise Refused(400, f"unknown context {name}")
        targets = tuple(dict.fromkeys(each["id"] for each in references or ()))
        if targets == model.named(version, name):
            continue
        types, most = CONTEXTS[type_][name]
        if len(targets) > most or not all(_type_of(model, each) in types for each in targets):
            raise Refused(400, f"too many or wrong references in {name}")
        merged[name] = targets
    return {name: targets for name, targets in merged.items() if targets}


def _type_of(model: Model, id_: str) -> str:
    if id_ in model.tokens.values():
        return "authToken"
    return model.elements[id_].type if id_ in model.elements else ""


def _created(model: Model, caller: Caller, facet: str, given: Json) -> Element:
    """A new element, still without its ids."""
    kind = KINDS.get(str(given.get("type")))
    if kind is None or kind.facet != facet or kind.flow:
        raise Refused(400, "not a type of the facet")
    parent = given.get("parent")
    if parent is not None and (
        parent not in model.elements or given["type"] not in model.elements[parent].kind.children
    ):
        raise Refused(400, "not a parent of it")
    draft = Version("", {}, {}, INITIAL[kind.lifecycle] or "", "0.1" if kind.versioned else "")
    version = merge(model, given["type"], draft, given)
    if not any(version.attributes.get(name) for name in kind.label):
        raise Refused(400, "no name")
    defaults: Related = {} if kind.administrative or "author" in (given.get("related") or {}) else author_is(caller)
    until: Attributes = {"validUntil": {INVARIANT: NEVER}} if kind.versioned else {}
    stamps = {"createdBy": (caller.principal,), "changedBy": (caller.principal,)}
    version = replace(
        version, attributes={**until, **version.attributes}, related={**version.related, **defaults, **stamps}
    )
    return Element("", given["type"], "", (version,), parent)


def author_is(caller: Caller) -> Related:
    return {"author": (caller.principal,)}


def _add(model: Model, element: Element, answer: Json) -> None:
    """A new element under the ids it got, behind the other children of its parent."""
    id_ = str(answer["id"])
    siblings = [each.position for each in model.children(element.parent)] if element.parent else []
    version = replace(element.newest, id=str(answer.get("versionId", id_)))
    position = max(siblings) + 1 if siblings else 0
    model.put(replace(element, id=id_, creation_id=id_, versions=(version,), position=position))
