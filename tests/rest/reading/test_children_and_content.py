"""Operations 9 and 10: what stands below an element, and what its diagram shows."""

import pytest

from tests.support import company
from tests.support.api import API, Api, element, golden

LOGISTICS = element(company.LOGISTICS, view="tree")
RECEIPT = element(company.RECEIPT_2_0, view="diagram")


@pytest.mark.spec("endpoint.9")
def test_the_children_of_a_main_process(api: Api) -> None:
    assert api.post(f"{LOGISTICS}/children").json() == golden("children-administrator")


@pytest.mark.spec("endpoint.9")
def test_a_viewer_gets_the_children_that_are_released(api: Api) -> None:
    assert api.post(f"{LOGISTICS}/children", "viewer").json() == golden("children-viewer")


def test_children_come_by_their_position_and_not_by_name(api: Api) -> None:
    answer = api.read(element(company.HOUSE, view="tree") + "/children")

    assert [each["attributes"]["name"]["1033"] for each in answer["elements"]] == [
        "Operations",
        "Management",
        "Archive",
    ]


def test_children_at_one_position_come_by_name(api: Api) -> None:
    answer = api.read(element(company.DOMAIN, "it", "tree") + "/children")

    assert [each["attributes"]["name"]["1033"] for each in answer["elements"]] == ["ERP", "Scanner"]


def test_children_show_what_the_view_shows(api: Api) -> None:
    detail = api.read(element(company.LOGISTICS) + "/children")

    assert {"createdOn", "gotoUrl", "isReleased", "validUntil"} < set(detail["elements"][0]["attributes"])


def test_an_element_without_children_gives_an_empty_list(api: Api) -> None:
    assert api.read(f"{RECEIPT}/children") == {"count": 0, "elements": []}
    assert api.read(element(company.ANNA, "users") + "/children") == {"count": 0, "elements": []}


@pytest.mark.spec("endpoint.10")
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_the_content_of_a_released_version_with_its_flow(api: Api, role: str) -> None:
    answer = api.read(f"{RECEIPT}/content", role)

    expected = golden("content-2.0")
    if role == "administrator":  # sees the draft of the one system that has one
        (store,) = [each for each in expected["elements"] if each["id"] == company.STORE]
        store["related"]["systems"][0] |= {
            "versionId": company.ERP_1_1,
            "state": "inProcess",
            "expandUri": f"{API}/rest/facets/it/views/detail/elements/{company.ERP_1_1}",
        }
    assert answer == expected


@pytest.mark.spec("endpoint.10")
def test_the_content_of_the_draft_for_those_who_see_it(api: Api) -> None:
    assert api.read(element(company.RECEIPT) + "/content", "editor") == golden("content-2.1")


def test_an_id_gives_viewers_the_content_of_the_released_version(api: Api) -> None:
    assert api.read(element(company.RECEIPT) + "/content", "viewer") == golden("content-2.0")


def test_a_join_names_every_shape_before_it_and_a_start_none(api: Api) -> None:
    shapes = api.read(f"{RECEIPT}/content")["elements"]

    flow = {
        each["id"]: [before["properties"]["shapeId"] for before in each["properties"]["predecessors"]]
        for each in shapes
    }

    assert flow[company.START] == []
    assert flow[company.STORE] == flow[company.REFUSE] == [company.shape_id(6, "2.0", 3)]
    assert flow[company.JOIN] == [company.shape_id(6, "2.0", 4), company.shape_id(6, "2.0", 5)]


def test_every_predecessor_is_a_shape_of_the_same_diagram(api: Api) -> None:
    shapes = api.read(f"{RECEIPT}/content")["elements"]
    known = {each["properties"]["shapeId"]: each["id"] for each in shapes}

    for each in shapes:
        for before in each["properties"]["predecessors"]:
            assert known[before["properties"]["shapeId"]] == before["id"]


def test_content_comes_in_its_maintained_order(api: Api) -> None:
    shapes = api.read(f"{RECEIPT}/content")["elements"]

    assert [each["properties"]["shapeId"] for each in shapes] == [
        company.shape_id(6, "2.0", place) for place in range(1, 9)
    ]


def test_an_interface_shows_another_process_in_the_version_the_caller_would_get(api: Api) -> None:
    shape = api.read(f"{RECEIPT}/content", "viewer")["elements"][6]

    assert (shape["id"], shape["versionId"], shape["type"]) == (company.CHECK, company.CHECK_1_0, "subProcess")


def test_content_is_the_same_in_every_view(api: Api) -> None:
    views = ("detail", "diagram", "documentContent", "list", "tree", "reporting")

    answers = [api.read(element(company.RECEIPT_2_0, view=view) + "/content") for view in views]

    assert answers == [answers[0]] * len(views)


@pytest.mark.parametrize("id_", [company.HOUSE, company.OPERATIONS, company.LOGISTICS, company.JOURNEYS])
def test_the_diagram_of_structure_shows_its_children(api: Api, id_: str) -> None:
    for role in ("viewer", "administrator"):
        children = api.read(element(id_) + "/children", role)["elements"]

        content = api.read(element(id_) + "/content", role)

        assert content["count"] == len(children) > 0
        assert [each["id"] for each in content["elements"]] == [each["id"] for each in children]
        assert [each["properties"] for each in content["elements"]] == [
            {"predecessors": [], "shapeId": each["id"]} for each in children
        ]


@pytest.mark.parametrize(
    ("id_", "facet"), [(company.CHECK, "processes"), (company.UNLOAD, "processes"), (company.ANNA, "users")]
)
def test_an_element_without_a_diagram_has_no_content(api: Api, id_: str, facet: str) -> None:
    assert api.read(element(id_, facet) + "/content") == {"count": 0, "elements": []}


def test_children_show_what_is_below_them_if_asked_for(api: Api) -> None:
    address = element(company.HOUSE, view="tree") + "/children"
    plain = api.read(address)["elements"]
    wanted = api.read(f"{address}?$resources=attributes,children")["elements"]

    assert [each["id"] for each in wanted] == [each["id"] for each in plain]
    assert not any("children" in each for each in plain)
    assert any(each.get("children") for each in wanted)
    assert not any("related" in each or "displayNames" in each for each in wanted)
    for each in wanted:
        below = api.read(element(each["id"], view="tree") + "/children")["elements"]
        assert [child["id"] for child in each.get("children", [])] == [child["id"] for child in below]
