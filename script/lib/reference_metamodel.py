"""The page of facets, views, types, properties and lifecycles, made from the standard metamodel."""

from collections.abc import Iterable, Mapping
from typing import Final

from facetstore.metamodel.lifecycle_model import Lifecycle
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import ElementType, Facet, Identity, Metamodel, Property, Texts
from script.lib.markdown import code, codes, page, table

GERMAN: Final = 1031
ENGLISH: Final = 1033

_LEAD: Final = """\
The content of the standard metamodel. A tenant may add to it ([own types](../how-to/own-types.md)); the types of a tenant are in
`GET …/_api/rest/facets` and `GET …/_api/rest/facets/{facetId}/views/{viewId}/config`. Names are given in English and German."""

_KINDS: Final = {Identity.VERSIONED: "versioned", Identity.CREATION_ID: "creationId", Identity.PLAIN: "plain"}
_VIEW_NOTES: Final = {
    "roots": "the roots",
    "all": "every element but flow objects, by name",
    "orphaned": "elements without a place",
}
_MANY: Final = 12


def render() -> str:
    model = load_standard(administration=True)
    return page(
        "Facets and types",
        _LEAD,
        "## Facets",
        _facets(model),
        "## Views",
        _views(model),
        "## Types",
        _TYPES,
        *(_types(model, facet) for facet in _ordered(model)),
        "## Properties",
        "Each property once, with the types that have it.",
        _properties(model),
        "## Lifecycles",
        *(_lifecycle(model, each) for each in model.lifecycles.values()),
        "## Validation rules",
        "They are checked before a release. Tenants can switch them.",
        _rules(model),
    )


_TYPES: Final = """\
*versioned* types have `versionId` and `state`; *creationId* types have one version and carry `creationId`; *plain* types carry
neither. *root* types head a tree; *flow* types live only inside a diagram; *structural* types are changed by architects only,
*administrative* ones by administrators."""


def _ordered(model: Metamodel) -> list[Facet]:
    return sorted(model.facets.values(), key=lambda each: each.name.casefold())


def _facets(model: Metamodel) -> str:
    rows = [
        (code(each.name), *_names(each.names), "yes" if each.hierarchical else "", codes(sorted(each.views)))
        for each in _ordered(model)
    ]
    note = (
        "`collections` and `storages` exist in administration tenants only (`_sysadmin/_admin`, `COLLECTION/_admin`)."
    )
    return f"{table(('Name', 'English', 'German', 'Tree', 'Views'), rows)}\n\n{note}"


def _views(model: Metamodel) -> str:
    processes = model.facets["processes"]
    rows = []
    for view in sorted(processes.views.values(), key=lambda each: each.name.casefold()):
        listed = _VIEW_NOTES.get(view.selects, "released elements, the last released first")
        shows = "all" if view.shows is None else codes(sorted(view.shows))
        rows.append((code(view.name), *_names(view.names), listed, shows))
    lead = "As the facet `processes` has them. A flat facet lists all its elements in `reporting`."
    return f"{lead}\n\n{table(('View', 'English', 'German', 'Lists', 'Shows'), rows)}"


def _types(model: Metamodel, facet: Facet) -> str:
    types = model.types_of(facet.name)
    if not types:
        return f"### {facet.name}\n\nIt holds nothing of its own."
    rows = [
        (
            code(each.key),
            *_names(each.names),
            _traits(each),
            codes(each.children),
            "its children" if each.content_is_children else codes(each.content),
        )
        for each in types
    ]
    return f"### {facet.name}\n\n{table(('Type', 'English', 'German', 'Kind', 'Below it', 'In its diagram'), rows)}"


def _traits(each: ElementType) -> str:
    flags = (
        ("root", each.root),
        ("flow", each.flow),
        ("structural", each.structural),
        ("administrative", each.administrative),
    )
    lifecycle = f"lifecycle {each.lifecycle}" if each.lifecycle else ""
    return ", ".join(filter(None, (_KINDS[each.identity], *(name for name, on in flags if on), lifecycle)))


def _properties(model: Metamodel) -> str:
    homes: dict[str, list[str]] = {}
    known: dict[str, Property] = {}
    for element_type in model.types.values():
        for each in element_type.properties.values():
            homes.setdefault(each.key, []).append(element_type.key)
            known.setdefault(each.key, each)
    rows = [
        (code(key), *_names(known[key].names), _holds(known[key]), _homes(homes[key], model))
        for key in sorted(known, key=str.casefold)
    ]
    return table(("Property", "English", "German", "Holds", "Types"), rows)


def _holds(each: Property) -> str:
    """What a property holds, and who may read and write it if that is restricted."""
    rules = (("read", each.readable_by), ("written", each.writable_by))
    rights = [f"{done} by {role.name.lower()}s" for done, role in rules if role is not None]
    return ", ".join([_content(each), *rights])


def _content(each: Property) -> str:
    if each.attribute is not None:
        words = [each.attribute.data_type.value, "invariant" if each.attribute.invariant else "per culture"]
        return ", ".join([*words, *(["derived"] if each.attribute.derived else [])])
    assert each.related is not None
    related = each.related
    targets = codes(related.types) if len(related.types) <= _MANY else f"{len(related.types)} types"
    many = f"at most {related.max_occurrence}" if related.max_occurrence < 1000 else ""
    return ", ".join(filter(None, (f"→ {targets}", many, "derived" if related.derived else "")))


def _homes(types: list[str], model: Metamodel) -> str:
    if len(types) == len(model.types):
        return "all"
    return codes(types) if len(types) <= _MANY else f"{len(types)} types"


def _lifecycle(model: Metamodel, lifecycle: Lifecycle) -> str:
    types = [each.key for each in model.types.values() if each.lifecycle == lifecycle.key]
    states = [
        (code(each.key), *_names(each.names), _flags({"viewers see it": each.visible, "editable": each.editable}))
        for each in lifecycle.states.values()
    ]
    steps = [
        (code(each.id), code(each.source), code(each.target), each.names[ENGLISH]) for each in lifecycle.transitions
    ]
    lead = f"Of {codes(types)}. It starts in {code(lifecycle.initial)}."
    if not lifecycle.wire_state:
        lead += " Answers carry the attribute `state1`, but no `state`."
    return "\n\n".join(
        [
            f"### {lifecycle.key}",
            lead,
            table(("State", "English", "German", ""), states),
            table(("Transition", "From", "To", "English"), steps),
        ]
    )


def _rules(model: Metamodel) -> str:
    rows = [(code(each.key), each.severity, each.messages[ENGLISH]) for each in model.rules]
    return table(("Rule", "Severity", "Message"), rows)


def _flags(flags: Mapping[str, bool]) -> str:
    return _joined(name for name, on in flags.items() if on)


def _joined(words: Iterable[str]) -> str:
    return ", ".join(words)


def _names(texts: Texts) -> tuple[str, str]:
    return texts.get(ENGLISH, ""), texts.get(GERMAN, "")
