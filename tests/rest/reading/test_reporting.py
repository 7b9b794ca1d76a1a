"""Operation 15: reduced elements with what belongs to them inside them."""

from typing import Any

import pytest

from tests.support import company
from tests.support.api import API, Api, Json, golden

FIGURES = (
    "isLastInProcessOrReleased",
    "isReleased",
    "isReleasedOrLastInProcess",
    "majorVersion",
    "minorVersion",
    "version",
)


def figures(reported: Json) -> tuple[Any, ...]:
    return tuple(reported["attributes"][name]["127"] for name in FIGURES)


def everything(reported: Json) -> list[Json]:
    """The element and all that is inlined in it."""
    inside = [each for name in ("children", "content", "versions") for each in reported.get(name, ())]
    return [reported, *(more for each in inside for more in everything(each))]


@pytest.mark.spec("endpoint.15")
def test_the_report_of_a_hierarchical_facet_holds_the_roots_with_their_children(api: Api) -> None:
    assert api.read("rest/facets/it/reporting") == golden("report-roots")


@pytest.mark.spec("endpoint.15")
def test_a_viewer_gets_the_report_of_what_is_released(api: Api) -> None:
    assert api.read("rest/facets/it/reporting", "viewer") == golden("report-roots-viewer")


@pytest.mark.spec("endpoint.15")
def test_the_report_on_one_element_holds_its_versions_and_their_content(api: Api) -> None:
    assert api.read(f"rest/facets/processes/reporting/{company.RECEIPT}") == golden("report-receipt")


@pytest.mark.spec("endpoint.15")
def test_the_report_on_one_element_shows_viewers_the_released_version_alone(api: Api) -> None:
    response = api.get(f"rest/facets/processes/reporting/{company.RECEIPT}", "viewer")

    assert response.json() == golden("report-receipt-viewer")
    for hidden in (company.RECEIPT_1_0, company.RECEIPT_2_1, company.DRAFT_TASK, company.OLD_START):
        assert hidden not in response.text


@pytest.mark.spec("endpoint.15")
def test_a_flat_report_holds_every_element_with_nothing_inside(api: Api) -> None:
    assert api.read("rest/facets/it/reporting?$flat=true") == golden("report-flat")


def test_the_report_of_a_flat_facet_holds_every_element(api: Api) -> None:
    answer = api.read("rest/facets/users/reporting", "viewer")

    assert answer["count"] == 3
    assert answer["values"][0] == {
        "facetName": "users",
        "id": company.ANNA,
        "creationId": company.ANNA,
        "type": "user",
        "setReadOnly": True,
        "displayNames": {"1031": "Benutzer", "1033": "User"},
        "attributes": {
            "createdOn": {"127": "2020-01-02T03:04:05"},
            "firstName": {"127": "Anna"},
            "gotoUrl": {
                "1031": f"http://test/acme/main/1031/BasePlugin/GoTo/Users/list/{company.ANNA}",
                "1033": f"http://test/acme/main/1033/BasePlugin/GoTo/Users/list/{company.ANNA}",
            },
            "lastName": {"127": "Amsel"},
        },
    }


@pytest.mark.parametrize(
    "query",
    [
        "$page=1",
        "$pageSize=100",
        "$flat=true",
        f"$pageSelectionKey={company.RECEIPT}",
        "$filter=NOT IsNull(name)",
        "$filter=NOT IsNull(name)&$orderby=name",
    ],
)
def test_a_page_and_a_filtered_report_are_flat(api: Api, query: str) -> None:
    answer = api.read(f"rest/facets/processes/reporting?{query}")

    assert answer["count"] == 12
    assert not any({"children", "content", "versions"} & set(each) for each in answer["values"])


def test_pages_of_a_report_neither_overlap_nor_skip(api: Api) -> None:
    path = "rest/facets/processes/reporting"
    whole = [each["id"] for each in api.read(f"{path}?$flat=true")["values"]]

    pages = [api.read(f"{path}?$page={page}&$pageSize=5")["values"] for page in (1, 2, 3, 4)]

    assert [each["id"] for page in pages for each in page] == whole
    assert [len(page) for page in pages] == [5, 5, 2, 0]


def test_flat_may_be_said_not_to_be(api: Api) -> None:
    assert api.read("rest/facets/it/reporting?$flat=false") == golden("report-roots")


@pytest.mark.parametrize(
    ("id_", "reported"),
    [
        (company.RECEIPT_1_0, (False, False, False, 1, 0, "1.0")),
        (company.RECEIPT_2_0, (False, True, True, 2, 0, "2.0")),
        (company.RECEIPT_2_1, (True, False, False, 2, 1, "2.1")),
        (company.CHECK, (True, True, True, 1, 0, "1.0")),
        (company.RETURNS, (True, False, True, 0, 1, "0.1")),
    ],
    ids=["expired", "released with a draft", "draft of a released one", "released alone", "draft alone"],
)
def test_the_figures_of_a_version_among_all_versions(api: Api, id_: str, reported: tuple[Any, ...]) -> None:
    (found,) = api.read(f"rest/facets/processes/reporting/{id_}")["values"]

    assert figures(found) == reported


