"""People who return from a provider and are not let in, and what the refusal says."""

import json
import time
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from facetstore.usecases.ports.openid_provider import begun_with
from tests.support.api import Database
from tests.support.openid_provider import SECRET, OpenIdServer, openid_server_or_skip
from tests.support.openid_visitor import CALLBACKS, NOWHERE, USERS, World, world
from tests.support.people import Clock, add_person
from tests.test_no_secrets import forms, stored

pytestmark = pytest.mark.one_engine

NOT_BEGUN: Final = "This sign-in was not begun in this browser, took too long, or was used before. Please begin again."
NOT_LET_IN: Final = "You are not signed in: Talwind has not confirmed who you are, or you have no access here."


@pytest.fixture
def place(database: Database, openid: OpenIdServer) -> Iterator[World]:
    """A tenant of which Berta, an editor, is a user."""
    openid.tell(people={}, spoiled=None)
    with world(database, openid.issuer) as found:
        add_person(database, found.address, "berta", password=None)
        yield found
    openid.tell(people={}, spoiled=None)


def refusal_of(response: httpx.Response) -> tuple[int, str, str]:
    """Status, code and sentence of a refusal, which opens no session."""
    assert not any(each.startswith("facetstore-session") for each in response.headers.get_list("set-cookie"))
    body = response.json()
    return response.status_code, body["data"][0]["code"], body["message"]


def because(place: World) -> str:
    """The reason of the last refusal in the audit."""
    text: str = place.audit("sign-in.refused")[0]["detail"]["because"]
    return text


def test_no_user_is_led_anywhere_where_no_provider_is_set_up(database: Database, openid: OpenIdServer) -> None:
    with world(database, openid.issuer, tenants=("other/*",)) as place:
        visitor = place.visitor()

        assert refusal_of(visitor.begin()) == (404, "not-found", "Signing in by OpenID Connect is not set up here.")
        assert refusal_of(visitor.here(f"/{place.address}/_api/rest/session/openid/callback?code=1"))[0] == 404
        assert visitor.browser.read("rest/session") == {"signedIn": False, "passwordByMail": True}


def test_another_state_is_refused_and_ends_nothing(place: World) -> None:
    visitor = place.visitor()
    callback = visitor.at_provider(visitor.begun(), "berta")
    state = begun_with(visitor.cookies["facetstore-openid"]).state

    wrong = [callback.replace(state, other) for other in ("", "x", state[:-1], state + "x")]
    wrong += [callback.replace("state=", "sate="), f"{callback}&state={state}", callback.split("?")[0]]
    refused = [refusal_of(visitor.come_back(each)) for each in wrong]

    assert set(refused) == {(401, "openid-refused", NOT_BEGUN)}
    assert because(place) == "state"
    assert visitor.come_back(callback).status_code == 302


def test_who_has_not_begun_it_cannot_finish_it(place: World) -> None:
    victim, thief = place.visitor(), place.visitor()
    callback = victim.at_provider(victim.begun(), "berta")

    assert refusal_of(thief.come_back(callback)) == (401, "openid-refused", NOT_BEGUN)
    thief.begin()
    assert refusal_of(thief.come_back(callback)) == (401, "openid-refused", NOT_BEGUN)
    assert victim.come_back(callback).status_code == 302


def test_a_code_of_another_user_is_worth_nothing(place: World) -> None:
    """Because only who has begun it knows the verifier (PKCE)."""
    victim, thief = place.visitor(), place.visitor()
    stolen = victim.at_provider(victim.begun(), "berta").split("code=")[1].split("&")[0]
    thief.begin()
    state = begun_with(thief.cookies["facetstore-openid"]).state
    address = f"/{place.address}/_api/rest/session/openid/callback"

    refused = thief.here(f"{address}?code={stolen}&state={state}&iss={place.issuer}")

    assert refusal_of(refused) == (401, "openid-refused", NOT_LET_IN)
    assert because(place) == "the provider did not accept the code: invalid_grant"


def test_a_sign_in_works_once(place: World) -> None:
    visitor = place.visitor()
    callback = visitor.at_provider(visitor.begun(), "berta")
    kept = dict(visitor.cookies)
    assert visitor.come_back(callback).status_code == 302

    visitor.cookies = kept

    assert refusal_of(visitor.come_back(callback)) == (401, "openid-refused", NOT_BEGUN)
    assert because(place) == "too late, or a second time"


def test_a_sign_in_ends_after_ten_minutes(database: Database, openid: OpenIdServer) -> None:
    clock = Clock(time.time_ns())
    with world(database, openid.issuer, clock=clock) as place:
        add_person(database, place.address, "berta", password=None)
        early, late = place.visitor(), place.visitor()
        callbacks = [each.at_provider(each.begun(), "berta") for each in (early, late)]

        clock.move(599)
        assert early.come_back(callbacks[0]).status_code == 302
        clock.move(2)
        assert refusal_of(late.come_back(callbacks[1])) == (401, "openid-refused", NOT_BEGUN)


