"""Responses are cached by role, method, body, headers and tenant: no caller gets what was made for another."""

from collections.abc import Callable

import pytest

from tests.rest.reading.reads import READS
from tests.rest.response_cache.caching import asked, compared, new_api, numbers, renamed, tenant
from tests.support import company
from tests.support.api import ROLES, Api, Database, element

__all__ = ["new_api", "tenant"]

PROCESS = element(company.RECEIPT_2_0)
LIST = "rest/facets/processes/views/list/elements"


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_roles_never_share_answers_that_differ(new_api: Callable[..., Api], forgetful_api: Api, path: str) -> None:
    api = new_api()
    own = {role: forgetful_api.get(path, role).content for role in ROLES}

    for order in (ROLES, tuple(reversed(ROLES))):
        for role in order:
            assert api.get(path, role).content == own[role]


def test_what_one_role_may_not_see_is_not_given_to_it_because_another_asked_first(
    new_api: Callable[..., Api],
) -> None:
    api = new_api()
    draft = element(company.RETURNS)

    statuses = [api.get(draft, role).status_code for role in ("editor", "viewer", "editor", "viewer")]

    assert statuses == [200, 404, 200, 404]


def test_get_head_and_post_are_cached_apart(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    path = f"release/{company.RECEIPT_2_1}/transitions"

    answers = [
        (method, api.send(method, path, tenant=tenant)) for method in ("HEAD", "GET", "POST", "GET", "HEAD", "POST")
    ]

    by_method = {method: {each.content for m, each in answers if m == method} for method, _ in answers}
    assert by_method["HEAD"] == {b""}
    assert [len(each) for each in by_method.values()] == [1, 1, 1]
    assert b'"values"' in next(iter(by_method["GET"]))
    assert b'"transitions"' in next(iter(by_method["POST"]))
    assert {each.headers["content-length"] for m, each in answers if m == "HEAD"} == {
        str(len(next(iter(by_method["GET"]))))
    }
    assert api.statements == 1


def test_a_body_is_refused_also_where_the_answer_without_one_is_cached(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    assert api.post(PROCESS, tenant=tenant).status_code == 200

    refused = api.post(PROCESS, tenant=tenant, content=b"[]")

    assert refused.status_code == 400
    assert api.post(PROCESS, tenant=tenant).status_code == 200


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"host": "one.example"}, {"host": "two.example"}),
        ({"api-version": "4.0"}, {"api-version": "1.0"}),
        ({"accept-encoding": "gzip"}, {"accept-encoding": "identity"}),
    ],
    ids=["host", "api-version", "coding"],
)
def test_answers_for_different_headers_are_cached_apart(
    new_api: Callable[..., Api], forgetful_api: Api, tenant: str, one: dict[str, str], other: dict[str, str]
) -> None:
    api = new_api()
    path = LIST
    expected = [compared(forgetful_api.get(path, tenant=tenant, headers=each)) for each in (one, other)]

    found = [compared(api.get(path, tenant=tenant, headers=each)) for each in (one, other, one, other)]

    assert found == expected * 2
    assert found[0] != found[1]


def test_a_tenant_never_gets_what_another_was_answered(
    new_api: Callable[..., Api], database: Database, tenant: str
) -> None:
    """The same paths, the same ids, the same roles."""
    api = new_api()
    other = database.add_tenant(f"kept/{next(numbers)}", company.SETTINGS, company.acme)
    renamed(api, other, company.RECEIPT_2_0, "Theirs")

    for _ in range(2):
        assert "Theirs" not in asked(api, PROCESS, tenant)[1]
        assert "Theirs" in asked(api, PROCESS, other)[1]
