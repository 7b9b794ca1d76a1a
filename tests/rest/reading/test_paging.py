"""$page, $pageSize, $pageSelectionKey and $count: every element on exactly one page."""

import pytest

from tests.support import company
from tests.support.api import Api, Json

LIST = "rest/facets/processes/views/list/elements"
TREE = "rest/facets/processes/views/tree/elements"


def ids(answer: Json) -> list[str]:
    return [each["id"] for each in answer["elements"]]


@pytest.mark.spec("endpoints.rule.1")
def test_a_page_holds_only_its_elements_and_counts_them(api: Api) -> None:
    whole = ids(api.read(LIST))

    answer = api.read(f"{LIST}?$page=2&$pageSize=5")

    assert answer["count"] == 5
    assert ids(answer) == whole[5:10]


@pytest.mark.parametrize("size", [1, 2, 5, 11, 12, 13, 1000])
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_pages_neither_overlap_nor_skip(api: Api, size: int, role: str) -> None:
    whole = ids(api.read(LIST, role))
    number = -(-len(whole) // size)

    pages = [ids(api.read(f"{LIST}?$page={page}&$pageSize={size}", role)) for page in range(1, number + 1)]

    assert [id_ for page in pages for id_ in page] == whole


@pytest.mark.parametrize("view", ["tree", "orphaned", "lastReleasedProcesses", "reporting", "detail"])
def test_every_view_can_be_paged(api: Api, view: str) -> None:
    path = f"rest/facets/processes/views/{view}/elements"
    whole = ids(api.read(path))

    pages = [ids(api.read(f"{path}?$page={page}&$pageSize=1")) for page in range(1, len(whole) + 2)]

    assert pages == [[id_] for id_ in whole] + [[]]


def test_a_page_shows_its_elements_as_the_whole_list_does(api: Api) -> None:
    whole = api.read(LIST)["elements"]

    answer = api.read(f"{LIST}?$page=1&$pageSize=12")

    assert answer["elements"] == whole


def test_the_same_names_are_distinguished_by_id_on_every_page(api: Api) -> None:
    path = "rest/facets/inputsoutputs/views/list/elements"

    pages = [ids(api.read(f"{path}?$page={page}&$pageSize=1")) for page in (1, 2, 3)]

    assert pages == [[company.SHEET], [company.NOTE], [company.SAME_NOTE]]


def test_a_page_without_a_size_has_a_hundred_elements(api: Api) -> None:
    tenant = api.database.add_tenant("acme/tags", company.RIVAL_SETTINGS, tags)
    path = "rest/facets/tags/views/list/elements"

    assert [api.read(f"{path}?$page={page}", tenant=tenant)["count"] for page in (1, 2, 3)] == [100, 30, 0]
    assert api.read(f"{path}?$pageSelectionKey={company.element_id(1120)}", tenant=tenant)["count"] == 30
    assert api.read(path, tenant=tenant)["count"] == 130


def tags() -> list[company.Record]:
    """130 tags, named so that their order by name is that of their ids."""
    made = [company.plain("tag", company.element_id(1000 + n), {1033: f"Tag {n:03d}"}) for n in range(130)]
    return [company.header(), *made]


def test_a_size_without_a_page_gives_the_first_one(api: Api) -> None:
    assert ids(api.read(f"{LIST}?$pageSize=3")) == ids(api.read(LIST))[:3]


def test_a_page_past_the_end_is_empty(api: Api) -> None:
    assert api.read(f"{LIST}?$page=3&$pageSize=6") == {"count": 0, "elements": []}
    assert api.read(f"{LIST}?$page=1000000000&$pageSize=1000") == {"count": 0, "elements": []}


@pytest.mark.parametrize("size", [1, 4, 5, 12])
def test_a_selection_key_gives_the_page_that_holds_the_element(api: Api, size: int) -> None:
    whole = ids(api.read(LIST))

    for place, id_ in enumerate(whole):
        page = ids(api.read(f"{LIST}?$pageSelectionKey={id_}&$pageSize={size}"))

        assert page == whole[place // size * size :][:size]


def test_a_selection_key_wins_over_the_page(api: Api) -> None:
    whole = ids(api.read(LIST))

    answer = api.read(f"{LIST}?$page=1&$pageSize=1&$pageSelectionKey={whole[7]}")

    assert ids(answer) == [whole[7]]


def test_a_selection_key_may_be_a_version_and_in_capitals(api: Api) -> None:
    by_version = api.read(f"{LIST}?$pageSize=1&$pageSelectionKey={company.RECEIPT_2_1}")
    in_capitals = api.read(f"{LIST}?$pageSize=1&$pageSelectionKey={company.RECEIPT.upper()}")

    assert ids(by_version) == ids(in_capitals) == [company.RECEIPT]


@pytest.mark.parametrize(
    ("key", "role"),
    [
        (company.NOWHERE, "administrator"),
        (company.ERP, "administrator"),
        (company.UNLOAD, "administrator"),
        (company.RECEIPT_1_0, "administrator"),
        (company.RETURNS, "viewer"),
        (company.RECEIPT_2_1, "viewer"),
        (company.RIVAL_HOUSE, "administrator"),
    ],
    ids=[
        "unknown",
        "in another facet",
        "a flow object",
        "an old version",
        "a draft",
        "a draft version",
        "a stranger's",
    ],
)
def test_a_selection_key_that_is_not_in_the_list_is_not_found(api: Api, key: str, role: str) -> None:
    response = api.get(f"{LIST}?$pageSelectionKey={key}", role)

    assert response.status_code == 404
    assert response.json()["message"] == "The list has no element with the id given as $pageSelectionKey."


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("$page=0", "$page takes a whole number from 1 to 1000000000, not '0'."),
        ("$page=-1", "$page takes a whole number from 1 to 1000000000, not '-1'."),
        ("$page=one", "$page takes a whole number from 1 to 1000000000, not 'one'."),
        ("$page=", "$page takes a whole number from 1 to 1000000000, not ''."),
        ("$page=1.0", "$page takes a whole number from 1 to 1000000000, not '1.0'."),
        ("$page=%D9%A1", "$page takes a whole number from 1 to 1000000000, not '١'."),
        ("$page=99999999999999999999", "$page takes a whole number from 1 to 1000000000, not '99999999999999999999'."),
        ("$pageSize=0", "$pageSize takes a whole number from 1 to 1000, not '0'."),
        ("$pageSize=1001", "$pageSize takes a whole number from 1 to 1000, not '1001'."),
        ("$pageSize=many", "$pageSize takes a whole number from 1 to 1000, not 'many'."),
        ("$pageSelectionKey=7", "$pageSelectionKey takes the id of an element, not '7'."),
        ("$pageSelectionKey=", "$pageSelectionKey takes the id of an element, not ''."),
        ("$count=yes", "$count takes true or false, not 'yes'."),
    ],
)
def test_a_page_that_is_none_is_refused_with_what_would_do(api: Api, query: str, error: str) -> None:
    response = api.get(f"{LIST}?{query}")

    assert response.status_code == 400
    assert [each["error"] for each in response.json()["data"]] == [error]


def test_every_mistake_is_reported_at_once(api: Api) -> None:
    response = api.get(f"{LIST}?$page=0&$pageSize=0&$pageSelectionKey=x")

    assert [each["path"] for each in response.json()["data"]] == ["$page", "$pageSize", "$pageSelectionKey"]


@pytest.mark.parametrize(
    ("query", "role", "total"),
    [
        ("$count=true", "administrator", "12"),
        ("$count=true", "viewer", "10"),
        ("$count=true&$page=2&$pageSize=5", "administrator", "12"),
        ("$count=TRUE&$page=99", "administrator", "12"),
        ("$count=false", "administrator", None),
        ("$page=1", "administrator", None),
    ],
)
def test_the_total_comes_in_a_header_when_asked_for(api: Api, query: str, role: str, total: str | None) -> None:
    response = api.get(f"{LIST}?{query}", role)

    assert response.headers.get("x-total-count") == total


def test_the_total_of_a_tree_is_the_number_of_its_roots(api: Api) -> None:
    response = api.get(f"{TREE}?$count=true&$pageSize=1")

    assert response.json()["count"] == 1
    assert response.headers["x-total-count"] == "2"
