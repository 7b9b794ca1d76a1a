"""Operation 13: all versions of an element."""

import pytest

from tests.support import company
from tests.support.api import Api, element, golden

VERSIONS = "/versions?$resources=attributes,related,displayNames"


@pytest.mark.spec("endpoint.13")
def test_all_versions_oldest_first_each_with_its_release_history(api: Api) -> None:
    assert api.read(element(company.RECEIPT) + VERSIONS) == golden("versions-administrator")


@pytest.mark.spec("endpoint.13")
def test_a_viewer_gets_the_released_version_alone(api: Api) -> None:
    (released,) = [
        each for each in golden("versions-administrator")["elements"] if each["versionId"] == company.RECEIPT_2_0
    ]
    related = released["related"]
    related["releaseHistory"] = related["releaseHistory"][1:]
    related["risks"] = related["risks"][:1]
    system = related["systems"][1]
    system |= {
        "versionId": company.ERP_1_0,
        "state": "inEffect",
        "expandUri": system["expandUri"].replace(company.ERP_1_1, company.ERP_1_0),
    }

    answer = api.read(element(company.RECEIPT) + VERSIONS, "viewer")

    assert answer == {"count": 1, "elements": [{**released, "setReadOnly": True}]}


@pytest.mark.spec("versioning.2")
@pytest.mark.parametrize("id_", [company.RECEIPT, company.RECEIPT_1_0, company.RECEIPT_2_1])
def test_the_versions_are_those_of_the_element_whichever_version_is_named(api: Api, id_: str) -> None:
    answer = api.read(element(id_) + "/versions")

    assert [(each["versionId"], each["state"]) for each in answer["elements"]] == [
        (company.RECEIPT_1_0, "expired"),
        (company.RECEIPT_2_0, "inEffect"),
        (company.RECEIPT_2_1, "inProcess"),
    ]


@pytest.mark.spec("endpoint.13")
@pytest.mark.parametrize("view", ["tree", "list", "diagram", "reporting"])
def test_each_version_has_its_release_history_also_in_views_that_show_none(api: Api, view: str) -> None:
    answer = api.read(element(company.RECEIPT, view=view) + "/versions")

    histories = [[old["versionId"] for old in each["related"]["releaseHistory"]] for each in answer["elements"]]

    assert histories == [[company.RECEIPT_1_0, company.RECEIPT_2_0]] * 3


def test_a_caller_who_selects_gets_what_they_select(api: Api) -> None:
    answer = api.read(element(company.RECEIPT) + "/versions?$select=name&$resources=attributes,related")

    assert all("related" not in each for each in answer["elements"])


def test_each_version_shows_its_own_content(api: Api) -> None:
    answer = api.read(element(company.RECEIPT) + "/versions")

    assert [len(each["content"]) for each in answer["elements"]] == [3, 8, 4]


def test_an_element_without_versions_is_its_only_one(api: Api) -> None:
    (person,) = api.read(element(company.ANNA, "users"))["elements"]

    assert api.read(element(company.ANNA, "users") + "/versions") == {"count": 1, "elements": [person]}


def test_a_draft_that_never_was_released_has_no_release_history(api: Api) -> None:
    answer = api.read(element(company.RETURNS) + "/versions")

    assert [each.get("related") for each in answer["elements"]] == [None]
