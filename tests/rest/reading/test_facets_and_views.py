"""Operations 1 and 2: the facets of a tenant and the views of a facet."""

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.support.api import ACME, API, BASE, RIVAL, Api, golden


@pytest.mark.spec("endpoint.1")
def test_all_facets_are_listed_by_name_with_a_display_name_for_each_culture(api: Api) -> None:
    answer = api.read("rest/facets")

    assert answer == golden("facets")


@pytest.mark.spec("endpoint.1")
def test_a_viewer_sees_the_same_facets_but_that_of_tokens(api: Api) -> None:
    seen, all_ = api.read("rest/facets", "viewer"), golden("facets")

    assert seen["values"] == [each for each in all_["values"] if each["name"] != "automation"]
    assert seen["count"] == all_["count"] - 1


@pytest.mark.spec("versioning.facets-1.0")
def test_in_version_1_0_a_facet_has_one_display_name_in_the_default_culture(api: Api) -> None:
    answer = api.read("rest/facets", headers={"api-version": "1.0"})

    assert answer == golden("facets-1.0")


def test_facets_are_ordered_by_name_ignoring_letter_case(api: Api) -> None:
    names = [each["name"] for each in api.read("rest/facets")["values"]]

    assert names == sorted(names, key=str.casefold)
    assert names.index("docContent") < names.index("docTemplates") < names.index("globaltasks")


def test_display_names_come_in_the_cultures_of_the_tenant_only(api: Api) -> None:
    facets = {each["name"]: each for each in api.read("rest/facets", tenant=RIVAL)["values"]}

    assert facets["processes"] == {
        "name": "processes",
        "displayNames": {"1033": "Processes"},
        "views": f"{BASE}/{RIVAL}/_api/rest/facets/processes/views",
    }


def test_the_single_display_name_follows_a_default_culture_other_than_english(api: Api) -> None:
    settings = TenantSettings(default_data_culture=1031, mandatory_cultures=(1031,), optional_cultures=(1033,))
    tenant = api.database.add_tenant("acme/deutsch", settings)

    facets = api.read("rest/facets", tenant=tenant, headers={"api-version": "1.0"})["values"]
    views = api.read("rest/facets/tags/views", tenant=tenant, headers={"api-version": "1.0"})["values"]

    assert [each["displayName"] for each in facets if each["name"] in ("it", "users")] == ["Systeme", "Benutzer"]
    assert [each["displayName"] for each in views] == ["Alle Informationen zu Tags", "Liste", "Report-Daten"]


def test_the_address_of_every_facet_gives_its_views(api: Api) -> None:
    for facet in api.read("rest/facets")["values"]:
        views = api.read(facet["views"].removeprefix(f"{API}/"))

        assert views["count"] == len(views["values"]) >= 3


@pytest.mark.spec("endpoint.2")
def test_the_views_of_a_hierarchical_facet_with_diagrams(api: Api) -> None:
    assert api.read("rest/facets/processes/views") == golden("views-processes")


@pytest.mark.spec("endpoint.2")
def test_the_views_of_a_flat_facet(api: Api) -> None:
    assert api.read("rest/facets/tags/views", "viewer") == {
        "count": 3,
        "values": [
            {
                "name": "detail",
                "displayNames": {"1031": "Alle Informationen zu Tags", "1033": "All information on tags"},
                "isHierarchical": False,
                "elements": f"{API}/rest/facets/tags/views/detail/elements",
            },
            {
                "name": "list",
                "displayNames": {"1031": "Liste", "1033": "List"},
                "isHierarchical": False,
                "elements": f"{API}/rest/facets/tags/views/list/elements",
            },
            {
                "name": "reporting",
                "displayNames": {"1031": "Report-Daten", "1033": "Report data"},
                "isHierarchical": False,
                "elements": f"{API}/rest/facets/tags/views/reporting/elements",
            },
        ],
    }


def test_in_version_1_0_a_view_has_one_display_name(api: Api) -> None:
    answer = api.read("rest/facets/tags/views?api-version=1.0")

    assert answer["values"][0] == {
        "name": "detail",
        "displayName": "All information on tags",
        "isHierarchical": False,
        "elements": f"{API}/rest/facets/tags/views/detail/elements",
    }
    assert [each["displayName"] for each in answer["values"]] == ["All information on tags", "List", "Report data"]


def test_the_address_of_every_view_gives_its_elements(api: Api) -> None:
    for view in api.read("rest/facets/processes/views")["values"]:
        elements = api.read(view["elements"].removeprefix(f"{API}/"))

        assert elements["count"] == len(elements["elements"])


def test_facets_of_administration_exist_in_administration_tenants_only(api: Api) -> None:
    administration = api.database.add_tenant("acme/_admin", TenantSettings())

    here = {each["name"] for each in api.read("rest/facets", tenant=administration)["values"]}
    there = {each["name"] for each in api.read("rest/facets", tenant=ACME)["values"]}

    assert here - there == {"collections", "storages"}
