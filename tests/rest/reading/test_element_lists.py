"""Operation 3: which elements a view lists, to whom, and in which order."""

import pytest

from tests.support import company
from tests.support.api import ACME, RIVAL, ROLES, Api, Json, golden


def ids(answer: Json) -> list[str]:
    return [each["id"] for each in answer["elements"]]


def versions(answer: Json) -> list[str]:
    return [each["versionId"] for each in answer["elements"]]


@pytest.mark.spec("endpoint.3")
def test_the_tree_lists_the_roots_with_their_children(api: Api) -> None:
    assert api.read("rest/facets/processes/views/tree/elements") == golden("tree-administrator")


@pytest.mark.spec("endpoint.3")
def test_a_viewer_does_not_see_what_is_hidden_in_the_tree(api: Api) -> None:
    assert api.read("rest/facets/processes/views/tree/elements", "viewer") == golden("tree-viewer")


@pytest.mark.spec("endpoint.3")
def test_a_flat_list_shows_the_newest_versions(api: Api) -> None:
    assert api.read("rest/facets/it/views/list/elements") == golden("systems-list-administrator")


@pytest.mark.spec("endpoint.3")
def test_a_flat_list_shows_viewers_the_released_versions(api: Api) -> None:
    assert api.read("rest/facets/it/views/list/elements", "viewer") == golden("systems-list-viewer")


def test_the_view_reporting_of_a_hierarchical_facet_lists_the_roots_too(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/reporting/elements")

    assert ids(answer) == [company.HOUSE, company.JOURNEYS]


def test_a_flat_view_lists_every_element_but_no_flow_objects(api: Api) -> None:
    for view in ("list", "detail", "diagram", "documentContent"):
        answer = api.read(f"rest/facets/processes/views/{view}/elements")

        assert {each["type"] for each in answer["elements"]} == {
            "processHouse",
            "subCategory",
            "mainProcess",
            "subProcess",
            "view",
        }
        assert answer["count"] == len(answer["elements"]) == 12


def test_a_viewer_gets_neither_drafts_nor_expired_versions_nor_hidden_elements(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/list/elements", "viewer")

    assert company.RETURNS not in ids(answer)
    assert company.ARCHIVE not in ids(answer)
    assert answer["count"] == 10
    assert {each.get("state") for each in answer["elements"]} == {None, "released", "inEffect"}


@pytest.mark.parametrize("role", ROLES[1:])
def test_all_roles_above_the_viewers_see_every_element(api: Api, role: str) -> None:
    assert api.read("rest/facets/processes/views/list/elements", role)["count"] == 12


def test_parentless_elements_that_are_no_roots_show_in_the_view_orphaned_only(api: Api) -> None:
    orphaned = api.read("rest/facets/processes/views/orphaned/elements")
    tree = api.read("rest/facets/processes/views/tree/elements")

    assert ids(orphaned) == [company.ORPHAN]
    assert company.ORPHAN not in ids(tree)


def test_the_last_released_processes_come_the_latest_first(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/lastReleasedProcesses/elements")

    released = [each["attributes"]["relOn"]["127"] for each in answer["elements"]]

    assert released == sorted(released, reverse=True)
    assert versions(answer) == [
        company.RECEIPT_2_0,
        company.version_id(5, "1.0"),
        company.CHECK_1_0,
        company.INTAKE_1_0,
        company.ORPHAN_1_0,
    ]


def test_what_is_released_is_the_same_for_those_who_see_drafts(api: Api) -> None:
    administrator = api.read("rest/facets/processes/views/lastReleasedProcesses/elements")
    viewer = api.read("rest/facets/processes/views/lastReleasedProcesses/elements", "viewer")

    assert versions(administrator) == versions(viewer)


def test_roots_come_by_their_position_and_not_by_name(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/tree/elements")

    assert [each["attributes"]["name"]["1033"] for each in answer["elements"]] == ["Process house", "Journeys"]


def test_flat_lists_come_by_name_in_the_default_culture_then_by_id(api: Api) -> None:
    answer = api.read("rest/facets/inputsoutputs/views/list/elements")

    assert [(each["id"], each["attributes"]["name"]["1033"]) for each in answer["elements"]] == [
        (company.SHEET, "Ångström sheet"),
        (company.NOTE, "Delivery note"),
        (company.SAME_NOTE, "delivery Note"),
    ]


def test_an_element_without_a_name_in_the_default_culture_is_ordered_by_the_one_it_has(api: Api) -> None:
    answer = api.read("rest/facets/risks/views/list/elements")

    assert [each["attributes"]["name"].get("1033") for each in answer["elements"]] == ["Operations", "Theft", None]
    assert answer["elements"][2]["attributes"]["name"] == {"1031": "Verderb"}


def test_people_are_listed_by_first_and_last_name(api: Api) -> None:
    answer = api.read("rest/facets/users/views/list/elements", "viewer")

    assert answer["elements"][0] == {
        "facetName": "users",
        "id": company.ANNA,
        "creationId": company.ANNA,
        "type": "user",
        "setReadOnly": True,
        "displayNames": {"1031": "Benutzer", "1033": "User"},
        "attributes": {"firstName": {"127": "Anna"}, "lastName": {"127": "Amsel"}},
    }
    assert ids(answer) == [company.ANNA, company.OLGA, company.QUENTIN]


@pytest.mark.parametrize(
    ("facet", "view", "shown"),
    [
        ("processes", "list", {"name", "state1", "version"}),
        ("processes", "tree", {"name", "state1"}),
        ("processes", "diagram", {"name", "state1", "version", "gotoUrl"}),
        ("risks", "orphaned", set[str]()),
    ],
)
def test_the_view_decides_which_attributes_show(api: Api, facet: str, view: str, shown: set[str]) -> None:
    answer = api.read(f"rest/facets/{facet}/views/{view}/elements")

    assert {name for each in answer["elements"] for name in each["attributes"]} == shown


def test_the_addresses_of_children_lead_to_the_view_that_was_asked_for(api: Api) -> None:
    (house, _) = api.read("rest/facets/processes/views/tree/elements")["elements"]

    assert all("/views/tree/elements/" in each["expandUri"] for each in house["children"])
    assert all("/views/detail/elements/" in each["expandUri"] for each in house["content"])
    assert all("/views/detail/elements/" in each["expandUri"] for each in house["related"]["owner"])


def test_a_facet_without_elements_gives_an_empty_list(api: Api) -> None:
    assert api.read("rest/facets/kpi/views/list/elements") == {"count": 0, "elements": []}
    assert api.read("rest/facets/search/views/detail/elements") == {"count": 0, "elements": []}


def test_every_tenant_lists_its_own_elements(api: Api) -> None:
    ours = api.read("rest/facets/it/views/list/elements", tenant=ACME)
    theirs = api.read("rest/facets/it/views/list/elements", tenant=RIVAL)

    assert ids(theirs) == [company.RIVAL_SYSTEM]
    assert set(ids(ours)).isdisjoint(ids(theirs))


def test_a_token_is_listed_as_an_element_that_keeps_its_secret(api: Api) -> None:
    secret = api.database.tokens[ACME, "viewer"]

    response = api.get("rest/facets/automation/views/detail/elements")

    names = {each["attributes"]["name"]["1033"]: each for each in response.json()["elements"]}
    assert set(ROLES) <= set(names)
    assert names["editor"]["type"] == "authToken"
    assert names["editor"]["attributes"]["roleEditor"] == {"127": True}
    assert names["editor"]["attributes"]["roleApprover"] == {"127": False}
    assert secret not in response.text
    assert "id" not in names["viewer"]["attributes"]
