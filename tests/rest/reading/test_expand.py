"""$expandRelated: the targets of a context in the place of references to them."""

import pytest

from tests.support import company
from tests.support.api import API, Api, element, golden
from tests.support.changing import Changing

RECEIPT = element(company.RECEIPT_2_0)


@pytest.mark.spec("parameter.expandRelated")
def test_an_expanded_reference_carries_its_target_and_no_address(api: Api) -> None:
    (found,) = api.read(f"{RECEIPT}?$expandRelated=author&$resources=related")["elements"]

    assert found["related"]["author"] == [
        {
            "facetName": "users",
            "id": company.ANNA,
            "creationId": company.ANNA,
            "type": "user",
            "attributes": {
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
            "related": {
                "hasCulture": [reference("cultures", company.GERMAN, "configCulture")],
                "hasSecondaryCultures": [reference("cultures", company.ENGLISH, "configCulture")],
                "userGroups": [reference("usergroups", company.READERS, "userGroup")],
            },
        }
    ]


def reference(facet: str, id_: str, kind: str) -> dict[str, str]:
    return {
        "facetName": facet,
        "id": id_,
        "creationId": id_,
        "type": kind,
        "expandUri": f"{API}/rest/facets/{facet}/views/detail/elements/{id_}",
    }


def test_what_is_not_named_stays_a_reference(api: Api) -> None:
    (whole,) = api.read(RECEIPT)["elements"]

    (found,) = api.read(f"{RECEIPT}?$expandRelated=author")["elements"]

    others = set(whole["related"]) - {"author"}
    assert {name: found["related"][name] for name in others} == {name: whole["related"][name] for name in others}
    assert found["content"] == whole["content"]


@pytest.mark.spec("endpoints.rule.4")
def test_operation_8_keeps_the_address_of_an_expanded_reference(api: Api) -> None:
    assert api.read(f"{RECEIPT}/related/systems?$expandRelated=systems", "viewer") == golden("systems-expanded")


@pytest.mark.spec("endpoints.rule.4")
def test_operation_7_keeps_the_address_of_an_expanded_reference(api: Api) -> None:
    one = api.read(f"{RECEIPT}/related/systems?$expandRelated=systems", "viewer")

    all_ = api.read(f"{RECEIPT}/related?$expandRelated=systems", "viewer")

    assert all_["values"]["systems"] == one["values"]["systems"]
    assert "attributes" not in all_["values"]["author"][0]


@pytest.mark.parametrize("path", ["related/author", "related"])
def test_operations_7_and_8_carry_the_attributes_of_references_within(api: Api, path: str) -> None:
    (author,) = api.read(f"{RECEIPT}/{path}?$expandRelated=author")["values"]["author"]

    assert author["expandUri"].endswith(company.ANNA)
    (group,) = author["related"]["userGroups"]
    assert group.pop("attributes")["name"] == {"1031": "Leser", "1033": "Readers"}
    assert group == {
        "facetName": "usergroups",
        "id": company.READERS,
        "creationId": company.READERS,
        "type": "userGroup",
    }


def test_references_within_are_those_the_caller_sees_narrowed_by_select(api: Api) -> None:
    narrowed = api.read(f"{RECEIPT}/related?$expandRelated=systems&$select=systems,owner,createdOn", "viewer")
    whole = api.get(f"{RECEIPT}/related/systems?$expandRelated=systems", "viewer")

    scanner, erp = narrowed["values"]["systems"]
    (owner,) = scanner["related"]["owner"]
    assert owner["attributes"].keys() == scanner["attributes"].keys() == {"createdOn"}
    assert "related" not in erp
    assert company.ERP_1_1 not in whole.text


def test_the_release_history_names_versions_and_carries_none(api: Api) -> None:
    scanner, _ = api.read(f"{RECEIPT}/related/systems?$expandRelated=systems")["values"]["systems"]

    assert [set(each) & {"attributes", "expandUri"} for each in scanner["related"]["releaseHistory"]] == [{"expandUri"}]


def test_what_is_within_runs_no_more_statements_for_more_contexts(forgetful_api: Api) -> None:
    numbers = []
    for contexts in ("author", "systems", "systems,author,risks"):  # who calls is known from the second on
        forgetful_api.read(f"{RECEIPT}/related?$expandRelated={contexts}")
        numbers.append(forgetful_api.statements)

    assert numbers[1] == numbers[2]


def test_many_references_within_stay_references(changing: Changing) -> None:
    numbers = range(101)
    systems = [{"type": "system", "attributes": {"name": {"1033": f"System {n}"}}} for n in numbers]
    made = changing.update(*systems, path="rest/facets/it/views/detail/elements")
    ten = [{"type": "risk", "attributes": {"name": {"1033": f"Risk {n}"}}} for n in range(10)]
    risks = changing.update(*ten, path="rest/facets/risks/views/detail/elements")
    refer = [{"id": each["id"], "related": {"risks": [{"id": risk["id"]} for risk in risks]}} for each in made]
    changing.update(*refer, path="rest/facets/it/views/detail/elements")
    changing.update({"id": company.RETURNS, "related": {"systems": [{"id": each["id"]} for each in made]}})

    answer = changing.read(f"{element(company.RETURNS)}/related/systems?$expandRelated=systems")["values"]["systems"]

    assert len(answer) == len(numbers)
    assert all("expandUri" in risk and "attributes" not in risk for each in answer for risk in each["related"]["risks"])


def test_expanded_targets_are_the_versions_the_caller_would_get(api: Api) -> None:
    def shown(role: str) -> list[tuple[str, str]]:
        (found,) = api.read(f"{RECEIPT}?$expandRelated=systems", role)["elements"]
        return [(each["versionId"], each["attributes"]["version"]["127"]) for each in found["related"]["systems"]]

    assert shown("administrator") == [(company.SCANNER_1_0, "1.0"), (company.ERP_1_1, "1.1")]
    assert shown("viewer") == [(company.SCANNER_1_0, "1.0"), (company.ERP_1_0, "1.0")]


def test_a_viewer_does_not_get_a_draft_by_expanding_what_refers_to_it(api: Api) -> None:
    response = api.get(f"{RECEIPT}?$expandRelated=risks,systems", "viewer")

    (found,) = response.json()["elements"]
    assert [each["id"] for each in found["related"]["risks"]] == [company.SPOILAGE]
    assert company.THEFT not in response.text
    assert company.ERP_1_1 not in response.text


def test_select_narrows_what_is_expanded_too(api: Api) -> None:
    query = "$expandRelated=author&$select=author,lastName,userGroups&$resources=attributes,related"

    (found,) = api.read(f"{RECEIPT}?{query}")["elements"]

    assert found["related"] == {
        "author": [
            {
                "facetName": "users",
                "id": company.ANNA,
                "creationId": company.ANNA,
                "type": "user",
                "attributes": {"lastName": {"127": "Amsel"}},
                "related": {"userGroups": [reference("usergroups", company.READERS, "userGroup")]},
            }
        ]
    }
    assert "attributes" not in found


def test_select_may_leave_nothing_of_what_is_expanded(api: Api) -> None:
    (found,) = api.read(f"{RECEIPT}?$expandRelated=author&$select=name,author")["elements"]

    assert found["related"]["author"] == [
        {"facetName": "users", "id": company.ANNA, "creationId": company.ANNA, "type": "user"}
    ]


def test_several_contexts_are_expanded_in_every_element_of_a_list(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/list/elements?$expandRelated=OWNER,author")

    expanded = {each["id"]: each.get("related", {}) for each in answer["elements"]}
    assert expanded[company.RECEIPT]["author"][0]["attributes"]["firstName"] == {"127": "Anna"}
    assert expanded[company.RECEIPT]["owner"][0]["attributes"]["firstName"] == {"127": "Olga"}
    assert expanded[company.HOUSE]["owner"][0]["attributes"]["firstName"] == {"127": "Olga"}
    assert expanded[company.CHECK] == {}


def test_contexts_are_expanded_in_every_version(api: Api) -> None:
    answer = api.read(f"{RECEIPT}/versions?$expandRelated=author&$select=author,firstName")

    assert [each["related"]["author"][0]["attributes"] for each in answer["elements"]] == [
        {"firstName": {"127": "Anna"}}
    ] * 3


def test_a_context_that_the_type_of_an_element_does_not_have_is_not_expanded(api: Api) -> None:
    (found,) = api.read(element(company.HOUSE) + "?$expandRelated=systems")["elements"]

    assert set(found["related"]) == {"owner"}


def test_twenty_contexts_can_be_expanded_and_not_one_more(api: Api) -> None:
    names = [
        "author", "changedBy", "createdBy", "goals", "guidelines", "hasInput", "hasOutput", "kpi", "measures", "owner",
        "products", "qualityManager", "relBy", "requirements", "reviewer", "risks", "secondaryAuthors", "standards",
        "systems", "tagFilters", "trainings",
    ]  # fmt: skip

    twenty = api.get(f"{RECEIPT}?$expandRelated={','.join(names[:20])}")
    more = api.get(f"{RECEIPT}?$expandRelated={','.join(names)}")

    assert twenty.status_code == 200
    assert more.status_code == 400
    assert more.json()["message"] == "$expandRelated takes at most 20 contexts, not 21."


def test_a_context_named_twice_counts_once(api: Api) -> None:
    names = ",".join(["author"] * 30)

    assert api.read(f"{RECEIPT}?$expandRelated={names}") == api.read(f"{RECEIPT}?$expandRelated=author")
