"""The vocabulary of a method's files: the sections, the keys of each entry, and the values they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from facetstore.domain.callers import ROLE_NAMES
from facetstore.metamodel.model import DataType, Identity
from facetstore.metamodel.roles import ROLES, Form, RoleOf
from facetstore.metamodel.shape import (
    Check,
    anything,
    color,
    either,
    entry,
    flag,
    key,
    list_of,
    map_of,
    one_of,
    positive,
    texts,
    word,
)
from facetstore.metamodel.source import Path, Problem

PERMISSIONS = ("ShowElement", "OpenElement", "EditElement", "NewElement", "DeleteElement", "ApproveElement")
FIGURES = ("box", "start", "event", "end", "gateway", "condition", "interface")
"""The figures of types. `start` is where flows begin: loops are broken from there."""
ICONS = (
    "element",
    "task",
    "process",
    "scenario",
    "house",
    "category",
    "view",
    "interface",
    "condition",
    "and",
    "or",
    "xor",
    "none",
)
DIRECTIONS = ("down", "right")
SEVERITIES = ("error", "warning")
CHECK_KINDS = (
    "mandatoryAttributes",
    "filled",
    "inOrder",
    "flowStartsWith",
    "flowEndsWith",
    "connected",
    "predecessors",
    "successors",
)

_keys = list_of(key)
_described: Mapping[str, Check] = {"names": texts, "descriptions": texts, "tooltips": texts}
_ruled: Mapping[str, Check] = {"readableBy": one_of(ROLE_NAMES), "writableBy": one_of(ROLE_NAMES)}

SELECTABLE_VALUE = entry({"key": key, **_described}, required=("names", "descriptions"))
SELECTABLE_VALUES = list_of(SELECTABLE_VALUE)

_attribute: Mapping[str, Check] = {
    **_described,
    **_ruled,
    "dataType": one_of([each.value for each in DataType]),
    "invariant": flag,
    "mandatory": flag,
    "searchable": flag,
    "selectableValues": SELECTABLE_VALUES,
    "valuesOf": key,
}
_related: Mapping[str, Check] = {
    **_described,
    **_ruled,
    "relatedTypes": _keys,
    "facet": key,
    "maxOccurrence": positive,
    "canAddNew": flag,
    "readOnly": flag,
}
_server_owned: Mapping[str, Check] = {
    "derived": flag,
    "counted": one_of(("first", "last", "number")),
    "valuesFrom": one_of(("lifecycle", "stereotypes")),
}


def _property(attribute: Mapping[str, Check], related: Mapping[str, Check]) -> Check:
    """A check for a property that holds values or one that refers to elements; its keys decide which it is."""
    of_values = entry(attribute, required=("names", "descriptions", "dataType"))
    of_references = entry(related, required=("names", "descriptions", "relatedTypes"))

    def check(value: object, path: Path) -> Iterator[Problem]:
        if isinstance(value, Mapping) and "dataType" not in value and "relatedTypes" not in value:
            yield Problem(path, "A property needs 'dataType' (it holds values) or 'relatedTypes' (it refers).")
        refers = isinstance(value, Mapping) and "relatedTypes" in value
        yield from (of_references if refers else of_values)(value, path)

    return check


OWN_PROPERTY = _property(_attribute, _related)
"""A property of a tenant; it cannot be derived, because no code would compute it."""
PROPERTY = _property({**_attribute, **_server_owned}, {**_related, "derived": flag})

_override = entry(
    {
        **_described,
        "mandatory": flag,
        "searchable": flag,
        "maxOccurrence": positive,
        "canAddNew": flag,
        "readOnly": flag,
    }
)


def _property_use(value: object, path: Path) -> Iterator[Problem]:
    """Check a property of a type: nothing after its key, or what differs in this type."""
    if value is not None:
        yield from _override(value, path)


_extendable: Mapping[str, Check] = {"children": _keys, "content": _keys, "properties": map_of(_property_use)}

TYPE = entry(
    {
        **_described,
        **_extendable,
        "facet": key,
        "identity": one_of([each.value for each in Identity]),
        "color": color,
        "drawnAs": one_of(FIGURES),
        "icon": one_of(ICONS),
        "elementTypeName": word,
        "entityTypeName": word,
        "lifecycle": key,
        "root": flag,
        "flow": flag,
        "structural": flag,
        "administrative": flag,
        "principal": flag,
        "standsFor": one_of(("collection", "storage")),
        "contentIsChildren": flag,
        "directRelease": flag,
        "approvals": map_of(positive, name=word),
        "layouts": _keys,
        "stereotypeType": key,
        "label": _keys,
        "include": _keys,
    },
    required=("facet", "identity", "names", "descriptions", "color"),
)
TYPE_EXTENSION = entry(_extendable)
"""What a tenant may add to a type of the standard."""

FACET = entry(
    {
        "title": word,
        "names": texts,
        "topic": texts,
        "gotoView": word,
        "hierarchical": flag,
        "administration": flag,
        "viewKeys": map_of(word),
        "openedBy": one_of(ROLE_NAMES),
    },
    required=("title", "names", "topic", "gotoView"),
)
VIEW = entry(
    {
        "key": word,
        "names": texts,
        "offeredIn": either(_keys, one_of(("every", "hierarchical"))),
        "hierarchical": one_of(("always", "never", "asFacet")),
        "selects": one_of(("roots", "all", "orphaned", "lastReleased", "asFacet")),
        "shows": _keys,
        "layouts": flag,
    },
    required=("key", "names", "offeredIn", "hierarchical", "selects"),
)
LAYOUT = entry({"names": texts, "direction": one_of(DIRECTIONS), "lanes": _keys, "details": _keys}, required=("names",))


def _needed(value: object, path: Path) -> Iterator[Problem]:
    if value != "all":
        yield from positive(value, path)


_outcome: Mapping[str, Check] = {"transition": word, "target": key, "effects": key}
_task = entry(
    {
        "assignees": _keys,
        "fallbackRole": one_of(ROLE_NAMES),
        "decidingRole": one_of(ROLE_NAMES),
        "needed": _needed,
        "accept": list_of(entry({"named": key, **_outcome})),
        "decline": entry(_outcome),
    },
    required=("assignees", "fallbackRole", "needed", "accept", "decline"),
)
_effect = entry(
    {
        "do": one_of(("set", "raiseMajorVersion", "expirePredecessor")),
        "property": key,
        "to": word,
        "onlyIfEmpty": flag,
        "states": _keys,
    },
    required=("do",),
)
_declaration = entry(
    {
        "permission": one_of(PERMISSIONS),
        "allowed": list_of(entry({"role": one_of(ROLE_NAMES), "in": _keys, "same": _keys})),
        "validation": flag,
        "direct": flag,
        "deferred": flag,
        "opens": word,
        "closes": one_of(("accepted", "declined")),
        "records": one_of(("reason", "externalReference")),
        "effects": key,
    },
    required=("permission", "allowed"),
)
_state = entry(
    {
        "names": texts,
        "descriptions": texts,
        "visible": flag,
        "released": flag,
        "wasReleased": flag,
        "editable": flag,
    },
    required=("names", "descriptions"),
)
_transition = entry(
    {"id": word, "source": key, "target": key, "names": texts, "declaration": _declaration},
    required=("id", "source", "target", "names", "declaration"),
)
LIFECYCLE = entry(
    {
        "initial": key,
        "wireState": flag,
        "states": map_of(_state),
        "transitions": list_of(_transition),
        "scheduled": list_of(
            entry({"source": key, "target": key, "after": key}, required=("source", "target", "after"))
        ),
        "newVersion": entry({"from": _keys, "clears": _keys, "sets": map_of(word)}, required=("from",)),
        "tasks": map_of(_task, name=word),
        "effects": map_of(list_of(_effect)),
    },
    required=("initial", "wireState", "states", "transitions"),
)

_rule_check = entry(
    {
        "kind": one_of(CHECK_KINDS),
        "properties": _keys,
        "fromMajorVersion": positive,
        "earlier": key,
        "later": key,
        "types": _keys,
        "of": _keys,
        "are": _keys,
    },
    required=("kind",),
)
RULE = entry(
    {
        "active": flag,
        "severity": one_of(SEVERITIES),
        "messages": texts,
        "types": _keys,
        "lifecycles": _keys,
        "contentTypes": _keys,
        "check": _rule_check,
    },
    required=("severity", "messages", "check"),
)
RULE_SETTING = entry({"active": flag, "severity": one_of(SEVERITIES)})
"""What a tenant may change about a rule of the standard."""


def _role_names(role: RoleOf) -> Check:
    match role.form:
        case Form.ONE:
            return key
        case Form.MANY:
            return _keys
        case Form.BY_ROLE:
            return entry(dict.fromkeys(ROLE_NAMES, key), required=ROLE_NAMES)


_METHOD_ROLES = entry(
    {each.key: _role_names(each) for each in ROLES.values()}, required=[each.key for each in ROLES.values()]
)
_OPEN_ROLES = entry({each.key: _role_names(each) for each in ROLES.values() if each.open})

STANDARD = entry(
    {
        "facets": map_of(FACET),
        "views": map_of(VIEW),
        "layouts": map_of(LAYOUT),
        "runtimeTypes": map_of(word, name=one_of([each.value for each in DataType])),
        "properties": map_of(PROPERTY),
        "propertySets": map_of(_keys),
        "types": map_of(TYPE),
        "stereotypes": map_of(SELECTABLE_VALUES),
        "lifecycles": map_of(LIFECYCLE),
        "rules": map_of(RULE),
        "methodRoles": _METHOD_ROLES,
    }
)
ADDITIONS = entry(
    {
        "properties": map_of(OWN_PROPERTY),
        "types": map_of(anything),
        "selectableValues": map_of(SELECTABLE_VALUES),
        "stereotypes": map_of(SELECTABLE_VALUES),
        "rules": map_of(anything),
        "methodRoles": _OPEN_ROLES,
    }
)
"""Types and rules are checked one by one in additions.py: new ones have other keys than changed ones."""
