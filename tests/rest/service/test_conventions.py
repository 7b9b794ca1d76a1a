"""The six conventions of the specification, checked in every answer there is."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.rest.reading.reads import READS, without_count
from tests.support import company
from tests.support.api import Api, Json, element

pytestmark = pytest.mark.one_engine

GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
DATE_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?\Z")
DATES = {"changedOn", "createdOn", "relOn", "validFrom", "validUntil", "userLastLogin"}
HTML = {"description", "purp", "scope", "reasonForRevision"}
CULTURES = {"127", "1031", "1033"}

EVERY_READ = pytest.mark.parametrize(("operation", "path"), READS.items(), ids=READS)


def objects(value: Any) -> Iterator[Json]:
    """Every object in an answer."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from objects(each)
    elif isinstance(value, list):
        for each in value:
            yield from objects(each)


def answers(api: Api, path: str) -> Iterator[Json]:
    """What the read gives to callers who see different things."""
    for role in ("viewer", "editor", "administrator"):
        yield api.read(path, role)


def attribute_maps(api: Api, operation: str, path: str) -> Iterator[Json]:
    for answer in answers(api, path):
        yield from (each["attributes"] for each in objects(answer) if isinstance(each.get("attributes"), dict))
        if operation.startswith("6"):
            yield answer["values"]


@EVERY_READ
@pytest.mark.spec("conventions.1")
def test_attributes_go_by_name_then_by_culture(api: Api, operation: str, path: str) -> None:
    for attributes in attribute_maps(api, operation, path):
        assert all(isinstance(by_culture, dict) for by_culture in attributes.values())
        assert list(attributes) == sorted(attributes)


@EVERY_READ
@pytest.mark.spec("conventions.2")
def test_cultures_are_numbers_and_what_depends_on_none_stands_under_127(api: Api, operation: str, path: str) -> None:
    for attributes in attribute_maps(api, operation, path):
        for name, by_culture in attributes.items():
            assert set(by_culture) <= CULTURES
            invariant = name not in {
                "name",
                "description",
                "purp",
                "scope",
                "gotoUrl",
                "authorNote",
                "filterInformation",
            }
            assert ("127" in by_culture) == (invariant and bool(by_culture)), name


@EVERY_READ
@pytest.mark.spec("conventions.3")
def test_date_times_are_local_and_without_a_zone(api: Api, operation: str, path: str) -> None:
    for attributes in attribute_maps(api, operation, path):
        for name in DATES & set(attributes):
            assert DATE_TIME.match(attributes[name]["127"]), name


@pytest.mark.spec("conventions.3")
def test_fractions_of_seconds_stay_as_they_were_given(api: Api) -> None:
    values = api.read(element(company.RECEIPT_2_0) + "/attributes")["values"]

    assert values["changedOn"] == {"127": "2022-02-03T04:05:06.1234567"}
    assert values["relOn"] == {"127": "2022-03-04T05:06:07.5"}
    assert values["createdOn"] == {"127": "2022-01-02T03:04:05"}


@pytest.mark.spec("conventions.3")
def test_what_has_no_end_is_valid_until_the_last_day_of_9999(api: Api) -> None:
    values = api.read(element(company.RECEIPT_2_0) + "/attributes/validUntil")["values"]

    assert values == {"validUntil": {"127": "9999-12-31T00:00:00"}}


@EVERY_READ
@pytest.mark.spec("conventions.4")
def test_html_starts_with_an_xml_declaration_and_is_well_formed(api: Api, operation: str, path: str) -> None:
    for attributes in attribute_maps(api, operation, path):
        for name in HTML & set(attributes):
            for text in attributes[name].values():
                assert text.startswith('<?xml version="1.0" encoding="utf-8"?>')
                ElementTree.fromstring(text.encode())


@EVERY_READ
@pytest.mark.spec("conventions.5")
def test_ids_of_elements_versions_and_shapes_are_guids(api: Api, operation: str, path: str) -> None:
    for each in objects(list(answers(api, path))):
        for name in ("id", "versionId", "creationId", "shapeId"):
            if isinstance(each.get(name), str):
                assert GUID.match(each[name]), name


@EVERY_READ
@pytest.mark.spec("conventions.6")
def test_the_count_is_the_number_of_what_is_returned(api: Api, operation: str, path: str) -> None:
    for answer in answers(api, path):
        if without_count(operation):
            assert "count" not in answer
        elif "total" in answer:  # a page of ours: what is returned may stand in a map
            values = answer["values"]
            returned = values if isinstance(values, list) else [each for part in values.values() for each in part]
            assert answer["count"] == len(returned) <= answer["total"]
        else:
            name, returned = next((name, each) for name, each in answer.items() if name != "count")
            assert name in ("values", "elements")
            assert answer == {"count": len(returned), name: returned}


@EVERY_READ
@pytest.mark.spec("element.reference")
def test_a_reference_shows_what_it_is_and_where_it_leads(api: Api, operation: str, path: str) -> None:
    for each in objects(list(answers(api, path))):
        if "expandUri" in each:
            assert {"facetName", "id", "type"} <= set(each)
            assert not {"creationId", "versionId"} <= set(each)
            assert ("state" in each) == ("versionId" in each)
            assert each["expandUri"].startswith("http://test/acme/main/_api/rest/facets/")
            assert each["expandUri"].endswith(each.get("versionId", each["id"]))


@EVERY_READ
def test_nothing_that_stands_for_an_address_while_answering_is_left(api: Api, operation: str, path: str) -> None:
    response = api.get(path)

    assert response.headers["content-type"] == "application/json; charset=utf-8"
    assert not re.search(rb"[\x00-\x1f]", response.content)


@EVERY_READ
def test_empty_parts_of_an_element_are_left_out_and_nothing_is_null(api: Api, operation: str, path: str) -> None:
    for each in objects(api.read(path)):
        assert None not in each.values()
        if "facetName" in each:
            for part in ("attributes", "related", "children", "content", "rootPath", "versions"):
                assert each.get(part, "left out"), part
