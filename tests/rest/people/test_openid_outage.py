"""A provider that is down, slow, or not what it should be: this is said in words, soon, and without others having to wait."""

import asyncio
import socket
import time
from typing import Final

import httpx
import pytest
from joserfc.jwk import RSAKey

from facetstore.auth.provider_http import LARGEST, ProviderHttp
from facetstore.usecases.ports.openid_provider import begun_with
from tests.support.api import Database
from tests.support.bad_provider import DISCOVERY, Said, bad_provider
from tests.support.openid_provider import OpenIdServer, openid_server_or_skip
from tests.support.openid_visitor import CALLBACKS, World, world
from tests.support.people import add_person
from tests.support.postgres import free_port

pytestmark = pytest.mark.one_engine

GOOD: Final = {
    "issuer": "{issuer}",
    "authorization_endpoint": "{issuer}/auth",
    "token_endpoint": "{issuer}/token",
    "jwks_uri": "{issuer}/jwks",
}


def refusal_of(response: httpx.Response) -> tuple[int, str, str]:
    body = response.json()
    reason = body["message"].removeprefix("You cannot sign in with Talwind at the moment: ")
    assert response.headers["retry-after"] == "1"
    return response.status_code, body["data"][0]["code"], reason


def test_a_provider_that_is_down_is_reported_at_once(database: Database) -> None:
    with world(database, f"http://127.0.0.1:{free_port()}") as place:
        visitor, began = place.visitor(), time.monotonic()

        assert refusal_of(visitor.begin()) == (503, "provider-unavailable", "it does not answer.")
        page = visitor.begin(accept="text/html")

        assert time.monotonic() - began < 4
        assert page.status_code == 503
        assert "it does not answer." in page.text
        assert visitor.browser.read("rest/session")["openId"]["title"] == "Talwind", "people see why only when they ask"


def test_a_provider_that_goes_down_meanwhile_lets_no_user_in(database: Database) -> None:
    with openid_server_or_skip(CALLBACKS) as server, world(database, server.issuer) as place:
        add_person(database, place.address, "berta", password=None)
        visitor = place.visitor()
        callback = visitor.at_provider(visitor.begun(), "berta")

        server.stop()

        assert refusal_of(visitor.come_back(callback)) == (503, "provider-unavailable", "it does not answer.")
        (row,) = place.audit("sign-in.refused")
        assert row["detail"]["because"].endswith("it does not answer.")


def test_no_other_caller_waits_for_a_provider_that_is_slow(database: Database) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        issuer = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with world(database, issuer, http=ProviderHttp("Talwind", seconds=1.0)) as place:
            slow, quick = database.run(_side_by_side(place))

    assert refusal_of(slow[1]) == (503, "provider-unavailable", "it does not answer.")
    assert 0.9 < slow[0] < 5
    assert quick[0] < slow[0] / 2


async def _side_by_side(place: World) -> tuple[tuple[float, httpx.Response], tuple[float, httpx.Response]]:
    session, began = f"/{place.address}/_api/rest/session", time.monotonic()

    async def timed(path: str) -> tuple[float, httpx.Response]:
        response = await place.api.client.get(path)
        return time.monotonic() - began, response

    return await asyncio.gather(timed(f"{session}/openid"), timed(session))


def test_a_provider_under_another_name_is_refused(database: Database, openid: OpenIdServer) -> None:
    with world(database, openid.issuer.replace("127.0.0.1", "localhost")) as place:
        status, code, reason = refusal_of(place.visitor().begin())

    assert (status, code) == (503, "provider-unavailable")
    assert reason == f"its discovery document is that of '{openid.issuer}'."


