"""Filtered lists that were kept change with what they were filtered by, wherever that stands."""

from collections.abc import Callable

import pytest

from tests.rest.response_cache.caching import changed, new_api, renamed, tenant
from tests.support import company
from tests.support.api import Api, element

__all__ = ["new_api", "tenant"]

LIST = "rest/facets/processes/views/list/elements"
BY_OWNER = f"{LIST}?$filter=owner/lastName -eq 'Otter'"
BY_SYSTEM = f"{LIST}?$filter=systems/name -eq 'ERP'"
BY_NAME = f"{LIST}?$filter=Contains(name,'receipt')&$orderby=name desc"


def ids(api: Api, path: str, tenant: str, role: str) -> list[str]:
    return [each["id"] for each in api.read(path, role, tenant=tenant)["elements"]]


@pytest.mark.parametrize("role", ["viewer", "administrator"])
@pytest.mark.parametrize("query", ["", "&$pageSize=50", "&$orderby=name desc", "&$count=true", "&$facetCounts=type"])
def test_a_list_filtered_by_what_it_refers_to_follows_changes_of_that(
    new_api: Callable[..., Api], tenant: str, role: str, query: str
) -> None:
    api = new_api()
    before = ids(api, BY_OWNER + query, tenant, role)
    assert company.RECEIPT in before

    changed(api, tenant, company.OLGA, attributes={"firstName": {127: "Olga"}, "lastName": {127: "Married"}})
    ids(api, f"{LIST}?$pageSize=3", tenant, role)  # the changes may be found out here

    assert ids(api, BY_OWNER + query, tenant, role) == []
    assert set(ids(api, (BY_OWNER + query).replace("Otter", "Married"), tenant, role)) == set(before)


@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_a_list_filtered_by_a_versioned_target_follows_the_version_the_caller_sees(
    new_api: Callable[..., Api], tenant: str, role: str
) -> None:
    api = new_api()
    assert company.RECEIPT in ids(api, BY_SYSTEM, tenant, role)

    renamed(api, tenant, company.ERP_1_0 if role == "viewer" else company.ERP_1_1, "Something new")

    assert ids(api, BY_SYSTEM, tenant, role) == []


def test_a_filtered_and_ordered_list_follows_changes_of_its_own_elements(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    assert ids(api, BY_NAME, tenant, "administrator") == [company.RECEIPT]

    renamed(api, tenant, company.CHECK_1_0, "Receipt of nothing")
    assert ids(api, BY_NAME, tenant, "administrator") == [company.CHECK, company.RECEIPT]

    renamed(api, tenant, company.CHECK_1_0, "A receipt")
    assert ids(api, BY_NAME, tenant, "administrator") == [company.RECEIPT, company.CHECK]


@pytest.mark.parametrize(
    ("path", "member"),
    [
        (f"{element(company.RECEIPT_2_0)}/related?$filter=lastName -eq 'Otter'", company.OLGA),
        (f"{element(company.RECEIPT_2_0)}/related/owner?$filter=lastName -eq 'Otter'", company.OLGA),
        (f"{element(company.LOGISTICS)}?$filter=owner/lastName -eq 'Otter'&$resources=children", company.RECEIPT),
        (f"{element(company.RECEIPT)}/versions?$filter=owner/lastName -eq 'Otter'", company.RECEIPT_2_0),
        ("rest/facets/processes/reporting?$flat=true&$filter=owner/lastName -eq 'Otter'", company.RECEIPT_2_0),
        (f"{LIST}?$filter=IsNull(owner/lastName)", company.CHECK),
    ],
    ids=["references", "a context", "children", "versions", "report", "what is missing"],
)
def test_whatever_was_filtered_by_a_person_follows_changes_of_that_person(
    new_api: Callable[..., Api], tenant: str, path: str, member: str
) -> None:
    api, forgetful = new_api(), new_api(cache_bytes=0)
    before = api.get(path, "viewer", tenant=tenant)
    assert member in before.text

    changed(api, tenant, company.OLGA, attributes={"firstName": {127: "Olga"}})
    ids(api, f"{LIST}?$pageSize=3", tenant, "viewer")  # the changes may be found out here

    after = forgetful.get(path, "viewer", tenant=tenant)
    assert api.get(path, "viewer", tenant=tenant).json() == after.json() != before.json()


def test_content_filtered_by_name_follows_new_names(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    path = f"{element(company.RECEIPT_2_0)}?$filter=Contains(name,'unload')&$resources=content"
    assert company.UNLOAD in api.get(path, "viewer", tenant=tenant).text

    renamed(api, tenant, company.UNLOAD, "Something else")

    assert company.UNLOAD not in api.get(path, "viewer", tenant=tenant).text


def test_a_filtered_list_is_cached_while_nothing_changes(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    first = api.get(BY_OWNER, tenant=tenant)

    again = api.get(BY_OWNER, tenant=tenant)

    assert api.statements == 1
    assert again.content == first.content
    assert again.headers["etag"] == first.headers["etag"]
