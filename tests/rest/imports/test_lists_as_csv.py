"""Lists come as CSV to those who ask for it by the header Accept, and as JSON to all others."""

import csv
import io

import pytest

from tests.support.api import Api

LIST = "rest/facets/processes/views/list/elements"

pytestmark = pytest.mark.one_engine


def _csv(api: Api, path: str, role: str = "administrator", accept: str = "text/csv") -> list[list[str]]:
    response = api.get(path, role, headers={"accept": accept})
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    return [*csv.reader(io.StringIO(response.text))]


@pytest.mark.parametrize("accept", ["text/csv", "text/csv, application/json;q=0.5", "text/csv;q=0.9, */*;q=0.1"])
def test_a_list_comes_as_csv(api: Api, accept: str) -> None:
    query = "?$select=name&$culture=1033&$filter=type eq 'subProcess'&$orderby=name desc"
    listed = api.read(LIST + query)["elements"]

    for _ in range(2):  # also where the JSON is cached
        header, *rows = _csv(api, LIST + query, accept=accept)
        assert header == ["elementId", "elementType", "elementState", "name.1033"]
        assert [row[0] for row in rows] == [each["id"] for each in listed]
    assert api.read(LIST + query)["elements"] == listed


@pytest.mark.parametrize(
    "accept", ["*/*", "application/json", "text/csv;q=0.5, application/json", "text/*", "text/csv;q=0"]
)
def test_others_get_json(api: Api, accept: str) -> None:
    response = api.get(LIST, headers={"accept": accept})

    assert response.headers["content-type"].startswith("application/json")


def test_viewers_get_what_they_see(api: Api) -> None:
    _, *rows = _csv(api, "rest/facets/processes/views/detail/elements?$select=name", "viewer")
    listed = api.read("rest/facets/processes/views/detail/elements", "viewer")["elements"]

    assert [row[0] for row in rows] == [each["id"] for each in listed]


@pytest.mark.parametrize("query", ["?$page=1", "?$page=1&$pageSize=2"])
def test_a_page_does_not_become_the_whole_list(api: Api, query: str) -> None:
    response = api.get(LIST + query, headers={"accept": "text/csv"})

    assert response.status_code == 400
    assert "leave out $page" in response.json()["message"]