@pytest.mark.parametrize(
    ("discovery", "keys", "reason"),
    [
        (Said(404), Said(), "its response is not usable."),
        (Said(500), Said(), "it reports an error."),
        (Said(200, b"<html>"), Said(), "its response is not usable."),
        (Said(200, b"\xff"), Said(), "its response is not usable."),
        (Said(302, b"", "{issuer}/elsewhere"), Said(), "its response is not usable."),
        (Said(200, b" " * (LARGEST + 1)), Said(), "its response is too long."),
        (Said(200, {"issuer": "{issuer}"}), Said(),
         "its discovery document cannot be used: Object missing required field `authorization_endpoint`."),
        (Said(200, [GOOD]), Said(), "its discovery document cannot be used: Expected `object`, got `array`."),
        (Said(200, {**GOOD, "issuer": "https://evil.example"}), Said(),
         "its discovery document is that of 'https://evil.example'."),
        (Said(200, {**GOOD, "authorization_endpoint": "http://evil.example/"}), Said(),
         "its authorization address is not safe."),
        (Said(200, {**GOOD, "authorization_endpoint": "javascript:alert(1)"}), Said(),
         "its authorization address is not safe."),
        (Said(200, {**GOOD, "authorization_endpoint": "https://ü.example/"}), Said(),
         "its authorization address is not safe."),
        (Said(200, {**GOOD, "authorization_endpoint": "https://a.example/\r\nset-cookie: x=y"}), Said(),
         "its authorization address is not safe."),
        (Said(200, {**GOOD, "jwks_uri": "http://evil.example/jwks"}), Said(), "one of its addresses is not safe."),
        (Said(200, {**GOOD, "jwks_uri": "file:///etc/passwd"}), Said(), "one of its addresses is not safe."),
        (Said(200, {**GOOD, "jwks_uri": "http://[x"}), Said(), "one of its addresses is not safe."),
        (Said(200, GOOD), Said(404), "its response is not usable."),
        (Said(200, GOOD), Said(200, {"keys": []}), "it has no keys to check signatures with."),
        (Said(200, GOOD), Said(200, {"keys": "none"}), "it has no keys to check signatures with."),
        (Said(200, GOOD), Said(200, {"keys": [1, {}, {"kty": "RSA"}, {"kty": "RSA", "n": "!", "e": 1},
                                              {"kty": "EC", "crv": "none", "x": "", "y": ""},
                                              {"kty": "oct", "k": "c2VjcmV0", "alg": "HS256"}]}),
         "it has no keys to check signatures with."),
    ],
)  # fmt: skip
def test_what_is_no_provider_is_reported(database: Database, discovery: Said, keys: Said, reason: str) -> None:
    elsewhere = {"/elsewhere": Said(200, GOOD)}
    with (
        bad_provider({DISCOVERY: discovery, "/jwks": keys, **elsewhere}) as issuer,
        world(database, issuer) as place,
    ):
        assert refusal_of(place.visitor().begin()) == (503, "provider-unavailable", reason)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Said(200, {}), "the provider returned no id_token"),
        (Said(200, b"no"), "the provider returned no id_token"),
        (Said(200, {"id_token": 1}), "the provider returned no id_token"),
        (Said(200, {"id_token": "a.b.c"}), "id_token: decode error"),
        (Said(200, {"id_token": ""}), "id_token: decode error"),
        (Said(200, {"id_token": "a.b.c.d.e"}), "id_token: decode error"),
        (Said(400, {"error": "<b>"}), "the provider did not accept the code: no reason given"),
        (Said(401, b"no"), "the provider did not accept the code: no reason given"),
        (Said(302, b"", "{issuer}/elsewhere"), "the provider did not accept the code: no reason given"),
    ],
)
def test_what_is_no_token_lets_no_user_in(database: Database, answer: Said, reason: str) -> None:
    key = RSAKey.generate_key(2048).as_dict(private=False)
    answers = {DISCOVERY: Said(200, GOOD), "/jwks": Said(200, {"keys": [key]}), "/token": answer}
    with bad_provider(answers) as issuer, world(database, issuer) as place:
        visitor = place.visitor()
        visitor.begin()
        state = begun_with(visitor.cookies["facetstore-openid"]).state

        refused = visitor.here(f"/{place.address}/_api/rest/session/openid/callback?code=1&state={state}")

        assert (refused.status_code, refused.json()["data"][0]["code"]) == (401, "openid-refused")
        assert place.audit("sign-in.refused")[0]["detail"]["because"] == reason
