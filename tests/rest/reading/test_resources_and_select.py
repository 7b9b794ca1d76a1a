"""$resources and $select: what of each element an answer includes."""

import pytest

from tests.support import company
from tests.support.api import API, Api, Json, element

RECEIPT = element(company.RECEIPT_2_0)
IDENTITY = {"facetName", "id", "versionId", "type", "state", "stereotype"}


def parts(answer: Json) -> set[str]:
    """What an element has beside its identity."""
    return {name for each in answer["elements"] for name in each} - IDENTITY


@pytest.mark.spec("parameter.resources")
@pytest.mark.parametrize(
    ("resources", "found"),
    [
        ("attributes", {"attributes"}),
        ("related", {"related"}),
        ("children", set[str]()),
        ("content", {"content"}),
        ("displayNames", {"displayNames"}),
        ("rootPath", {"rootPath"}),
        ("stereotype", set[str]()),
        ("attributes,displayNames", {"attributes", "displayNames"}),
        ("ATTRIBUTES,rootpath", {"attributes", "rootPath"}),
        (" attributes , , content ", {"attributes", "content"}),
        ("", set[str]()),
    ],
)
def test_each_resource_is_included_only_when_named(api: Api, resources: str, found: set[str]) -> None:
    assert parts(api.read(f"{RECEIPT}?$resources={resources}")) == found


@pytest.mark.spec("parameter.resources")
def test_without_resources_all_are_included_but_the_root_path(api: Api) -> None:
    tree = element(company.LOGISTICS, view="tree")

    assert parts(api.read(tree)) == {"attributes", "related", "children", "content", "displayNames"}


