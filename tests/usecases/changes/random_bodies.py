"""Versions and bodies at random: any type of the standard, any of its properties, values of every data type."""

from collections.abc import Mapping
from typing import Any, Final

from hypothesis import strategies as st

from facetstore.domain.element import Shape, Version
from facetstore.domain.values import INVARIANT, ElementId, VersionId
from facetstore.metamodel.model import Attribute, DataType, ElementType, Identity, Property
from facetstore.usecases.changes.html_as_xml import declared
from tests.usecases.changes.samples import METAMODEL, SETTINGS, XML, element, shape, version

# Ten elements of each type, half of which no caller may see.
_TARGETS: Final[Mapping[str, list[ElementId]]] = {
    key: [element(10_000 + 10 * n + each) for each in range(10)] for n, key in enumerate(METAMODEL.types)
}
KNOWN_TARGETS: Final[dict[str, str]] = {id_: key for key, ids in _TARGETS.items() for id_ in ids[:5]}

TEXTS: Final = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)
_VALUES: Final[Mapping[DataType, st.SearchStrategy[Any]]] = {
    DataType.SINGLE_LINE_TEXT: TEXTS,
    DataType.MULTI_LINE_TEXT: TEXTS,
    DataType.HTML: st.sampled_from([f"{XML}<p>{word}</p>" for word in "abc"] + ["<b>x</b>", "plain", ""]),
    DataType.BOOLEAN: st.booleans(),
    DataType.INTEGER: st.integers(-(2**63), 2**63 - 1),
    DataType.DECIMAL: st.floats(allow_nan=False, allow_infinity=False) | st.integers(-9, 9),
    DataType.DATE_TIME: st.sampled_from(["2024-02-29T00:00:00", "2025-12-31T23:59:59.1234567"]),
    DataType.LINKS: st.lists(
        st.fixed_dictionaries({"fullAddress": st.just("https://x.y"), "title": TEXTS}), max_size=2
    ),
}


def values(attribute: Attribute) -> st.SearchStrategy[Any]:
    keys = [each.key for each in attribute.selectable_values if each.key]
    if attribute.data_type is DataType.SELECTION_VALUE:
        return st.sampled_from(keys)
    if attribute.data_type is DataType.MULTI_SELECTION:
        return st.lists(st.sampled_from(keys), unique=True)
    return _VALUES[attribute.data_type]


def writable(element_type: ElementType) -> tuple[list[Property], list[Property]]:
    """The attributes and contexts of a type that a body may change."""
    attributes = [each for each in element_type.attributes.values() if each.attribute and not each.attribute.derived]
    contexts = [
        each
        for each in element_type.contexts.values()
        if each.related and not each.related.derived and not each.related.read_only
    ]
    return attributes, contexts


def cultures(attribute: Attribute) -> tuple[int, ...]:
    return (INVARIANT,) if attribute.invariant else SETTINGS.data_cultures


@st.composite
def attribute_maps(draw: st.DrawFn, element_type: ElementType) -> dict[str, dict[int, Any]]:
    chosen = draw(st.lists(st.sampled_from(writable(element_type)[0]), unique_by=lambda each: each.key, max_size=6))
    return {
        each.key: draw(
            st.dictionaries(st.sampled_from(cultures(each.attribute)), values(each.attribute), min_size=1, max_size=2)
        )
        for each in chosen
        if each.attribute is not None
    }


@st.composite
def reference_maps(draw: st.DrawFn, element_type: ElementType, *, hidden: bool) -> dict[str, tuple[ElementId, ...]]:
    contexts = writable(element_type)[1]
    chosen = draw(st.lists(st.sampled_from(contexts), unique_by=lambda each: each.key, max_size=4)) if contexts else []
    found = {}
    for each in chosen:
        assert each.related is not None
        most = min(each.related.max_occurrence, 4)
        # Where there is room for one only, a hidden one would leave none.
        number = 10 if hidden and most > 1 else 5
        targets = [id_ for key in each.related.types for id_ in _TARGETS.get(key, [])[:number]]
        found[each.key] = tuple(draw(st.lists(st.sampled_from(targets), unique=True, min_size=1, max_size=most)))
    return found


@st.composite
def versions(draw: st.DrawFn) -> Version:
    """A version of any type, also with what an import may leave behind."""
    element_type = draw(st.sampled_from(list(METAMODEL.types.values())))
    lifecycle = METAMODEL.lifecycle_of.get(element_type.key)
    attributes = draw(attribute_maps(element_type))
    for name in element_type.html & attributes.keys():
        attributes[name] = {culture: declared(each) for culture, each in attributes[name].items()}
    if draw(st.booleans()):
        attributes["leftOver"] = {1049: "x", INVARIANT: [1, True, {"a": None}]}
    odd = draw(st.sampled_from(list(element_type.attributes.values())))
    if odd.attribute and not odd.attribute.derived and draw(st.booleans()):
        attributes.setdefault(odd.key, {})[1049] = f"{XML}<p>odd</p>"
    attributes["createdOn"] = {INVARIANT: "2024-01-01T00:00:00"}
    return Version(
        element(1),
        VersionId(version(1)) if element_type.versioned else VersionId(element(1)),
        element_type.facet,
        element_type.key,
        state=draw(st.sampled_from(list(lifecycle.states))) if lifecycle else None,
        stereotype=draw(st.sampled_from([None, "localProcess", element(61)])),
        creation_id=element(1) if element_type.identity is Identity.CREATION_ID else None,
        number="1.2" if element_type.versioned else None,
        attributes=attributes,
        related={**draw(reference_maps(element_type, hidden=True)), "changedBy": (element(50),)},
        content=(Shape(shape(1), element(2)),) if element_type.content else (),
        parent=draw(st.sampled_from([None, element(5)])),
        position=draw(st.integers(0, 3)),
    )


@st.composite
def bodies(draw: st.DrawFn, element_type: ElementType) -> dict[str, Any]:
    """A body nothing is wrong with: values to set and to remove, contexts to replace and to empty."""
    attributes: dict[str, dict[str, Any]] = {
        name: {str(culture): value for culture, value in given.items()}
        for name, given in draw(attribute_maps(element_type)).items()
    }
    for name, given in attributes.items():
        declared = element_type.attributes[name].attribute
        assert declared is not None
        for culture in cultures(declared):
            if draw(st.booleans()):
                given[str(culture)] = None
    related: dict[str, Any] = {
        name: [{"id": id_} for id_ in targets] if draw(st.booleans()) else None
        for name, targets in draw(reference_maps(element_type, hidden=False)).items()
    }
    return {"attributes": attributes, "related": related}
