"""Who may not read at all: callers without a token, with a bad or old one, or one of another tenant. None learns anything."""

import time

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.rest.reading.reads import READS
from tests.support.api import ACME, RIVAL, Api, Json

REFUSED = {
    "message": "A valid token of this storage is needed.",
    "output": "volatile",
    "type": "unauthorized",
    "data": [{"error": "A valid token of this storage is needed.", "code": "unauthenticated"}],
}


def without_id(body: Json) -> Json:
    """The fields of an error, without the id that differs with every request."""
    assert body["requestId"]
    return {name: each for name, each in body.items() if name != "requestId"}


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_without_a_token_nothing_is_read(api: Api, path: str, method: str) -> None:
    response = api.send(method, path, role=None)

    assert response.status_code == 401
    assert without_id(response.json()) == REFUSED
    assert response.headers["www-authenticate"] == "Bearer"
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_a_stranger_reads_nothing_of_ours(api: Api, path: str) -> None:
    response = api.get(path, token=api.database.tokens[RIVAL, "administrator"])

    assert response.status_code == 401
    assert without_id(response.json()) == REFUSED


@pytest.mark.parametrize("token", ["", "x", "a" * 26, "A" * 26, "a" * 10_000, "%00", "' OR 1=1 --", "null", "Bearer"])
@pytest.mark.parametrize("how", ["header", "bearer", "parameter"])
def test_a_bad_token_is_refused_however_it_is_shown(api: Api, token: str, how: str) -> None:
    if how == "parameter":
        response = api.get(f"rest/info?symbio-auth-token={token[:1000]}", None)
    else:
        headers = {"symbio-auth-token": token} if how == "header" else {"authorization": f"Bearer {token}"}
        response = api.get("rest/info", None, headers=headers)

    assert response.status_code == 401
    assert without_id(response.json()) == REFUSED


@pytest.mark.parametrize("authorization", ["Basic dXNlcjpwYXNz", "{token}", "Bearer", "Token {token}"])
def test_another_way_of_authorization_is_refused(api: Api, authorization: str) -> None:
    given = authorization.format(token=api.database.tokens[ACME, "viewer"])

    assert api.get("rest/info", None, headers={"authorization": given}).status_code == 401


def test_a_token_in_capitals_is_another_token(api: Api) -> None:
    assert api.get("rest/info", token=api.database.tokens[ACME, "viewer"].upper()).status_code == 401


def test_an_expired_token_is_refused_like_a_bad_one(api: Api) -> None:
    tenant = api.database.add_tenant("acme/tokens", TenantSettings())
    years_ago = 1_500_000_000_000_000_000
    expired = api.database.add_token(tenant, "administrator", "expired", days=90, clock=lambda: years_ago)

    response = api.get("rest/info", token=expired, tenant=tenant)

    assert response.status_code == 401
    assert without_id(response.json()) == REFUSED


def test_an_unknown_tenant_is_distinguished_from_a_known_one_by_nothing(api: Api) -> None:
    """Neither by a word of the answer nor by a header."""
    answers = [
        api.get("rest/info", token="a" * 26, tenant=ACME),
        api.get("rest/info", token="a" * 26, tenant="nobody/here"),
        api.get("rest/info", token=api.database.tokens[ACME, "viewer"], tenant="nobody/here"),
        api.get("rest/info", token=api.database.tokens[ACME, "viewer"], tenant=RIVAL),
        api.get("rest/no/such/address", token="a" * 26, tenant=ACME),
        api.get("rest/no/such/address", token="a" * 26, tenant="nobody/here"),
    ]

    bodies = [each.text.replace(each.json()["requestId"], "") for each in answers]
    headers = [
        {name: value for name, value in each.headers.items() if name not in ("x-request-id", "content-length")}
        for each in answers
    ]
    assert {each.status_code for each in answers} == {401}
    assert bodies == [bodies[0]] * len(answers)
    assert headers == [headers[0]] * len(answers)


def test_without_a_token_nothing_shows_whether_an_address_or_a_method_exists(api: Api) -> None:
    for method, path in (("GET", "rest/nothing"), ("PUT", "rest/facets"), ("GET", "rest/facets/nothing/views")):
        assert without_id(api.send(method, path, role=None).json()) == REFUSED


def test_a_token_opens_its_own_tenant_only(api: Api) -> None:
    for tenant, other in ((ACME, RIVAL), (RIVAL, ACME)):
        token = api.database.tokens[tenant, "administrator"]

        assert api.get("rest/info", token=token, tenant=tenant).status_code == 200
        assert api.get("rest/info", token=token, tenant=other).status_code == 401


@pytest.mark.parametrize("header", [b"symbio-auth-token", b"authorization"])
def test_a_token_of_bytes_that_are_no_text_is_refused(api: Api, header: bytes) -> None:
    status, body = api.raw(b"/acme/main/_api/rest/info", headers=[(header, b"Bearer \xff\xfe\xed\xa0\x80")])

    assert status == 401
    assert without_id(body) == REFUSED


def test_a_token_that_was_good_a_moment_ago_is_refused_once_its_time_is_over(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant = api.database.add_tenant("acme/tokens", TenantSettings())
    token = api.database.add_token(tenant, "viewer", "short", days=1)
    before = api.get("rest/info", token=token, tenant=tenant).status_code

    tomorrow = time.time_ns() + 86_400_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: tomorrow)
    after = api.get("rest/info", token=token, tenant=tenant).status_code

    assert (before, after) == (200, 401)
