"""`_api/v1/reporting`: pages of a facet with versions, and one element of any facet."""

import pytest

from tests.support import company
from tests.support.api import Api, Json

REPORT = "v1/reporting"


def page(api: Api, query: str, role: str = "administrator") -> list[Json]:
    body = api.read(f"{REPORT}?{query}", role)
    assert body["count"] == len(body["values"])
    found: list[Json] = body["values"]
    return found


def test_every_element_of_a_facet_comes_with_its_versions(api: Api) -> None:
    flat = api.read("rest/facets/processes/reporting?$flat=true")["values"]

    found = page(api, "facet=Processes&page=1")

    assert [each["id"] for each in found] == [each["id"] for each in flat]
    versions = next(each["versions"] for each in found if each["id"] == company.RECEIPT)
    assert [each["versionId"] for each in versions] == [
        company.version_id(6, number) for number in ("1.0", "2.0", "2.1")
    ]


def test_of_the_last_versions_are_the_last_and_the_released_one(api: Api) -> None:
    found = page(api, "facet=processes&page=1&lastVersions=true")

    versions = next(each["versions"] for each in found if each["id"] == company.RECEIPT)
    assert [each["versionId"] for each in versions] == [company.version_id(6, number) for number in ("2.0", "2.1")]


def test_pages_follow_one_another(api: Api) -> None:
    whole = page(api, "facet=processes&page=1")
    parts = [page(api, f"facet=processes&pageSize=3&page={number}") for number in range(1, len(whole) // 3 + 3)]

    assert [each for part in parts for each in part] == whole


def test_viewers_get_no_drafts(api: Api) -> None:
    versions = next(
        each["versions"] for each in page(api, "facet=processes&page=1", "viewer") if each["id"] == company.RECEIPT
    )

    assert company.version_id(6, "2.1") not in {each["versionId"] for each in versions}


def test_one_element_is_reported_whatever_its_facet(api: Api) -> None:
    for facet, id_ in (("processes", company.RECEIPT), ("it", company.ERP)):
        assert api.read(f"{REPORT}/{id_}") == api.read(f"rest/facets/{facet}/reporting/{id_}")
    assert api.get(f"{REPORT}/{company.NOWHERE}").status_code == 404


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("", {"facet", "page"}),
        ("facet=processes&page=0", {"page"}),
        ("facet=processes&page=1&pageSize=1001", {"pageSize"}),
        ("facet=processes&page=1&lastVersions=maybe", {""}),
    ],
)
def test_facet_and_page_are_needed_and_pages_bounded(api: Api, query: str, paths: set[str]) -> None:
    response = api.get(f"{REPORT}?{query}")

    assert response.status_code == 400
    assert {each.get("path", "") for each in response.json()["data"]} == paths