@pytest.mark.spec("endpoints.rule.2")
def test_resources_hold_for_every_element_of_a_list(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/tree/elements?$resources=attributes,children")

    assert [set(each) for each in answer["elements"]] == [
        {"facetName", "id", "creationId", "type", "attributes", "children"},
        {"facetName", "id", "type", "attributes", "children"},
    ]


def test_children_without_content_and_content_without_children(api: Api) -> None:
    tree = element(company.LOGISTICS, view="tree")

    assert parts(api.read(f"{tree}?$resources=children")) == {"children"}
    assert parts(api.read(f"{tree}?$resources=content")) == {"content"}


def test_resources_hold_for_every_version(api: Api) -> None:
    answer = api.read(f"{RECEIPT}/versions?$resources=attributes")

    assert [set(each) - IDENTITY for each in answer["elements"]] == [{"attributes"}] * 3


@pytest.mark.spec("element.rootPath")
def test_the_root_path_goes_from_the_parent_to_the_root_in_the_view_asked_for(api: Api) -> None:
    address = f"{API}/rest/facets/processes/views/tree/elements"

    answer = api.read(element(company.RECEIPT, view="tree") + "?$resources=rootPath")

    assert answer == {
        "count": 1,
        "elements": [
            {
                "facetName": "processes",
                "id": company.RECEIPT,
                "versionId": company.RECEIPT_2_1,
                "type": "subProcess",
                "state": "inProcess",
                "stereotype": "standardProcess",
                "rootPath": [
                    {
                        "facetName": "processes",
                        "id": company.LOGISTICS,
                        "versionId": company.version_id(5, "1.0"),
                        "type": "mainProcess",
                        "state": "inEffect",
                        "expandUri": f"{address}/{company.version_id(5, '1.0')}",
                    },
                    {
                        "facetName": "processes",
                        "id": company.OPERATIONS,
                        "type": "subCategory",
                        "expandUri": f"{address}/{company.OPERATIONS}",
                    },
                    {
                        "facetName": "processes",
                        "id": company.HOUSE,
                        "creationId": company.HOUSE,
                        "type": "processHouse",
                        "expandUri": f"{address}/{company.HOUSE}",
                    },
                ],
            }
        ],
    }


def test_a_root_and_an_orphan_have_no_root_path(api: Api) -> None:
    assert parts(api.read(element(company.HOUSE) + "?$resources=rootPath")) == {"creationId"}
    assert parts(api.read(element(company.ORPHAN) + "?$resources=rootPath")) == set()


def test_a_viewer_does_not_see_a_hidden_element_in_a_root_path(api: Api) -> None:
    path = element(company.INTAKE) + "?$resources=rootPath"

    (editors,) = api.read(path, "editor")["elements"]
    (viewers,) = api.read(path, "viewer")["elements"]

    assert [each["id"] for each in editors["rootPath"]] == [company.ARCHIVE, company.HOUSE]
    assert [each["id"] for each in viewers["rootPath"]] == [company.HOUSE]


@pytest.mark.parametrize(
    ("id_", "role", "stereotype"),
    [(company.ERP, "administrator", company.APPLICATION), (company.SCANNER, "viewer", company.HANDHELD)],
    ids=["by its name", "by its id"],
)
def test_the_stereotype_becomes_a_reference(api: Api, id_: str, role: str, stereotype: str) -> None:
    (plain,) = api.read(element(id_, "it"), role)["elements"]
    (found,) = api.read(element(id_, "it") + "?$resources=stereotype", role)["elements"]

    assert plain["stereotype"] in ("applicationSystem", company.HANDHELD)
    assert found["stereotype"] == {
        "facetName": "stereotypes",
        "id": stereotype,
        "creationId": stereotype,
        "type": "systemType",
        "expandUri": f"{API}/rest/facets/stereotypes/views/detail/elements/{stereotype}",
    }


def test_a_stereotype_without_an_element_is_left_out_where_references_are_wanted(api: Api) -> None:
    (found,) = api.read(f"{RECEIPT}?$resources=stereotype")["elements"]

    assert "stereotype" not in found
    assert api.read(RECEIPT)["elements"][0]["stereotype"] == "standardProcess"


def test_stereotypes_become_references_in_lists_and_versions(api: Api) -> None:
    listed = api.read("rest/facets/it/views/list/elements?$resources=stereotype")["elements"]
    versions = api.read(element(company.ERP, "it") + "/versions?$resources=stereotype")["elements"]

    assert [each.get("stereotype", {}).get("id") for each in listed] == [None, company.APPLICATION, company.HANDHELD]
    assert [each["stereotype"]["id"] for each in versions] == [company.APPLICATION] * 2


@pytest.mark.spec("parameter.select")
def test_select_narrows_attributes_and_contexts_and_nothing_else(api: Api) -> None:
    (whole,) = api.read(RECEIPT)["elements"]

    (found,) = api.read(f"{RECEIPT}?$select=name,author")["elements"]

    assert set(found["attributes"]) == {"name"}
    assert set(found["related"]) == {"author"}
    assert found["content"] == whole["content"]
    assert found["displayNames"] == whole["displayNames"]


def test_select_finds_names_ignoring_letter_case_and_answers_in_their_own(api: Api) -> None:
    (found,) = api.read(f"{RECEIPT}?$select=NAME, releasehistory")["elements"]

    assert set(found["attributes"]) == {"name"}
    assert set(found["related"]) == {"releaseHistory"}


def test_select_may_name_what_the_view_does_not_show(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/list/elements?$select=purp,systems,gotoUrl")

    receipt = next(each for each in answer["elements"] if each["id"] == company.RECEIPT)

    assert set(receipt["attributes"]) == {"gotoUrl"}
    assert set(receipt["related"]) == {"systems"}


def test_a_part_that_select_empties_is_left_out(api: Api) -> None:
    attributes = api.read(f"{RECEIPT}?$select=author&$resources=attributes,related")
    related = api.read(f"{RECEIPT}?$select=name&$resources=attributes,related")
    neither = api.read(f"{RECEIPT}?$select=&$resources=attributes,related")

    assert (parts(attributes), parts(related), parts(neither)) == ({"related"}, {"attributes"}, set())


def test_select_holds_for_every_version(api: Api) -> None:
    answer = api.read(f"{RECEIPT}/versions?$select=version,relBy")

    assert [each["attributes"] for each in answer["elements"]] == [
        {"version": {"127": "1.0"}},
        {"version": {"127": "2.0"}},
        {"version": {"127": "2.1"}},
    ]
    assert [set(each.get("related", ())) for each in answer["elements"]] == [{"relBy"}, {"relBy"}, set()]


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("$select=nam", "$select knows no nam here. Did you mean name?"),
        ("$select=name,autor", "$select knows no autor here. Did you mean author?"),
        ("$select=zzzzzz", "$select knows no zzzzzz here."),
        ("$select=lastName", "$select knows no lastName here."),
        (
            "$resources=atributes",
            "$resources knows no atributes. Did you mean attributes?"
            " It takes: attributes, children, content, displayNames, related, rootPath, stereotype.",
        ),
        ("$expandRelated=systms", "$expandRelated knows no systms here. Did you mean systems?"),
        ("$expandRelated=name", "$expandRelated knows no name here."),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_known_one(api: Api, query: str, error: str) -> None:
    response = api.get(f"{RECEIPT}?{query}")

    assert response.status_code == 400
    (finding,) = response.json()["data"]
    assert finding["error"].startswith(error)
    assert finding["path"] == query.partition("=")[0]


def test_every_unknown_name_is_reported(api: Api) -> None:
    response = api.get(f"{RECEIPT}?$select=nam,descripton")

    assert [each["error"] for each in response.json()["data"]] == [
        "$select knows no nam here. Did you mean name?",
        "$select knows no descripton here. Did you mean description?",
    ]