def test_to_a_viewer_the_released_version_is_also_the_last(api: Api) -> None:
    (found,) = api.read(f"rest/facets/processes/reporting/{company.RECEIPT}", "viewer")["values"]

    assert figures(found) == (True, True, True, 2, 0, "2.0")


def test_children_and_content_have_the_figures_of_their_own_versions(api: Api) -> None:
    (logistics,) = api.read(f"rest/facets/processes/reporting/{company.LOGISTICS}")["values"]
    (receipt,) = api.read(f"rest/facets/processes/reporting/{company.RECEIPT}")["values"]

    assert {each["id"]: figures(each) for each in logistics["children"]} == {
        company.RECEIPT: (True, False, False, 2, 1, "2.1"),
        company.CHECK: (True, True, True, 1, 0, "1.0"),
        company.RETURNS: (True, False, True, 0, 1, "0.1"),
    }
    assert figures(receipt["content"][2]) == (True, True, True, 1, 0, "1.0")


def test_the_flat_report_has_the_same_figures(api: Api) -> None:
    flat = {each["id"]: each for each in api.read("rest/facets/processes/reporting?$flat=true")["values"]}

    assert figures(flat[company.RECEIPT]) == (True, False, False, 2, 1, "2.1")
    assert figures(flat[company.RETURNS]) == (True, False, True, 0, 1, "0.1")


def test_what_has_no_versions_has_no_figures(api: Api) -> None:
    for root in api.read("rest/facets/processes/reporting")["values"]:
        for each in everything(root):
            assert not set(FIGURES) & set(each["attributes"])


def test_every_address_in_a_report_leads_to_a_report(api: Api) -> None:
    (found,) = api.read(f"rest/facets/processes/reporting/{company.RECEIPT}?$resources=related,rootPath")["values"]
    references = [*found["rootPath"], *(each for context in found["related"].values() for each in context)]

    assert {each["expandUri"].removeprefix(API) for each in references} == {
        f"/rest/facets/users/reporting/{company.ANNA}",
        f"/rest/facets/users/reporting/{company.OLGA}",
        f"/rest/facets/processes/reporting/{company.version_id(5, '1.0')}",
        f"/rest/facets/processes/reporting/{company.OPERATIONS}",
        f"/rest/facets/processes/reporting/{company.HOUSE}",
    }
    for each in references:
        assert api.read(each["expandUri"].removeprefix(f"{API}/"))["values"][0]["id"] == each["id"]


def test_structure_shows_its_children_as_content_too(api: Api) -> None:
    for root in api.read("rest/facets/processes/reporting")["values"]:
        assert root["content"] == root["children"]


@pytest.mark.parametrize(
    ("resources", "parts"),
    [
        ("attributes", {"attributes", "versions"}),
        ("children", {"children", "versions"}),
        ("displayNames", {"displayNames", "versions"}),
        ("rootPath", {"rootPath", "versions"}),
    ],
)
def test_resources_choose_what_a_report_includes(api: Api, resources: str, parts: set[str]) -> None:
    (found,) = api.read(f"rest/facets/processes/reporting/{company.LOGISTICS}?$resources={resources}")["values"]

    assert set(found) - {"facetName", "id", "versionId", "type", "state"} == parts


@pytest.mark.parametrize("path", [company.ERP, "?$flat=true"])
def test_the_stereotype_becomes_a_reference_in_a_report(api: Api, path: str) -> None:
    separator = "&" if "?" in path else "?"
    address = f"rest/facets/it/reporting{path if '?' in path else '/' + path}{separator}$resources=stereotype"

    found = {each["id"]: each for each in api.read(address)["values"]}

    assert found[company.ERP]["stereotype"] == {
        "facetName": "stereotypes",
        "id": company.APPLICATION,
        "creationId": company.APPLICATION,
        "type": "systemType",
        "expandUri": f"{API}/rest/facets/stereotypes/reporting/{company.APPLICATION}",
    }


def test_select_narrows_a_report_and_all_inside_it(api: Api) -> None:
    path = f"rest/facets/processes/reporting/{company.RECEIPT}?$select=name,majorVersion,owner"

    (found,) = api.read(path)["values"]

    assert {name for each in everything(found) for name in each.get("attributes", ())} == {"name", "majorVersion"}
    assert {name for each in everything(found) for name in each.get("related", ())} == {"owner"}


def test_contexts_of_a_report_can_be_expanded(api: Api) -> None:
    (found,) = api.read(f"rest/facets/processes/reporting/{company.RECEIPT}?$expandRelated=owner")["values"]

    (owner,) = found["related"]["owner"]
    assert owner["attributes"]["lastName"] == {"127": "Otter"}
    assert "expandUri" not in owner


def test_a_report_on_an_element_of_another_facet_is_not_found(api: Api) -> None:
    assert api.get(f"rest/facets/it/reporting/{company.RECEIPT}").status_code == 404
    assert api.get(f"rest/facets/processes/reporting/{company.NOWHERE}").status_code == 404
    assert api.get(f"rest/facets/processes/reporting/{company.RETURNS}", "viewer").status_code == 404
