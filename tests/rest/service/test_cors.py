"""Calls from pages of other origins: allowed with a token, never with a cookie."""

import pytest

from tests.rest.reading.reads import READS
from tests.support.api import ACME, Api

pytestmark = pytest.mark.one_engine

PREFLIGHT = {
    "origin": "https://elsewhere.example",
    "access-control-request-method": "GET",
    "access-control-request-headers": "symbio-auth-token, api-version",
}


def names(header: str) -> set[str]:
    return {each.strip().lower() for each in header.split(",")}


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_every_read_may_be_called_from_any_origin(api: Api, path: str) -> None:
    response = api.get(path, headers={"origin": "https://elsewhere.example"})

    assert response.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in response.headers


def test_what_a_page_may_see_of_the_headers(api: Api) -> None:
    response = api.get("rest/facets/it/views/list/elements?$count=true")

    exposed = names(response.headers["access-control-expose-headers"])
    assert {"etag", "x-total-count", "api-version", "x-request-id", "link"} <= exposed
    assert {"content-disposition", "content-range"} <= exposed  # the name and the part of a file


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_a_preflight_is_answered_without_a_token(api: Api, path: str) -> None:
    response = api.send("OPTIONS", path, role=None, headers=PREFLIGHT)

    assert response.status_code == 204
    assert response.headers["access-control-allow-origin"] == "*"
    assert {"get", "head", "post"} <= names(response.headers["access-control-allow-methods"])
    assert {
        "symbio-auth-token",
        "authorization",
        "api-version",
        "content-type",
        "if-none-match",
    } <= names(response.headers["access-control-allow-headers"])
    assert "access-control-allow-credentials" not in response.headers


def test_a_preflight_does_not_show_whether_a_tenant_exists(api: Api) -> None:
    here = api.send("OPTIONS", "rest/facets", role=None, headers=PREFLIGHT, tenant=ACME)
    nowhere = api.send("OPTIONS", "rest/facets", role=None, headers=PREFLIGHT, tenant="nobody/here")

    assert here.status_code == nowhere.status_code == 204


def test_a_preflight_of_an_address_that_is_none_is_not_found(api: Api) -> None:
    assert api.send("OPTIONS", "rest/nothing", role=None, headers=PREFLIGHT).status_code == 404


def test_the_type_of_an_answer_is_not_to_be_guessed(api: Api) -> None:
    assert api.get("rest/facets").headers["x-content-type-options"] == "nosniff"
    assert api.get("rest/nothing").headers["x-content-type-options"] == "nosniff"


def test_a_token_in_a_cookie_is_refused(api: Api) -> None:
    token = api.database.tokens[ACME, "viewer"]

    assert api.get("rest/facets", None, headers={"cookie": f"symbio-auth-token={token}"}).status_code == 401
