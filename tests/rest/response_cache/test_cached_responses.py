"""Cached responses: given again for one statement, and never when anything about them may have changed."""

from collections.abc import Callable

import pytest

from facetstore.usecases.tenants.tenant_changes import set_tenant
from tests.rest.reading.reads import READS
from tests.rest.response_cache.caching import asked, changed, new_api, renamed, tenant
from tests.support import company
from tests.support.api import ACME, Api, element

__all__ = ["new_api", "tenant"]

SYSTEM = element(company.ERP, "it")
TAG = element(company.ISO, "tags")
PROCESS = element(company.RECEIPT_2_0)
LIST = "rest/facets/processes/views/list/elements"


@pytest.mark.parametrize("path", READS.values(), ids=READS)
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_a_request_that_comes_again_runs_one_statement(new_api: Callable[..., Api], path: str, role: str) -> None:
    api = new_api()
    first = asked(api, path, ACME, role)

    again = [asked(api, path, ACME, role) for _ in range(3)]

    assert again == [(1, first[1])] * 3


@pytest.mark.parametrize(
    ("fields", "statements"),
    [({"attributes": {"name": {1033: "Elsewhere"}}}, 2), ({"state": "inEffect"}, 3)],
    ids=["what changed", "what changed and what is near it"],
)
def test_an_answer_about_an_element_outlives_changes_elsewhere_once_it_was_found_out(
    new_api: Callable[..., Api], tenant: str, fields: dict[str, object], statements: int
) -> None:
    api = new_api()
    kept = {path: asked(api, path, tenant)[1] for path in (PROCESS, TAG, f"{SYSTEM}/attributes")}

    changed(api, tenant, company.ORPHAN_1_0, **fields)

    # The first to ask finds out for all the others what the change was near to.
    assert asked(api, PROCESS, tenant) == (statements, kept[PROCESS])
    assert [asked(api, path, tenant) for path in kept] == [(1, body) for body in kept.values()]


def test_a_list_outlives_changes_that_leave_its_elements_and_their_order_alone(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    page = f"{LIST}?$pageSize=2"
    first = asked(api, page, tenant)[1]

    changed(api, tenant, company.ORPHAN_1_0, attributes={"name": {1033: "Zz"}, "description": {1033: "Other"}})
    moved = asked(api, page, tenant)
    changed(api, tenant, company.ORPHAN_1_0, attributes={"name": {1033: "Zz"}, "description": {1033: "Another"}})

    # Another name may bring an element into the list; another description changes no list of names.
    assert moved == (3, first)
    assert asked(api, page, tenant) == (2, first)
    assert asked(api, page, tenant) == (1, first)


def test_lists_are_rendered_again_after_a_change_that_touches_them(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    paths = [LIST, "rest/facets/tags/views/list/elements", "rest/facets/processes/reporting", f"{PROCESS}/children"]
    made = [asked(api, path, tenant) for path in paths]

    renamed(api, tenant, company.ORPHAN_1_0, "Elsewhere")

    anew = [asked(api, path, tenant) for path in paths]
    (_, tags, report, children), (_, _, report_before, _) = anew, made
    assert report[0] == report_before[0], "a report is read again after any change"
    assert (tags[0], children[0]) == (1, 1), "no element of the facet, and none of the children, was touched"
    assert "Elsewhere" in anew[0][1]
    assert anew[1][1] == made[1][1]


NEAR: dict[str, tuple[str, Callable[[Api, str], None]]] = {
    "itself": (PROCESS, lambda api, tenant: renamed(api, tenant, company.RECEIPT_2_0, "Changed")),
    "a reference of its own": (
        PROCESS,
        lambda api, tenant: changed(api, tenant, company.RECEIPT_2_0, related={"systems": (company.SCANNER,)}),
    ),
    "the state of what it refers to": (
        PROCESS,
        lambda api, tenant: changed(api, tenant, company.SCANNER_1_0, state="inEffect"),
    ),
    "the stereotype of what it refers to": (
        PROCESS,
        lambda api, tenant: changed(api, tenant, company.SCANNER_1_0, stereotype="applicationSystem"),
    ),
    "a child": (
        element(company.LOGISTICS),
        lambda api, tenant: changed(api, tenant, company.CHECK_1_0, state="inEffect"),
    ),
    "an element in its diagram": (
        PROCESS,
        lambda api, tenant: changed(api, tenant, company.CHECK_1_0, state="inEffect"),
    ),
    "a task in its diagram": (
        f"{PROCESS}/content",
        lambda api, tenant: renamed(api, tenant, company.UNLOAD, "Changed"),
    ),
    "an ancestor": (
        f"{PROCESS}?$resources=rootPath",
        lambda api, tenant: changed(api, tenant, company.version_id(5, "1.0"), state="released"),
    ),
    "an expanded target": (
        f"{PROCESS}?$expandRelated=systems",
        lambda api, tenant: renamed(api, tenant, company.SCANNER_1_0, "Changed"),
    ),
    "its stereotype": (
        f"{SYSTEM}?$resources=stereotype",
        lambda api, tenant: changed(api, tenant, company.APPLICATION, attributes={"name": {1033: "Other"}}),
    ),
    "an earlier version": (
        f"{PROCESS}/versions",
        lambda api, tenant: renamed(api, tenant, company.RECEIPT_1_0, "Changed"),
    ),
}
"""A read, and a change that may show in it."""


@pytest.mark.parametrize("name", NEAR)
def test_an_answer_near_a_change_is_rendered_again(
    new_api: Callable[..., Api], forgetful_api: Api, tenant: str, name: str
) -> None:
    api = new_api()
    path, change_ = NEAR[name]
    before = asked(api, path, tenant, "administrator")

    change_(api, tenant)

    after = asked(api, path, tenant, "administrator")
    assert after[1] == forgetful_api.get(path, tenant=tenant).text
    assert after[1] != before[1] or name == "its stereotype"


def test_settings_show_at_once_in_every_answer(new_api: Callable[..., Api], forgetful_api: Api, tenant: str) -> None:
    api = new_api()
    paths = ["rest/info", PROCESS, LIST, f"{SYSTEM}/info"]
    before = [asked(api, path, tenant)[1] for path in paths]
    stored = api.database.tenant(tenant)

    given = {
        "title": "Another",
        "mandatoryCultures": "1031,1033",
        "optionalCultures": "1036",
        "defaultDataCulture": "1031",
    }
    api.database.elsewhere(lambda storage: set_tenant(storage, stored, given))

    after = [asked(api, path, tenant)[1] for path in paths]
    assert after == [forgetful_api.get(path, "viewer", tenant=tenant).text for path in paths]
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_refusals_are_never_cached(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    missing = company.versioned("system", 400, "1.0", "released", {1033: "New"}, company.DOMAIN)
    path = element(company.element_id(400), "it")
    assert [api.get(path, tenant=tenant).status_code for _ in range(2)] == [404, 404]
    assert api.get(f"{LIST}?$page=0", tenant=tenant).status_code == 400

    api.database.add_elements(tenant, lambda: [company.header(), missing])

    assert api.get(path, tenant=tenant).status_code == 200
