"""Where an element is used: by whom, in which context, and whose diagrams show it."""

from collections.abc import Iterator

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.support import company
from tests.support.api import API, Api, Database, Json, element

HUB = company.element_id(1)


def usages(api: Api, id_: str, facet: str, query: str = "", role: str = "administrator", **more: str) -> Json:
    return api.read(f"{element(id_, facet)}/usages{query}", role, **more)


def ids(answer: Json) -> dict[str, list[str]]:
    return {context: [each["id"] for each in references] for context, references in answer["values"].items()}


def star() -> Iterator[company.Record]:
    """An element that seven others use, in three contexts."""
    yield company.header()
    yield company.versioned("system", 1, "1.0", "released", {1033: "Hub"})
    for number, name in enumerate(("delta", "Beta", "älpha", "alpha", "Gamma"), 2):
        yield company.versioned("subProcess", number, "1.0", "released", {1033: name}, systems=[HUB])
    yield company.versioned("subProcess", 7, "1.0", "released", {1033: "Zeta"}, systems=[HUB])
    yield company.versioned("subProcess", 8, "0.1", "inProcess", {1033: "Draft"}, systems=[HUB])


@pytest.fixture(scope="session")
def tenant(database: Database) -> str:
    return database.add_tenant("usages/star", TenantSettings(), star)


def test_usages_are_references_by_context(api: Api) -> None:
    assert usages(api, company.SCANNER, "it", role="viewer") == {
        "count": 2,
        "total": 2,
        "values": {
            "systems": [
                {
                    "facetName": "processes",
                    "id": company.RECEIPT,
                    "versionId": company.RECEIPT_2_0,
                    "type": "subProcess",
                    "state": "inEffect",
                    "expandUri": f"{API}/rest/facets/processes/views/detail/elements/{company.RECEIPT_2_0}",
                    "stereotype": "standardProcess",
                },
                {
                    "facetName": "processes",
                    "id": company.UNLOAD,
                    "creationId": company.UNLOAD,
                    "type": "task",
                    "expandUri": f"{API}/rest/facets/processes/views/detail/elements/{company.UNLOAD}",
                },
            ]
        },
    }


def test_only_the_version_that_the_caller_sees_uses_anything(api: Api) -> None:
    """The draft 2.1 refers to the scanner no more, and names a second author."""
    assert ids(usages(api, company.SCANNER, "it")) == {"systems": [company.UNLOAD]}
    assert "secondaryAuthors" in ids(usages(api, company.QUENTIN, "users"))
    assert "secondaryAuthors" not in ids(usages(api, company.QUENTIN, "users", role="viewer"))


def test_diagrams_that_show_an_element_use_it_as_content(api: Api) -> None:
    assert ids(usages(api, company.CHECK, "processes")) == {"content": [company.RECEIPT]}
    assert ids(usages(api, company.UNLOAD, "processes", role="viewer")) == {"content": [company.RECEIPT]}
    assert ids(usages(api, company.UNLOAD, "processes")) == {}


def test_contexts_are_in_order_and_in_them_names_then_ids(api: Api, tenant: str) -> None:
    found = ids(usages(api, company.OLGA, "users"))
    star = ids(usages(api, HUB, "it", tenant=tenant))

    assert list(found) == sorted(found) == ["owner"]
    assert [int(id_[-2:]) for id_ in star["systems"]] == [4, 5, 3, 2, 8, 6, 7]


def test_all_contexts_of_a_person_are_shown_in_order(api: Api) -> None:
    found = usages(api, company.ANNA, "users")

    assert list(found["values"]) == ["author", "changedBy", "createdBy"]
    assert found["count"] == found["total"] == 3


def test_what_a_viewer_may_not_see_uses_nothing(api: Api, tenant: str) -> None:
    assert usages(api, HUB, "it", tenant=tenant)["total"] == 7
    assert usages(api, HUB, "it", role="viewer", tenant=tenant)["total"] == 6


def test_pages_cut_the_same_list_and_show_the_same_total(api: Api, tenant: str) -> None:
    whole = ids(usages(api, HUB, "it", tenant=tenant))["systems"]

    pages = [usages(api, HUB, "it", f"?$page={number}&$pageSize=3", tenant=tenant) for number in range(1, 5)]

    assert [id_ for page in pages for id_ in ids(page).get("systems", [])] == whole
    assert [(page["count"], page["total"]) for page in pages] == [(3, 7), (3, 7), (1, 7), (0, 7)]
    assert pages[3]["values"] == {}


@pytest.mark.parametrize(
    ("context", "contexts"),
    [
        ("author", ["author"]),
        ("AUTHOR,createdby", ["author", "createdBy"]),
        ("systems", []),
        ("content", []),
    ],
)
def test_contexts_can_be_chosen(api: Api, context: str, contexts: list[str]) -> None:
    found = usages(api, company.ANNA, "users", f"?context={context}")

    assert list(found["values"]) == contexts
    assert found["total"] == len(contexts)


def test_the_context_of_diagrams_can_be_chosen(api: Api) -> None:
    assert ids(usages(api, company.CHECK, "processes", "?context=content")) == {"content": [company.RECEIPT]}
    assert ids(usages(api, company.CHECK, "processes", "?context=systems")) == {}


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ("autor", "context knows no autor here. Did you mean author?"),
        ("name", "context knows no name here."),
        ("", "context takes names, separated by commas."),
    ],
)
def test_an_unknown_context_is_refused(api: Api, context: str, expected: str) -> None:
    response = api.get(f"{element(company.ANNA, 'users')}/usages?context={context}")

    assert response.status_code == 400
    assert response.json()["data"][0]["error"] == expected
    assert response.json()["data"][0]["path"] == "context"


def test_a_version_id_stands_for_its_element(api: Api) -> None:
    assert usages(api, company.ERP_1_0, "it") == usages(api, company.ERP, "it")


def test_what_nothing_uses_has_no_usages(api: Api) -> None:
    assert usages(api, company.ORPHAN, "processes") == {"count": 0, "total": 0, "values": {}}
