"""Operations 7 and 8: the related contexts of an element."""

import pytest

from tests.support import company
from tests.support.api import API, Api, element, golden

RECEIPT = element(company.RECEIPT_2_0)


@pytest.mark.spec("endpoint.7")
def test_the_contexts_of_a_person(api: Api) -> None:
    assert api.read(element(company.ANNA, "users") + "/related", "viewer") == golden("user-related")


@pytest.mark.spec("endpoint.7")
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_they_are_the_contexts_that_the_element_shows(api: Api, role: str) -> None:
    for view in ("detail", "tree", "documentContent"):
        path = element(company.RECEIPT, view=view)
        (shown,) = api.read(path, role)["elements"]

        answer = api.read(f"{path}/related", role)

        assert answer == {"count": len(shown["related"]), "values": shown["related"]}
        assert list(answer["values"]) == sorted(answer["values"])


@pytest.mark.spec("endpoints.rule.3")
def test_select_restricts_the_contexts_and_the_count(api: Api) -> None:
    answer = api.read(f"{RECEIPT}/related?$select=owner,systems,name,kpi")

    assert answer["count"] == 2
    assert list(answer["values"]) == ["owner", "systems"]


@pytest.mark.spec("endpoint.8")
def test_one_context_refers_to_the_newest_versions(api: Api) -> None:
    assert api.read(f"{RECEIPT}/related/systems") == {
        "count": 1,
        "values": {
            "systems": [
                system(company.SCANNER, company.SCANNER_1_0, "released", company.HANDHELD),
                system(company.ERP, company.ERP_1_1, "inProcess", "applicationSystem"),
            ]
        },
    }


@pytest.mark.spec("endpoint.8")
def test_one_context_refers_viewers_to_the_released_versions(api: Api) -> None:
    assert api.read(f"{RECEIPT}/related/systems", "viewer") == {
        "count": 1,
        "values": {
            "systems": [
                system(company.SCANNER, company.SCANNER_1_0, "released", company.HANDHELD),
                system(company.ERP, company.ERP_1_0, "inEffect", "applicationSystem"),
            ]
        },
    }


def system(id_: str, version: str, state: str, stereotype: str) -> dict[str, str]:
    return {
        "facetName": "it",
        "id": id_,
        "versionId": version,
        "type": "system",
        "state": state,
        "expandUri": f"{API}/rest/facets/it/views/detail/elements/{version}",
        "stereotype": stereotype,
    }


def test_references_keep_the_order_they_were_given_in(api: Api) -> None:
    values = api.read(f"{RECEIPT}/related/risks")["values"]

    assert [each["id"] for each in values["risks"]] == [company.SPOILAGE, company.THEFT]


def test_a_reference_to_a_draft_is_left_out_for_viewers(api: Api) -> None:
    values = api.read(f"{RECEIPT}/related/risks", "viewer")["values"]

    assert [each["id"] for each in values["risks"]] == [company.SPOILAGE]


def test_a_context_of_which_a_viewer_sees_nothing_is_left_out(api: Api) -> None:
    refuse = element(company.REFUSE)

    assert list(api.read(f"{refuse}/related", "editor")["values"]) == ["risks"]
    assert api.read(f"{refuse}/related", "viewer") == {"count": 0, "values": {}}
    assert api.read(f"{refuse}/related/risks", "viewer") == {"count": 1, "values": {"risks": []}}


@pytest.mark.parametrize("view", ["detail", "tree"])
def test_a_context_without_references_is_there_and_empty(api: Api, view: str) -> None:
    path = element(company.RECEIPT_2_0, view=view)

    assert api.read(f"{path}/related/KPI", "viewer") == {"count": 1, "values": {"kpi": []}}


def test_the_release_history_can_be_read_as_a_context(api: Api) -> None:
    administrators = api.read(f"{RECEIPT}/related/releaseHistory")["values"]["releaseHistory"]
    viewers = api.read(f"{RECEIPT}/related/releasehistory", "viewer")["values"]["releaseHistory"]

    assert [each["versionId"] for each in administrators] == [company.RECEIPT_1_0, company.RECEIPT_2_0]
    assert [each["versionId"] for each in viewers] == [company.RECEIPT_2_0]


@pytest.mark.parametrize("name", ["nothing", "name", "userGroups"])
def test_a_context_the_type_does_not_have_is_not_found(api: Api, name: str) -> None:
    response = api.get(f"{RECEIPT}/related/{name}")

    assert response.status_code == 404
    assert response.json()["message"] == "There is no such related context."


def test_a_view_element_shows_viewers_the_released_processes_only(api: Api) -> None:
    path = element(company.JOURNEYS) + "/related/processes"

    editors = api.read(path, "editor")["values"]["processes"]
    viewers = api.read(path, "viewer")["values"]["processes"]

    assert [each["versionId"] for each in editors] == [company.RECEIPT_2_1, company.RETURNS_0_1]
    assert [each["versionId"] for each in viewers] == [company.RECEIPT_2_0]
