"""Checks that every type, facet, property, state … that is named exists.

`part` is what is checked, `whole` is what it may name: the same for the standard; for the additions of a tenant the standard
with the additions on top.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from facetstore.domain.callers import ROLE_NAMES
from facetstore.metamodel.plain import Plain, entries, items, listed, section, word
from facetstore.metamodel.roles import ROLES, Form, RoleKind
from facetstore.metamodel.script_grammar import check_marks
from facetstore.metamodel.shape import nearest
from facetstore.metamodel.yaml_source import Path, Problem

_REFERENCES = (
    ("facets", "viewKeys", "views", "view"),
    ("facets", "menuGroup", "facetGroups", "group of facets"),
    ("views", "offeredIn", "facets", "facet"),
    ("views", "shows", "properties", "property"),
    ("views", "configures", "properties", "property"),
    ("properties", "relatedTypes", "types", "type"),
    ("properties", "facet", "facets", "facet"),
    ("properties", "valuesOf", "properties", "property"),
    ("types", "facet", "facets", "facet"),
    ("types", "lifecycle", "lifecycles", "lifecycle"),
    ("types", "children", "types", "type"),
    ("types", "content", "types", "type"),
    ("types", "layouts", "layouts", "layout"),
    ("layouts", "lanes", "properties", "property"),
    ("layouts", "details", "properties", "property"),
    ("layouts", "positions", "properties", "property"),
    ("types", "stereotypeType", "types", "type"),
    ("types", "include", "propertySets", "property set"),
    ("types", "properties", "properties", "property"),
    ("rules", "types", "types", "type"),
    ("rules", "lifecycles", "lifecycles", "lifecycle"),
    ("rules", "contentTypes", "types", "type"),
)
"""Section and key that hold a name, the section where it is defined, and the kind of thing for messages."""

_CHECK_REFERENCES = (
    ("types", "types", "type"),
    ("of", "types", "type"),
    ("are", "types", "type"),
    ("properties", "properties", "property"),
    ("earlier", "properties", "property"),
    ("later", "properties", "property"),
)

SELF = "self"
"""In relatedTypes: the type that has the property."""

_WORDS_THAT_NAME_NOTHING = frozenset({SELF, "every", "hierarchical"})


def check_references(part: Plain, whole: Plain) -> Iterator[Problem]:
    for in_section, key, target, kind in _REFERENCES:
        for name, each in entries(part, in_section).items():
            yield from _check_names(each, key, (in_section, name), section(whole, target), kind)
    for name, each in entries(part, "rules").items():
        for key, target, kind in _CHECK_REFERENCES:
            yield from _check_names(each.get("check"), key, ("rules", name, "check"), section(whole, target), kind)
    for name in section(part, "propertySets"):
        yield from _check_names(part["propertySets"], name, ("propertySets",), section(whole, "properties"), "property")
    yield from _check_roles(section(part, "methodRoles"), whole)
    yield from _check_script(section(part, "script"), whole)
    for name, each in entries(part, "lifecycles").items():
        yield from _check_lifecycle(each, ("lifecycles", name), section(whole, "properties"))


def _check_roles(declared: Plain, whole: Plain) -> Iterator[Problem]:
    """Check that each role names something of its kind."""
    properties = entries(whole, "properties")
    known: Mapping[RoleKind, Collection[str]] = {
        RoleKind.ATTRIBUTE: [name for name, each in properties.items() if "dataType" in each],
        RoleKind.CONTEXT: [name for name, each in properties.items() if "relatedTypes" in each],
        RoleKind.TYPE: section(whole, "types"),
        RoleKind.FACET: section(whole, "facets"),
    }
    for role in ROLES.values():
        by_role = role.form is Form.BY_ROLE
        holder, keys = (section(declared, role.key), ROLE_NAMES) if by_role else (declared, (role.key,))
        for key in keys:
            path = ("methodRoles", role.key) if by_role else ("methodRoles",)
            yield from _check_names(holder, key, path, known[role.kind], role.kind.value)


def _check_script(script: Plain, whole: Plain) -> Iterator[Problem]:
    """Check that the script names types and contexts, and that each mark means one thing."""
    for key in ("step", "decision", "answer", "lines"):
        yield from _check_names(script, key, ("script",), section(whole, "types"), "type")
    for index, each in enumerate(items(script, "references")):
        yield from _check_names(
            each, "contexts", ("script", "references", index), section(whole, "properties"), "property"
        )
    yield from check_marks(script)


def _check_names(holder: object, key: str, path: Path, known: Collection[str], kind: str) -> Iterator[Problem]:
    """Check the value of the key, whether it is a name, a list of names or entries by name."""
    if single := word(holder, key):
        yield from _check_name(single, (*path, key), known, kind)
    for index, name in enumerate(listed(holder, key)):
        if isinstance(name, str):
            yield from _check_name(name, (*path, key, index), known, kind)
    for each in section(holder, key):
        yield from _check_name(each, (*path, key, each), known, kind)


def _check_name(name: str, path: Path, known: Collection[str], kind: str) -> Iterator[Problem]:
    if name not in known and name not in _WORDS_THAT_NAME_NOTHING:
        yield Problem(path, f"Unknown {kind} {name!r}.{nearest(name, known)}")


def _check_lifecycle(lifecycle: Plain, path: Path, properties: Collection[str]) -> Iterator[Problem]:
    states = section(lifecycle, "states")
    yield from _check_names(lifecycle, "initial", path, states, "state")
    for index, each in enumerate(items(lifecycle, "transitions")):
        yield from _check_transition(each, (*path, "transitions", index), lifecycle, properties)
    for index, each in enumerate(items(lifecycle, "scheduled")):
        yield from _check_names(each, "source", (*path, "scheduled", index), states, "state")
        yield from _check_names(each, "target", (*path, "scheduled", index), states, "state")
        yield from _check_names(each, "after", (*path, "scheduled", index), properties, "property")
    new_version = lifecycle.get("newVersion")
    yield from _check_names(new_version, "from", (*path, "newVersion"), states, "state")
    yield from _check_names(new_version, "clears", (*path, "newVersion"), properties, "property")
    yield from _check_names(new_version, "sets", (*path, "newVersion"), properties, "property")
    for name, each in entries(lifecycle, "tasks").items():
        yield from _check_task(each, (*path, "tasks", name), lifecycle, properties)
    for name in section(lifecycle, "effects"):
        yield from _check_effects(section(lifecycle, "effects"), name, (*path, "effects"), states, properties)


def _check_transition(
    transition: Plain, path: Path, lifecycle: Plain, properties: Collection[str]
) -> Iterator[Problem]:
    states = section(lifecycle, "states")
    yield from _check_names(transition, "source", path, states, "state")
    yield from _check_names(transition, "target", path, states, "state")
    declaration, below = transition.get("declaration"), (*path, "declaration")
    yield from _check_names(declaration, "opens", below, section(lifecycle, "tasks"), "kind of task")
    yield from _check_names(declaration, "effects", below, section(lifecycle, "effects"), "list of effects")
    for index, each in enumerate(items(declaration, "allowed")):
        yield from _check_names(each, "in", (*below, "allowed", index), properties, "property")
        yield from _check_names(each, "same", (*below, "allowed", index), properties, "property")


def _check_task(task: Plain, path: Path, lifecycle: Plain, properties: Collection[str]) -> Iterator[Problem]:
    yield from _check_names(task, "assignees", path, properties, "property")
    outcomes: list[tuple[Path, object]] = [((*path, "decline"), task.get("decline"))]
    outcomes += [((*path, "accept", index), each) for index, each in enumerate(items(task, "accept"))]
    transitions = {str(each.get("id")) for each in items(lifecycle, "transitions")}
    for below, outcome in outcomes:
        yield from _check_names(outcome, "named", below, properties, "property")
        yield from _check_names(outcome, "transition", below, transitions, "transition")
        yield from _check_names(outcome, "target", below, section(lifecycle, "states"), "state")
        yield from _check_names(outcome, "effects", below, section(lifecycle, "effects"), "list of effects")


def _check_effects(
    effects: Plain, name: str, path: Path, states: Mapping[str, object], properties: Collection[str]
) -> Iterator[Problem]:
    for index, each in enumerate(items(effects, name)):
        yield from _check_names(each, "property", (*path, name, index), properties, "property")
        yield from _check_names(each, "states", (*path, name, index), states, "state")
