"""What reads of a tenant must show, by the model: elements, lists, filters, versions, tasks (D3.2, D3.3, D4.5)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from tests.stateful.method import CULTURES, DEFAULT_CULTURE, INVARIANT
from tests.stateful.model import Element, Json, Model, Task, Version
from tests.stateful.model_writes import SERVER_ATTRIBUTES

Reference = tuple[str, str | None, str | None]
"""Id, and the version and state that the caller would get."""
_UNKNOWN = frozenset({"changedOn", "createdOn", "gotoUrl", "authorNote", "relOn", "filterInformation"})
"""What the server makes itself and the model does not."""


class Seen(NamedTuple):
    """An element in the version a reader gets."""

    element: Element
    version: Version


def seen_by(model: Model, role: str) -> list[Seen]:
    """Every element with the version that a role gets by its id."""
    found = ((each, each.published if role == "viewer" else each.newest) for each in model.elements.values())
    return [Seen(element, version) for element, version in found if version is not None]


def sort_name(seen: Seen) -> str:
    """The name in the default culture, else in another one."""
    words = (seen.version.attributes.get(name, {}) for name in seen.element.kind.label)
    order = (INVARIANT, DEFAULT_CULTURE, *CULTURES)
    texts = (next((str(values[each]) for each in order if each in values), "") for values in words)
    return " ".join(filter(None, texts)).casefold()


def in_list(model: Model, facet: str, view: str, role: str = "administrator") -> list[Seen]:
    """Operation 3, in its order."""
    seen = [each for each in seen_by(model, role) if each.element.kind.facet == facet and not each.element.kind.flow]
    ordered = sorted(seen, key=lambda each: (sort_name(each), each.element.id))
    match view:
        case "tree":
            roots = [each for each in ordered if each.element.kind.root and each.element.parent is None]
            return sorted(roots, key=lambda each: (each.element.position, sort_name(each), each.element.id))
        case "orphaned":
            return [each for each in ordered if each.element.parent is None and not each.element.kind.root]
        case _:
            return ordered


def children(model: Model, id_: str, role: str = "administrator") -> list[Seen]:
    """By position, then name, then id."""
    seen = [each for each in seen_by(model, role) if each.element.parent == id_]
    return sorted(seen, key=lambda each: (each.element.position, sort_name(each), each.element.id))


def reference(model: Model, id_: str) -> Reference:
    if id_ not in model.elements:
        return id_, None, None
    return referred(model.elements[id_], model.elements[id_].newest)


def referred(element: Element, version: Version) -> Reference:
    versioned = element.kind.versioned
    return element.id, version.id if versioned else None, version.state if versioned else None


def expected(model: Model, element: Element, version: Version) -> Json:
    """An element as operation 4 shows it to an administrator, in the form of `shown`."""
    kind = element.kind
    below = [referred(*each) for each in children(model, element.id)]
    shown = [reference(model, each.element) for each in model.shapes(version)]
    related = {name: [reference(model, each) for each in model.named(version, name)] for name in version.related}
    history = [(element.id, each.id, each.state) for each in element.versions if kind.versioned and each.was_released]
    return {
        "identity": (
            element.id,
            version.id if kind.versioned else None,
            element.creation_id if kind.identity == "creationId" else None,
            element.type,
            kind.facet,
            version.state if kind.versioned else None,
        ),
        "attributes": {**version.attributes, **_derived(element, version)},
        "related": {name: each for name, each in (*related.items(), ("releaseHistory", history)) if each},
        "children": below,
        "content": below if kind.shows_children else shown,
        "noted": bool(version.related.get("author")),
    }


def _derived(element: Element, version: Version) -> Mapping[str, Mapping[str, object]]:
    state = {"state1": {INVARIANT: version.state}} if version.state else {}
    if not element.kind.versioned:
        return state
    released = version.state in ("released", "inEffect")
    return {**state, "isReleased": {INVARIANT: released}, "version": {INVARIANT: version.number}}


def shown(element: Json) -> Json:
    """What a response shows of an element, in a form that the model can produce as well."""
    attributes: Json = element.get("attributes", {})
    identity = ("id", "versionId", "creationId", "type", "facetName", "state")
    return {
        "identity": tuple(element.get(name) for name in identity),
        "attributes": {name: values for name, values in attributes.items() if name not in _UNKNOWN},
        "related": {name: references(each) for name, each in element.get("related", {}).items()},
        "children": references(element.get("children", [])),
        "content": references(element.get("content", [])),
        "noted": "authorNote" in attributes,
    }


def references(listed: Iterable[Json]) -> list[Reference]:
    return [(each["id"], each.get("versionId"), each.get("state")) for each in listed]


def drawn(model: Model, version: Version) -> list[Any]:
    """The shapes of a diagram as operation 10 shows them: id, element, its names, and the shapes before it."""
    return [
        (each.id, each.element, model.elements[each.element].newest.attributes.get("name", {}), {*each.before})
        for each in model.shapes(version)
    ]


def shown_shapes(content: Iterable[Json]) -> list[Any]:
    return [
        (
            each["properties"]["shapeId"],
            each["id"],
            each.get("attributes", {}).get("name", {}),
            {before["properties"]["shapeId"] for before in each["properties"]["predecessors"]},
        )
        for each in content
    ]


def tasks_of(model: Model, role: str) -> list[Task]:
    """The tasks in the list of a token: those without an assignee, if it has the role for them."""
    return [each for each in model.open_tasks() if each.assignee is None and role in ("architect", "administrator")]


Test = Callable[[Model, Seen], bool]


def _texts(seen: Seen, name: str) -> list[str]:
    return [str(each).casefold() for each in seen.version.attributes.get(name, {}).values()]


FILTERS: Mapping[str, Test] = {
    "name -eq 'ALPHA'": lambda _, seen: "alpha" in _texts(seen, "name"),
    "name/1031 -eq 'beta'": lambda _, seen: seen.version.attributes.get("name", {}).get("1031") in ("beta", "Beta"),
    "Contains(name,'a')": lambda _, seen: any("a" in each for each in _texts(seen, "name")),
    "StartsWith(name,'g')": lambda _, seen: any(each.startswith("g") for each in _texts(seen, "name")),
    "IsNull(description)": lambda _, seen: not _texts(seen, "description"),
    "type -eq 'subProcess'": lambda _, seen: seen.element.type == "subProcess",
    "version -eq '1.0'": lambda _, seen: seen.version.number == "1.0",
    "state1 -in ('released','expired')": lambda _, seen: seen.version.state in ("released", "expired"),
    "owner/lastName -eq 'Otter'": lambda model, seen: any(
        model.elements[each].newest.attributes.get("lastName") == {INVARIANT: "Otter"}
        for each in seen.version.related.get("owner", ())
        if each in model.elements
    ),
}
"""Filters on processes, with what they let through."""

assert _UNKNOWN <= SERVER_ATTRIBUTES
