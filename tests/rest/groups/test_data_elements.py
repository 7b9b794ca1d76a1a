"""`_api/v2/data/elements`: elements in the form of clients in the wild."""

import jsonschema_rs
import pytest

from facetstore.rest.openapi.schemas import SCHEMAS
from tests.support import company
from tests.support.api import Api, Json

LIST = "v2/data/elements"


def listed(api: Api, query: str, role: str = "administrator") -> list[Json]:
    body = api.read(f"{LIST}?{query}", role)
    jsonschema_rs.validate({**SCHEMAS["DataElements"], "components": {"schemas": dict(SCHEMAS)}}, body)
    assert list(body) == ["values"]
    found: list[Json] = body["values"]
    return found


@pytest.mark.parametrize("facet", ["processes", "Processes", "PROCESSES"])
def test_without_a_filter_the_roots_of_a_facet_are_listed(api: Api, facet: str) -> None:
    roots = api.read("rest/facets/processes/views/tree/elements")["elements"]

    found = listed(api, f"Facet={facet}")

    assert [each["id"] for each in found] == [each["id"] for each in roots]


def test_an_element_has_properties_in_the_default_culture_attributes_as_a_list_and_children(api: Api) -> None:
    detail = api.read(f"rest/facets/processes/views/detail/elements/{company.HOUSE}")["elements"][0]

    body = api.read(f"{LIST}/{company.HOUSE}?facet=PROCESSES")

    jsonschema_rs.validate({**SCHEMAS["DataElement"], "components": {"schemas": dict(SCHEMAS)}}, body)
    assert body["id"] == company.HOUSE
    assert body["properties"]["type"] == "processHouse"
    assert body["properties"]["name"] == detail["attributes"]["name"]["1033"]
    assert {
        each["key"]: {str(value["lcid"]): value["value"] for value in each["values"]} for each in body["attributes"]
    } == detail["attributes"]
    assert [each["id"] for each in body["children"]] == [each["id"] for each in detail["children"]]
    assert body in listed(api, "Facet=processes")


def test_a_versioned_element_has_its_version_and_its_state(api: Api) -> None:
    properties = api.read(f"{LIST}/{company.RECEIPT}?Facet=processes", "viewer")["properties"]

    assert (properties["state"], properties["versionId"]) == ("inEffect", company.version_id(6, "2.0"))
    assert properties["stateName"] == "Valid"


def test_a_filter_finds_elements_wherever_they_stand(api: Api) -> None:
    stereotyped = api.read("rest/facets/it/views/list/elements?$filter=NOT IsNull(stereotype)")["elements"]
    assert stereotyped
    name = stereotyped[0]["stereotype"]

    found = listed(api, f"Facet=it&Filter=stereoType -eq '{name}'")

    assert {each["id"] for each in found} == {each["id"] for each in stereotyped if each["stereotype"] == name}


@pytest.mark.parametrize(
    ("query", "path", "says"),
    [
        ("", "Facet", "Facet is missing"),
        ("Facet=processes&Filter=nmae -eq 'x'", "Filter", "Did you mean name?"),
        ("Facet=processes&Filter=name -eq x y", "Filter", "of Filter"),
        ("Facet=processes&PageSize=1001", "PageSize", "from 1 to 1000"),
        ("Facet=processes&Page=0", "Page", "from 1 to"),
        ("Facet=processes&$filter=name", "$filter", "It takes: Facet, Filter, Page, PageSize."),
        ("Facet=processes&Fliter=x", "Fliter", "Did you mean Filter?"),
    ],
)
def test_a_wrong_parameter_is_refused_with_what_would_have_worked(api: Api, query: str, path: str, says: str) -> None:
    response = api.get(f"{LIST}?{query}")

    assert response.status_code == 400
    finding = response.json()["data"][0]
    assert finding["path"] == path
    assert says in finding["error"]
    assert "$filter" not in finding["error"] or path == "$filter"


def test_an_unknown_facet_and_an_element_of_another_facet_are_not_found(api: Api) -> None:
    assert api.get(f"{LIST}?Facet=proceses").json()["message"].endswith("Did you mean processes?")
    assert api.get(f"{LIST}/{company.HOUSE}?Facet=it").status_code == 404
    assert api.get(f"{LIST}/{company.RECEIPT}?Facet=it").status_code == 404


def test_pages_are_bounded_and_follow_one_another(api: Api) -> None:
    everything = [each["id"] for each in listed(api, "Facet=processes&Filter=NOT IsNull(name)")]
    pages = [
        listed(api, f"Facet=processes&Filter=NOT IsNull(name)&PageSize=2&Page={number}")
        for number in range(1, len(everything) // 2 + 3)
    ]

    assert [each["id"] for page in pages for each in page] == everything
    assert all(len(page) <= 2 for page in pages)
    assert pages[-1] == []


def test_what_a_viewer_may_not_see_is_in_no_list(api: Api) -> None:
    drafts = {each["id"] for each in listed(api, "Facet=processes&Filter=NOT IsNull(name)")}
    released = {each["id"] for each in listed(api, "Facet=processes&Filter=NOT IsNull(name)", "viewer")}

    assert released < drafts
    assert api.get(f"{LIST}/{company.RETURNS}?Facet=processes", "viewer").status_code == 404


def test_the_number_of_statements_does_not_grow_with_the_list(forgetful_api: Api) -> None:
    counts = set()
    listed(forgetful_api, "Facet=processes")
    for size in (1, 5):
        listed(forgetful_api, f"Facet=processes&Filter=NOT IsNull(name)&PageSize={size}")
        counts.add(forgetful_api.statements)

    assert len(counts) == 1