def test_a_sign_in_is_worth_nothing_in_another_tenant(place: World, database: Database, openid: OpenIdServer) -> None:
    visitor = place.visitor()
    callback = visitor.at_provider(visitor.begun(), "berta")
    with world(database, openid.issuer) as other:
        add_person(database, other.address, "berta", password=None)

        refused = visitor.come_back(callback.replace(place.address, other.address))

        assert refusal_of(refused) == (401, "openid-refused", NOT_BEGUN)
    assert visitor.come_back(callback).status_code == 302


def test_who_turns_away_at_the_provider_is_answered_so(place: World) -> None:
    refused = place.visitor().sign_in(None)

    assert refusal_of(refused) == (401, "openid-refused", "Talwind has not signed you in.")
    assert because(place) == "the provider said access_denied"


@pytest.mark.parametrize("code", ["", "x", "%00", "a%0d%0ab", "é" * 100])
def test_a_code_that_the_provider_does_not_know_is_refused(place: World, code: str) -> None:
    visitor = place.visitor()
    visitor.begin()
    state = begun_with(visitor.cookies["facetstore-openid"]).state
    address = f"/{place.address}/_api/rest/session/openid/callback"

    refused = visitor.here(f"{address}?code={code}&state={state}&iss={place.issuer}")

    assert refusal_of(refused) == (401, "openid-refused", NOT_LET_IN)


@pytest.mark.parametrize("issuer", ["", "https://evil.example", None])
def test_who_comes_from_another_provider_is_refused(place: World, issuer: str | None) -> None:
    visitor = place.visitor()
    callback = httpx.URL(visitor.at_provider(visitor.begun(), "berta"))
    changed = callback.copy_remove_param("iss") if issuer is None else callback.copy_set_param("iss", issuer)

    assert refusal_of(visitor.come_back(str(changed))) == (401, "openid-refused", NOT_LET_IN)
    assert because(place) == "the response is from another provider"


NOW: Final = int(time.time())


@pytest.mark.parametrize(
    ("spoiled", "reason"),
    [
        ({"key": "none"}, "unsupported algorithm"),
        ({"key": "secret"}, "unsupported algorithm"),
        ({"key": "public"}, "unsupported algorithm"),
        ({"key": "foreign"}, "no key of the provider made the signature"),
        ({"key": "unknown"}, "no key of the provider made the signature"),
        ({"claims": {"nonce": "another"}}, "the nonce does not match"),
        ({"claims": {"nonce": None}}, "the nonce does not match"),
        ({"claims": {"nonce": 7}}, "the nonce does not match"),
        ({"claims": {"iss": "https://evil.example"}}, "invalid claim iss"),
        ({"claims": {"iss": None}}, "missing claim iss"),
        ({"claims": {"aud": "another"}}, "invalid claim aud"),
        ({"claims": {"aud": ["another"]}}, "invalid claim aud"),
        ({"claims": {"aud": None}}, "missing claim aud"),
        ({"claims": {"aud": ["facetstore", "another"]}}, "issued to another client"),
        ({"claims": {"aud": ["facetstore", "another"], "azp": "another"}}, "issued to another client"),
        ({"claims": {"azp": "another"}}, "issued to another client"),
        ({"claims": {"exp": NOW - 3600}}, "expired token exp"),
        ({"claims": {"exp": None}}, "missing claim exp"),
        ({"claims": {"exp": "never"}}, "invalid claim exp"),
        ({"claims": {"iat": NOW + 86400}}, "invalid claim iat"),
        ({"claims": {"nbf": NOW + 86400}}, "invalid claim nbf"),
        ({"claims": {"sub": None}}, "missing claim sub"),
    ],
)
def test_a_token_that_proves_nothing_is_refused(
    place: World, openid: OpenIdServer, spoiled: dict[str, Any], reason: str
) -> None:
    visitor = place.visitor()
    callback = visitor.at_provider(visitor.begun(), "berta")
    openid.tell(spoiled=spoiled)

    assert refusal_of(visitor.come_back(callback)) == (401, "openid-refused", NOT_LET_IN)
    assert because(place) == f"id_token: {reason}"


def test_a_token_that_is_only_unusual_is_not(place: World, openid: OpenIdServer) -> None:
    """The clocks of two machines differ, and a token may be meant for others, too."""
    openid.tell(spoiled={"claims": {"exp": int(time.time()) - 30}})
    assert place.visitor().sign_in("berta").status_code == 302

    openid.tell(spoiled={"claims": {"aud": ["facetstore", "another"], "azp": "facetstore"}})
    assert place.visitor().sign_in("berta").status_code == 302


def test_a_token_of_one_user_is_not_mixed_with_the_user_info_of_another(place: World, openid: OpenIdServer) -> None:
    openid.tell(spoiled={"claims": {"sub": "berta"}})

    assert refusal_of(place.visitor().sign_in("mallory")) == (401, "openid-refused", NOT_LET_IN)
    assert because(place) == "the user info is about another person"


def test_a_wrong_secret_is_recorded_in_the_audit(database: Database, openid: OpenIdServer) -> None:
    with world(database, openid.issuer, secret="not the secret") as place:
        assert refusal_of(place.visitor().sign_in("berta")) == (401, "openid-refused", NOT_LET_IN)
        assert because(place) == "the provider did not accept the code: invalid_client"


