"""`$filter`, `$orderby` and `$culture` on every operation that takes them, with the answers written out."""

import pytest

from tests.support import company
from tests.support.api import Api, element

LIST = "rest/facets/processes/views/list/elements"
DETAIL = "rest/facets/processes/views/detail/elements"


def ids(api: Api, query: str, role: str = "administrator", path: str = LIST) -> list[str]:
    response = api.get(f"{path}?{query}", role)
    assert response.status_code == 200, response.text
    return [each["id"] for each in response.json()["elements"]]


def refused(api: Api, query: str, path: str = LIST) -> dict[str, object]:
    response = api.get(f"{path}?{query}", "administrator")
    assert response.status_code == 400, response.text
    found: dict[str, object] = response.json()["data"][0]
    return found


@pytest.mark.parametrize(
    "text",
    [
        "name -eq 'Goods receipt'",
        "name Equal 'goods RECEIPT'",
        "NAME eq 'Goods receipt'",
        "StartsWith(name,'goods r')",
        "name -like '%receip_'",
        f"id -eq '{company.RECEIPT}'",
        f"versionId -in ('{company.RECEIPT_2_1}','nothing')",
        "Contains(attributes,'oods receip')",
        "NOT name -ne 'Goods receipt'",
    ],
)
def test_a_filter_narrows_a_list(api: Api, text: str) -> None:
    assert ids(api, f"$filter={text}") == [company.RECEIPT]


def test_a_viewer_finds_what_a_viewer_sees(api: Api) -> None:
    draft = api.get(element(company.RECEIPT_2_1), "administrator").json()["elements"][0]
    assert ids(api, f"$filter=versionId -eq '{company.RECEIPT_2_1}'", "viewer") == []
    assert ids(api, f"$filter=versionId -eq '{company.RECEIPT_2_0}'", "viewer") == [company.RECEIPT]
    assert draft["id"] == company.RECEIPT


def test_an_order_of_the_callers_own(api: Api) -> None:
    forwards = ids(api, "$orderby=name")
    assert ids(api, "$orderby=name desc") == forwards[::-1]
    assert sorted(forwards) == ids(api, "$orderby=id")


def test_a_filter_on_an_element_narrows_its_children_and_content(api: Api) -> None:
    whole = api.get(element(company.LOGISTICS), "administrator").json()["elements"][0]
    path = f"{element(company.LOGISTICS)}?$filter=id -eq '{company.RECEIPT}'"
    narrowed = api.get(path, "administrator").json()["elements"][0]

    assert [each["id"] for each in narrowed["children"]] == [company.RECEIPT]
    assert len(whole["children"]) > 1
    assert narrowed["attributes"] == whole["attributes"]


def test_a_filter_on_attributes_leaves_those_that_fit(api: Api) -> None:
    path = f"{element(company.RECEIPT)}/attributes?$filter=Contains(attributes,'goods receipt')"
    found = api.get(path, "administrator").json()

    assert set(found["values"]) == {"name"}
    assert found["count"] == 1


def test_a_filter_on_related_contexts_leaves_the_references_that_fit(api: Api) -> None:
    whole = api.get(f"{element(company.RECEIPT_2_0)}/related", "administrator").json()["values"]
    path = f"{element(company.RECEIPT_2_0)}/related?$filter=type -eq 'user'"
    found = api.get(path, "administrator").json()["values"]

    assert found == {
        context: people
        for context, references in whole.items()
        if (people := [each for each in references if each["type"] == "user"])
    }
    assert 0 < len(found) < len(whole)


def test_a_filter_on_versions_leaves_the_versions_that_fit(api: Api) -> None:
    path = f"{element(company.RECEIPT)}/versions?$filter=version -eq '2.0'"
    found = api.get(path, "administrator").json()["elements"]

    assert [each["versionId"] for each in found] == [company.RECEIPT_2_0]


def test_a_filter_on_a_report_narrows_its_elements(api: Api) -> None:
    path = f"rest/facets/processes/reporting?$flat=true&$filter=id -eq '{company.RECEIPT}'"
    found = api.get(path, "administrator").json()["values"]

    assert [each["id"] for each in found] == [company.RECEIPT]


def test_one_culture_shows_one_value_an_attribute_and_where_else_it_came_from(api: Api) -> None:
    path = element(company.RECEIPT_2_0)
    whole = api.get(path, "administrator").json()["elements"][0]["attributes"]
    shown = api.get(f"{path}?$culture=1031", "administrator").json()["elements"][0]

    for name, values in shown["attributes"].items():
        assert list(values) == ["1031"]
        culture = str(shown.get("fallbacks", {}).get(name, 1031))
        assert values["1031"] == whole[name].get(culture, whole[name].get("127"))
    assert set(shown["attributes"]) <= set(whole)


def test_a_culture_the_tenant_does_not_have_is_refused(api: Api) -> None:
    assert refused(api, "$culture=4711")["error"] == "This tenant has no culture 4711. It has: 1031, 1033."


def test_an_unknown_name_is_refused_with_the_nearest_one(api: Api) -> None:
    finding = refused(api, "$filter=nam -eq 'x'")
    assert finding["code"] == "unknown-name"
    assert "name" in str(finding["error"])


def test_an_unknown_operator_is_refused_in_the_words_of_the_interface(api: Api) -> None:
    assert refused(api, "$filter=name Custom 'x'")["error"] == "The operator Custom is currently not supported"


def test_facet_counts_stand_beside_the_list(api: Api) -> None:
    response = api.get(f"{DETAIL}?$facetCounts=type,state,owner&$pageSize=1&$count=true", "administrator")
    everything = api.get(DETAIL, "administrator").json()["elements"]
    counts = response.json()["facetCounts"]

    assert response.headers["x-total-count"] == str(len(everything))
    types = [each["type"] for each in everything]
    # Structure shows its state as an attribute only.
    states = [state for each in everything if (state := each["attributes"].get("state1", {}).get("127"))]
    assert counts["type"] == {value: types.count(value) for value in set(types)}
    assert counts["state"] == {value: states.count(value) for value in set(states)}
    assert list(counts) == ["type", "state", "owner"]
    assert all(list(each) == sorted(each) for each in counts.values())


def test_walking_by_cursor_shows_every_element_once(api: Api) -> None:
    wanted = ids(api, "$orderby=state desc,name")
    path: str | None = f"{LIST}?$orderby=state desc,name&$pageSize=2"
    seen: list[str] = []
    while path is not None:
        response = api.get(path, "administrator")
        seen += [each["id"] for each in response.json()["elements"]]
        link = response.headers.get("link")
        path = None if link is None else "rest/" + link.split("/_api/rest/")[1].split(">")[0]

    assert seen == wanted
