"""A cached response is given to a token no longer than the token is valid, wherever the token stands."""

import time
from collections.abc import Callable

import pytest

from tests.rest.response_cache.caching import new_api, tenant
from tests.support import company
from tests.support.api import Api, element

__all__ = ["new_api", "tenant"]

PROCESS = element(company.RECEIPT_2_0)


def later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Let this many days pass."""
    then = time.time_ns() + days * 86_400_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: then)


def test_an_expired_token_is_refused_although_its_answer_is_cached(
    new_api: Callable[..., Api], tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = new_api()
    token = api.database.add_token(tenant, "viewer", "brief", days=1)
    longer = api.database.add_token(tenant, "viewer", "longer", days=30)
    for each in (token, longer, token):
        assert api.get(PROCESS, token=each, tenant=tenant).status_code == 200
    assert api.statements == 1

    later(monkeypatch, 2)

    assert api.get(PROCESS, token=token, tenant=tenant).status_code == 401
    assert api.get(PROCESS, token=longer, tenant=tenant).status_code == 200
    assert api.get(PROCESS, token=token, tenant=tenant).status_code == 401


def test_a_renewed_token_ends_the_old_secret_although_its_answer_is_cached(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    old = api.database.add_token(tenant, "viewer", "renewed")
    assert [api.get(PROCESS, token=old, tenant=tenant).status_code for _ in range(2)] == [200, 200]

    new = api.database.add_token(tenant, "viewer", "renewed")

    assert api.get(PROCESS, token=old, tenant=tenant).status_code == 401
    assert api.get(PROCESS, token=new, tenant=tenant).status_code == 200


def test_a_token_in_the_query_string_is_recognised_and_refused_like_any_other(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    viewer, editor = (api.database.add_token(tenant, role, f"query {role}") for role in ("viewer", "editor"))
    draft = f"/{tenant}/_api/{element(company.RETURNS)}"

    def get(token: str) -> int:
        return api.at("GET", f"{draft}?symbio-auth-token={token}").status_code

    assert [get(editor), get(viewer), get(editor)] == [200, 404, 200]
    assert api.statements == 1
    api.database.add_token(tenant, "editor", "query editor")
    assert [get(editor), get(viewer)] == [401, 404]


def test_the_same_secret_in_header_bearer_and_query_gives_the_same_answer(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    token = api.database.tokens[tenant, "viewer"]
    path = f"/{tenant}/_api/{PROCESS}"

    ways = [
        api.at("GET", path, headers={"symbio-auth-token": token}),
        api.at("GET", path, headers={"authorization": f"Bearer {token}"}),
        api.at("GET", f"{path}?symbio-auth-token={token}"),
    ]

    assert len({each.content for each in ways}) == 1
    assert {each.status_code for each in ways} == {200}