def test_unknown_inactive_deleted_and_no_tenant_look_alike(place: World, openid: OpenIdServer) -> None:
    for login in ("ida", "otto"):
        element = add_person(place.database, place.address, login, password=None)
        if login == "ida":
            body = {"elements": [{"id": element, "attributes": {"roleInactive": {"127": True}}}]}
            place.api.post(USERS, tenant=place.address, content=json.dumps(body).encode())
        else:
            place.api.post(f"{USERS}/{element}/delete?force=true", tenant=place.address)
    nowhere = place.visitor(NOWHERE)
    openid.tell(people={"strange": {"preferred_username": "x" * 101}, "nameless": {"preferred_username": None}})

    logins = ("nobody", "ida", "otto", "strange", "nameless")
    refused = [*(place.visitor().sign_in(each) for each in logins), nowhere.sign_in("berta")]

    bodies = [{**each.json(), "requestId": ""} for each in refused]
    assert [refusal_of(each) for each in refused] == [(401, "openid-refused", NOT_LET_IN)] * 6
    assert all(each == bodies[0] for each in bodies)
    reasons = [each["detail"].get("because") for each in place.audit("sign-in.refused")]
    unbound = [f"bound to no user: {each}" for each in ("nameless", "strange", "otto")]
    assert reasons == [*unbound, None, "bound to no user: nobody"]
    assert (
        nowhere.browser.read("rest/session")["openId"].keys()
        == place.visitor().browser.read("rest/session")["openId"].keys()
    )


def test_no_sign_in_shows_whether_there_is_a_tenant(place: World) -> None:
    outcomes = []
    for visitor in (place.visitor(), place.visitor(NOWHERE)):
        visitor.begin()
        state = begun_with(visitor.cookies["facetstore-openid"]).state
        address = f"/{visitor.address}/_api/rest/session/openid/callback?iss={place.issuer}&code=1&state="
        # With another state; with its own and an unknown code; once more; and without having begun.
        refused = [refusal_of(visitor.here(address + each)) for each in ("x", state, state)]
        visitor.cookies["facetstore-openid"] = "a" * 26
        outcomes.append([*refused, refusal_of(visitor.here(address + begun_with("a" * 26).state))])

    assert outcomes[0] == outcomes[1]
    assert [message for _, _, message in outcomes[0]] == [NOT_BEGUN, NOT_LET_IN, NOT_BEGUN, NOT_BEGUN]


def test_a_user_who_reads_it_in_a_browser_gets_a_page(place: World) -> None:
    response = place.visitor().sign_in("nobody", accept="text/html,application/xhtml+xml")

    assert (response.status_code, response.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert NOT_LET_IN in response.text
    assert f'href="http://test/{place.address}/"' in response.text
    assert response.headers["x-request-id"] in response.text
    assert "default-src 'none'" in response.headers["content-security-policy"]


def test_who_is_refused_too_often_has_to_wait(place: World) -> None:
    address = f"/{place.address}/_api/rest/session/openid/callback?state=x&code=y"
    visitor = place.visitor()

    statuses = [visitor.here(address).status_code for _ in range(51)]

    assert statuses == [401] * 50 + [429]
    assert visitor.begin().status_code == 302, "who only begins has more patience"


def test_who_begins_without_end_has_to_wait_too(place: World) -> None:
    visitor = place.visitor()

    statuses = [visitor.begin().status_code for _ in range(301)]

    assert statuses == [302] * 300 + [429]


def test_nothing_secret_stays_behind(empty_database: Database, capfd: pytest.CaptureFixture[str]) -> None:
    with openid_server_or_skip(CALLBACKS) as server, world(empty_database, server.issuer) as place:
        add_person(empty_database, place.address, "berta", password=None)
        visitor, secrets, refusals = place.visitor(), {"client secret": SECRET}, []
        for login in ("berta", "nobody"):
            callback = visitor.at_provider(visitor.begun(), login)
            cookie = visitor.cookies["facetstore-openid"]
            secrets |= {f"{name} of {login}": value for name, value in begun_with(cookie)._asdict().items()}
            secrets |= {f"cookie of {login}": cookie, f"code of {login}": httpx.URL(callback).params["code"]}
            refusals.append(visitor.come_back(callback))
            secrets[f"session after {login}"] = visitor.cookies["facetstore-session"]
            refusals.append(visitor.come_back(callback))
            visitor.abroad.cookies.clear()
        server.stop()
        refusals.append(visitor.begin())
        printed = capfd.readouterr()
        places = {
            "the database": stored(empty_database),
            "the log": place.api.log.encode(),
            "what was printed": (printed.out + printed.err).encode(),
            "the audit": json.dumps(place.audit("sign-in.refused")).encode(),
            "refusals": b"".join(each.content for each in refusals if each.is_error),
        }

    found = [
        f"{name} in {where}"
        for where, content in places.items()
        for name, secret in secrets.items()
        for form in forms(secret)
        if form in content
    ]
    assert found == []
    assert [each.status_code for each in refusals] == [302, 401, 401, 401, 302]
    assert b"openid-finish" in places["the log"]
