"""The records of the demo company: in the agreed form, connected, and known to the metamodel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from time import process_time
from typing import cast
from uuid import UUID
from xml.etree import ElementTree

from facetstore.exchange.demo_company import demo_records
from facetstore.metamodel.model import Attribute, DataType, Identity
from tests.exchange.demo_bundle import (
    SHOWN_ELEMENTS,
    Record,
    bundle,
    contexts,
    diagrams,
    elements,
    invariant,
    items,
    records,
    shape_id,
    texts,
    type_of,
)


class TestTheBundle:
    def test_begins_with_a_header_that_describes_the_storage(self) -> None:
        header = bundle()[0]

        storage = cast("Record", header["storage"])
        assert (header["facetstore"], header["version"]) == ("bundle", 1)
        assert storage["dataCultures"] == storage["mandatoryCultures"] == [1031, 1033]
        assert "Talwind" in str(storage["title"])

    def test_is_the_same_every_time(self) -> None:
        assert tuple(demo_records()) == bundle()

    def test_is_made_quickly(self) -> None:
        begun = process_time()

        assert sum(1 for _ in demo_records()) > SHOWN_ELEMENTS

        assert process_time() - begun < 4

    def test_every_record_has_the_agreed_form(self) -> None:
        common = {"facetName", "id", "type", "attributes", "related", "content", "parent", "position"}
        identity = {
            Identity.VERSIONED: {"versionId", "state"},
            Identity.CREATION_ID: {"creationId"},
            Identity.PLAIN: set[str](),
        }

        for record in records():
            assert set(record) - {"stereotype"} == common | identity[type_of(record).identity]

    def test_ids_are_lower_case_and_never_used_twice(self) -> None:
        seen = Counter(str(record.get("versionId", record["id"])) for record in records())
        shapes = Counter(shape_id(item) for record in diagrams() for item in items(record["content"]))

        assert all(str(UUID(each)) == each for each in (*seen, *shapes))
        assert {*seen.values(), *shapes.values()} == {1}
        assert not set(seen) & set(shapes)


class TestReferences:
    def test_every_reference_leads_to_an_element_of_its_type(self) -> None:
        known = {str(record["id"]): (record["facetName"], record["type"]) for record in records()}

        for record in records():
            for reference in (*_references(record), *items(record["content"])):
                assert known[str(reference["id"])] == (reference["facetName"], reference["type"])

    def test_every_parent_may_have_such_a_child(self) -> None:
        for record in elements().values():
            if record["parent"] is not None:
                parent = elements()[str(record["parent"])]
                assert record["type"] in type_of(parent).children

    def test_siblings_have_places_of_their_own(self) -> None:
        places = Counter((each["parent"], each["position"]) for each in elements().values() if each["parent"])

        assert set(places.values()) == {1}

    def test_contexts_allow_their_targets(self) -> None:
        for record in records():
            for context, references in cast("Mapping[str, list[Record]]", record["related"]).items():
                related = type_of(record).contexts[context].related
                assert related is not None
                assert {str(each["type"]) for each in references} <= set(related.types), (record["type"], context)
                assert len({each["id"] for each in references}) == len(references) <= related.max_occurrence

    def test_stereotypes_are_predefined_or_elements_made_for_the_type(self) -> None:
        for record in records():
            if "stereotype" in record:
                assert record["stereotype"] in _known_stereotypes(record), record


class TestAttributes:
    def test_the_metamodel_knows_every_attribute_and_its_kind(self) -> None:
        for record in records():
            for name, values in cast("Mapping[str, Mapping[str, object]]", record["attributes"]).items():
                attribute = type_of(record).attributes[name].attribute
                assert attribute is not None
                assert set(values) <= ({"127"} if attribute.invariant else {"1031", "1033"}), (record["type"], name)
                assert all(_fits(attribute, value) for value in values.values()), (record["type"], name, values)

    def test_html_is_well_formed(self) -> None:
        for record in records():
            for text in _html_values(record):
                assert text.startswith('<?xml version="1.0" encoding="utf-8"?>')
                ElementTree.fromstring(text.encode())

    def test_what_was_released_is_complete_in_both_languages(self) -> None:
        for record in records():
            if record.get("state") not in ("inProcess", None):
                mandatory = [key for key, each in type_of(record).attributes.items() if _mandatory(each.attribute)]
                assert all(set(texts(record, key)) == {"1031", "1033"} for key in mandatory), texts(record, "name")

    def test_every_shape_is_named_in_both_languages(self) -> None:
        assert all(set(texts(each, "name")) == {"1031", "1033"} for each in records() if type_of(each).flow)

    def test_structure_elements_are_shown_or_hidden_without_a_state(self) -> None:
        structure = [each for each in records() if not type_of(each).versioned and type_of(each).lifecycle]

        assert {invariant(each, "state1") for each in structure} == {"show", "hide"}
        assert all("state" not in each for each in structure)

    def test_times_are_in_order_and_in_the_past(self) -> None:
        for record in records():
            created, changed = str(invariant(record, "createdOn")), str(invariant(record, "changedOn"))
            assert "2021-01-01" < created <= changed < "2026-11-02", texts(record, "name")
            if invariant(record, "relOn"):
                assert created < str(invariant(record, "relOn")) <= changed
                assert str(invariant(record, "validFrom")) < str(invariant(record, "validUntil"))


def _references(record: Record) -> Iterator[Record]:
    for references in contexts(record).values():
        yield from items(references)


def _mandatory(attribute: Attribute | None) -> bool:
    return attribute is not None and attribute.mandatory and not attribute.invariant


def _html_values(record: Record) -> Iterator[str]:
    for name, values in cast("Mapping[str, Mapping[str, object]]", record["attributes"]).items():
        attribute = type_of(record).attributes[name].attribute
        if attribute is not None and attribute.data_type is DataType.HTML:
            yield from map(str, values.values())


def _fits(attribute: Attribute, value: object) -> bool:
    match attribute.data_type:
        case DataType.BOOLEAN:
            return isinstance(value, bool)
        case DataType.INTEGER:
            return isinstance(value, int)
        case DataType.DECIMAL:
            return isinstance(value, int | float)
        case DataType.DATE_TIME:
            return bool(datetime.fromisoformat(str(value)))
        case DataType.LINKS:
            return all({"address", "fullAddress", "mimeType", "protocol", "title"} == set(x) for x in items(value))
        case DataType.MULTI_SELECTION:
            return set(cast("list[str]", value)) <= {str(each.key) for each in attribute.selectable_values}
        case DataType.SELECTION_VALUE:
            keys = {each.key for each in attribute.selectable_values}
            return value in keys or (attribute.derived and not keys)
        case _:
            return isinstance(value, str) and bool(value.strip())


def _known_stereotypes(record: Record) -> set[object]:
    stereotype = type_of(record).properties["stereotype"].attribute
    assert stereotype is not None
    made = {each["id"] for each in records() if each["type"] == type_of(record).stereotype_type}
    return {each.key for each in stereotype.selectable_values} | made
