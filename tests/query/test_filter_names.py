"""What a filter may name: the attributes of the types of a facet, and of what their contexts refer to."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

import pytest

from facetstore.metamodel.loader import load_standard, load_with_additions
from facetstore.metamodel.model import Attribute, DataType, ElementType, Metamodel, Property, Related
from facetstore.query import filter_names
from facetstore.query.filter_names import NamedAttribute, names_of, names_of_types
from facetstore.query.filter_tree import Kind

STANDARD: Final = load_standard()
SUB_PROCESS: Final = STANDARD.types["subProcess"]
NONE: Final[dict[int, str]] = {}


def attribute(key: str, data_type: DataType, *, invariant: bool = True) -> Property:
    return Property(key, NONE, NONE, NONE, attribute=Attribute(data_type, "", invariant))


def context(key: str, *types: str) -> Property:
    return Property(key, NONE, NONE, NONE, related=Related(types, "processes", 1))


def element_type(key: str, *properties: Property) -> ElementType:
    return replace(SUB_PROCESS, key=key, properties={each.key: each for each in properties})


def metamodel(*types: ElementType) -> Metamodel:
    return replace(STANDARD, types={each.key: each for each in types})


def test_a_facet_has_the_attributes_of_all_its_types() -> None:
    names = names_of(STANDARD, "processes")

    assert {each.name for each in names.attributes.values()} == STANDARD.attribute_names["processes"]
    assert {each.name for each in names.contexts.values()} == STANDARD.context_names["processes"]
    assert names.attributes["changedon"] == NamedAttribute("changedOn", DataType.DATE_TIME, True, False)
    assert names.attributes["name"] == NamedAttribute("name", DataType.MULTI_LINE_TEXT, False, True)


def test_a_context_has_the_attributes_of_the_types_it_refers_to() -> None:
    names = names_of(STANDARD, "processes")

    assert {each.name for each in names.contexts["owner"].attributes.values()} == set(STANDARD.types["user"].attributes)


@pytest.mark.parametrize("facet", STANDARD.facets)
def test_every_facet_has_names(facet: str) -> None:
    names = names_of(STANDARD, facet)

    assert all(each.attributes for each in names.contexts.values())
    assert bool(names.attributes) == bool(STANDARD.types_of(facet))


def test_names_are_worked_out_once() -> None:
    assert names_of(STANDARD, "processes") is names_of(STANDARD, "processes")


def test_a_tenant_has_the_names_it_added() -> None:
    additions = {
        "properties": {
            "paintCode": {
                "names": {"1031": "Lack", "1033": "Paint"},
                "descriptions": {"1031": "Lack.", "1033": "Paint."},
                "dataType": "SingleLineText",
            }
        },
        "types": {"subProcess": {"properties": {"paintCode": None}}},
    }

    names = names_of(load_with_additions(additions), "processes")

    assert names.attributes["paintcode"] == NamedAttribute("paintCode", DataType.SINGLE_LINE_TEXT, False, True)


@pytest.mark.parametrize(
    ("one", "other", "together", "kind"),
    [
        (DataType.INTEGER, DataType.HTML, DataType.HTML, Kind.TEXT),
        (DataType.DATE_TIME, DataType.SELECTION_VALUE, DataType.SELECTION_VALUE, Kind.TEXT),
        (DataType.INTEGER, DataType.DECIMAL, DataType.DECIMAL, Kind.NUMBER),
        (DataType.INTEGER, DataType.BOOLEAN, DataType.INTEGER, Kind.NUMBER),
        (DataType.DECIMAL, DataType.DATE_TIME, DataType.DATE_TIME, Kind.INSTANT),
        (DataType.BOOLEAN, DataType.BOOLEAN, DataType.BOOLEAN, Kind.NUMBER),
    ],
)
def test_a_name_of_two_data_types_is_a_text_if_one_is_or_else_the_wider(
    one: DataType, other: DataType, together: DataType, kind: Kind
) -> None:
    for first, second in ((one, other), (other, one)):
        model = metamodel(element_type("a", attribute("x", first)), element_type("b", attribute("x", second)))
        named = names_of_types(model, frozenset({"a", "b"})).attributes["x"]

        assert (named.data_type, named.kind) == (together, kind)


def test_a_name_may_be_invariant_in_one_type_and_not_in_another() -> None:
    text = DataType.HTML
    model = metamodel(element_type("a", attribute("x", text)), element_type("b", attribute("x", text, invariant=False)))

    assert names_of_types(model, frozenset({"a", "b"})).attributes["x"] == NamedAttribute("x", text, True, True)
    assert names_of_types(model, frozenset({"b"})).attributes["x"] == NamedAttribute("x", text, False, True)


@pytest.mark.parametrize("targets", [(), ("any",), ("a", "any")])
def test_a_context_that_may_refer_to_anything_has_the_attributes_of_all_types(targets: tuple[str, ...]) -> None:
    text = DataType.HTML
    model = metamodel(
        element_type("a", context("c", *targets), attribute("x", text)), element_type("b", attribute("y", text))
    )

    assert set(names_of_types(model, frozenset({"a"})).contexts["c"].attributes) == {"x", "y"}


def test_a_context_of_two_types_has_the_attributes_of_what_both_refer_to() -> None:
    text = DataType.HTML
    model = metamodel(
        element_type("a", context("c", "x")),
        element_type("b", context("c", "y")),
        element_type("x", attribute("inX", text)),
        element_type("y", attribute("inY", text)),
    )

    assert set(names_of_types(model, frozenset({"a", "b"})).contexts["c"].attributes) == {"inx", "iny"}


def test_every_type_that_a_context_leads_to_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[list[str]] = []
    attributes = filter_names._attributes

    def noting(types: Iterable[ElementType]) -> Mapping[str, NamedAttribute]:
        given = list(types)
        looked_at.append([each.key for each in given])
        return attributes(given)

    monkeypatch.setattr(filter_names, "_attributes", noting)

    names_of_types(replace(STANDARD), frozenset(STANDARD.types))

    assert looked_at
    assert all(len(each) == len(set(each)) for each in looked_at)
