"""Operation 6 and the address of a single attribute."""

import pytest

from tests.support import company
from tests.support.api import Api, element

RECEIPT = element(company.RECEIPT_2_0)


@pytest.mark.spec("endpoint.6")
def test_the_attributes_of_a_person(api: Api) -> None:
    answer = api.read(element(company.ANNA, "users") + "/attributes")

    assert answer == {
        "count": 8,
        "values": {
            "createdOn": {"127": "2020-01-02T03:04:05"},
            "filterInformation": {"1031": "Keine Filter angewendet", "1033": "No filter applied"},
            "firstName": {"127": "Anna"},
            "gotoUrl": {
                "1031": f"http://test/acme/main/1031/BasePlugin/GoTo/Users/list/{company.ANNA}",
                "1033": f"http://test/acme/main/1033/BasePlugin/GoTo/Users/list/{company.ANNA}",
            },
            "lastName": {"127": "Amsel"},
            "roleEditor": {"127": True},
            "userLastLogin": {"127": "2024-05-06T07:08:09"},
            "userLoginCount": {"127": 7},
        },
    }


@pytest.mark.spec("endpoint.6")
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_they_are_the_attributes_that_the_element_shows(api: Api, role: str) -> None:
    for view in ("detail", "tree", "documentContent"):
        path = element(company.RECEIPT, view=view)
        (shown,) = api.read(path, role)["elements"]

        answer = api.read(f"{path}/attributes", role)

        assert answer == {"count": len(shown["attributes"]), "values": shown["attributes"]}


def test_names_and_cultures_come_in_ascending_order(api: Api) -> None:
    values = api.read(f"{RECEIPT}/attributes")["values"]

    assert list(values) == sorted(values)
    assert all(list(map(int, each)) == sorted(map(int, each)) for each in values.values())


@pytest.mark.spec("endpoints.rule.3")
def test_select_restricts_them_and_the_count(api: Api) -> None:
    assert api.read(f"{RECEIPT}/attributes?$select=version,NAME,kpi,cycleTime") == {
        "count": 2,
        "values": {"name": {"1031": "Wareneingang", "1033": "Goods receipt"}, "version": {"127": "2.0"}},
    }


def test_select_may_leave_none(api: Api) -> None:
    assert api.read(f"{RECEIPT}/attributes?$select=author") == {"count": 0, "values": {}}


@pytest.mark.spec("endpoint.6")
@pytest.mark.parametrize("view", ["detail", "tree"])
@pytest.mark.parametrize("name", ["purp", "PURP"])
def test_one_attribute_by_its_name_in_any_view(api: Api, view: str, name: str) -> None:
    assert api.read(element(company.RECEIPT_2_0, view=view) + f"/attributes/{name}", "viewer") == {
        "count": 1,
        "values": {"purp": {"1033": '<?xml version="1.0" encoding="utf-8"?><p>Nothing comes in unseen.</p>'}},
    }


def test_an_attribute_without_a_value_is_there_and_empty(api: Api) -> None:
    assert api.read(element(company.CHECK) + "/attributes/purp") == {"count": 1, "values": {"purp": {}}}


@pytest.mark.parametrize("name", ["nothing", "author", "firstName", "lcid"])
def test_an_attribute_the_type_does_not_have_is_not_found(api: Api, name: str) -> None:
    response = api.get(f"{RECEIPT}/attributes/{name}")

    assert response.status_code == 404
    assert response.json()["message"].startswith("There is no such attribute.")


def test_an_attribute_of_another_type_of_the_facet_is_not_found(api: Api) -> None:
    assert api.get(element(company.UNLOAD) + "/attributes/processingTime").status_code == 200
    assert api.get(f"{RECEIPT}/attributes/processingTime").status_code == 404
