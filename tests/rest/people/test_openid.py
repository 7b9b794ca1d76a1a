"""Signing in by OpenID Connect, at a real provider: which people are let in, as which users, and with which roles."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from facetstore.domain.errors import Conflict
from facetstore.rest.wire.call import Origin
from facetstore.usecases.people.bindings import bind
from facetstore.usecases.ports.accounts import Binding
from tests.support.api import Database
from tests.support.openid_provider import OpenIdServer, openid_server_or_skip
from tests.support.openid_visitor import CALLBACKS, ROLES, USERS, World, world
from tests.support.people import Browser, add_person
from tests.support.postgres import free_port

LIST = "rest/facets/processes/views/list/elements"


@pytest.fixture
def place(database: Database, openid: OpenIdServer) -> Iterator[World]:
    """A tenant of which Berta, an editor, is a user."""
    openid.tell(people={}, spoiled=None)
    with world(database, openid.issuer) as found:
        add_person(database, found.address, "berta", password=None)
        yield found


@pytest.mark.one_engine
def test_the_session_shows_by_which_provider_one_can_sign_in(place: World) -> None:
    body = place.visitor().browser.read("rest/session")

    address = f"http://test/{place.address}/_api/rest/session/openid"
    assert body == {"signedIn": False, "passwordByMail": True, "openId": {"title": "Talwind", "signInUrl": address}}


def test_the_way_to_the_provider_carries_what_proves_that_one_comes_back_from_it(place: World) -> None:
    visitor = place.visitor()

    response = visitor.begin()

    assert (response.status_code, response.headers["cache-control"]) == (302, "no-store")
    query = {name: each[0] for name, each in parse_qs(urlsplit(response.headers["location"]).query).items()}
    made = {name: query.pop(name) for name in ("state", "nonce", "code_challenge")}
    assert query == {
        "response_type": "code",
        "client_id": "facetstore",
        "redirect_uri": f"http://test/{place.address}/_api/rest/session/openid/callback",
        "scope": "openid profile email",
        "code_challenge_method": "S256",
    }
    assert len(set(made.values())) == 3
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", each) for each in made.values())
    assert re.fullmatch(
        rf"facetstore-openid=[a-z2-7]{{26}}; Path=/{place.address}/_api/rest/session/openid; Max-Age=600; HttpOnly; SameSite=Lax",
        response.headers["set-cookie"],
    )
    assert visitor.cookies["facetstore-openid"] not in response.headers["location"]


def test_who_signs_in_at_the_provider_is_signed_in_here(place: World) -> None:
    visitor = place.visitor()

    response = visitor.sign_in("Berta")

    assert (response.status_code, response.headers["location"]) == (302, f"http://test/{place.address}/")
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert visitor.cookies.keys() == {"facetstore-session"}
    me = visitor.browser.read("rest/me")
    assert (me["login"], me["role"]) == ("berta", "editor")
    assert visitor.browser.status(LIST) == 200
    assert visitor.browser.read("rest/session")["signedIn"] is True
    (row,) = place.audit("sign-in")
    assert (row["subject"], row["detail"]) == (me["id"], {"by": "openid"})
    assert place.user(me["id"])["attributes"]["userLoginCount"] == {"127": 1}


def test_who_is_signed_in_there_comes_in_again_without_a_word(place: World) -> None:
    visitor = place.visitor()
    visitor.sign_in("berta")
    assert visitor.browser.send("DELETE", "rest/session").json()["signedIn"] is False
    visitor.cookies.clear()

    callback = visitor.at_provider(visitor.begun(), "somebody else")

    assert visitor.come_back(callback).status_code == 302
    assert visitor.browser.read("rest/me")["login"] == "berta"


@pytest.mark.one_engine
def test_a_token_may_hold_all_claims_by_itself(database: Database) -> None:
    with (
        openid_server_or_skip(CALLBACKS, in_token=True) as server,
        world(database, server.issuer, roles=ROLES) as place,
    ):
        add_person(database, place.address, "berta", password=None)
        server.tell(people={"berta": {"groups": ["/readers"]}})

        assert place.visitor().sign_in("berta").status_code == 302


@pytest.mark.parametrize(("secret", "method"), [("plain", "client_secret_post"), (None, "none")])
@pytest.mark.one_engine
def test_the_secret_goes_as_the_provider_wants_it(database: Database, secret: str | None, method: str) -> None:
    with (
        openid_server_or_skip(CALLBACKS, secret=secret, method=method) as server,
        world(database, server.issuer, secret=secret) as place,
    ):
        add_person(database, place.address, "berta", password=None)

        response = place.visitor().sign_in("berta")

        assert response.status_code == 302, response.text


def test_the_page_that_was_asked_for_is_the_one_that_is_shown(place: World) -> None:
    path = f"/{place.address}/?element=1&culture=1033#a"
    query = f"?return=/{place.address}/%3Felement=1%26culture=1033%23a"

    response = place.visitor().sign_in("berta", query)

    assert response.headers["location"] == f"http://test{path}"


@pytest.mark.parametrize(
    "path",
    [
        "https://evil.example/", "//evil.example/", "/\\evil.example", "\\\\evil.example", "evil.example", "/", "/openid",
        "javascript:alert(1)", "/other/tenant/", "/{address}", "/{address}x/", "/{address}/\\x", "/{address}/\r\nx: y", "/{address}/ x",
        "/{address}/ä", "http://test/{address}/", "/{address}/" + "x" * 4000,
    ],
)  # fmt: skip
@pytest.mark.one_engine
def test_no_user_is_led_elsewhere(place: World, path: str) -> None:
    response = place.visitor().begin(f"?return={quote(path.format(address=place.address), safe='')}")

    assert response.status_code == 400
    assert response.json()["data"][0]["path"] == "return"
    assert "location" not in response.headers


def test_under_https_the_cookies_are_secure_and_stay_below_the_prefix(database: Database, openid: OpenIdServer) -> None:
    with world(database, openid.issuer, origin=Origin("https://host.example/models")) as place:
        add_person(database, place.address, "berta", password=None)
        visitor = place.visitor()

        begun = visitor.begin()
        back = visitor.come_back(visitor.at_provider(begun.headers["location"], "berta"))

        assert back.headers["location"] == f"https://host.example/models/{place.address}/"
        (begun_cookie,), (session, used) = begun.headers.get_list("set-cookie"), back.headers.get_list("set-cookie")
        assert f"Path=/models/{place.address}/_api/rest/session/openid;" in begun_cookie
        assert f"Path=/models/{place.address}/;" in session
        assert all(each.endswith("; Secure") for each in (begun_cookie, session, used))
        wanted = f"/models/{place.address}/?element=1"
        assert visitor.sign_in("berta", f"?return={wanted}").headers["location"] == f"https://host.example{wanted}"


def test_a_user_without_an_account_is_found_by_mail_address(place: World) -> None:
    made = place.api.post(
        USERS,
        tenant=place.address,
        content=b'{"elements":[{"type":"user","attributes":{"lastName":{"127":"Weber"},"email":{"127":"Weber@Example.org"},'
        b'"roleViewer":{"127":true}}}]}',
    )
    assert made.status_code == 200, made.text

    visitor = place.visitor()

    assert visitor.sign_in("weber").status_code == 302
    assert visitor.browser.read("rest/me")["id"] == made.json()["elements"][0]["id"]


def test_a_mail_address_counts_only_where_the_provider_is_sure_of_it(place: World, openid: OpenIdServer) -> None:
    add_person(place.database, place.address, "carla@example.org", password=None)
    nameless: dict[str, Any] = {"preferred_username": None, "email": "carla@example.org"}

    outcomes = []
    for sure in (False, None, "true", True):
        openid.tell(people={"c": {**nameless, "email_verified": sure}})
        outcomes.append(place.visitor().sign_in("c").status_code)

    assert outcomes == [401, 401, 401, 302]


def test_only_the_subject_counts_once_a_person_is_bound(place: World, openid: OpenIdServer) -> None:
    carla = add_person(place.database, place.address, "carla", password=None)
    visitor = place.visitor()
    visitor.sign_in("berta")
    berta = visitor.browser.read("rest/me")["id"]
    verified = {"email": "berta@example.org", "email_verified": True}

    openid.tell(people={"mallory": {"preferred_username": "berta", "email": None, "email_verified": None}})
    assert place.visitor().sign_in("mallory").status_code == 401, "a name is no proof"
    openid.tell(people={"mallory": {"preferred_username": "berta", **verified}})
    assert place.visitor().sign_in("mallory").status_code == 401, "Berta is another person already"
    openid.tell(people={"berta": {"preferred_username": "carla", "email": "carla@example.org", "email_verified": True}})
    renamed = place.visitor()
    assert renamed.sign_in("berta").status_code == 302
    assert renamed.browser.read("rest/me")["id"] == berta != carla


def test_a_mail_address_that_two_users_have_binds_neither(place: World) -> None:
    for login in ("carla", "carla@example.org"):
        add_person(place.database, place.address, login, password=None)

    assert place.visitor().sign_in("carla").status_code == 401


def test_an_administrator_binds_where_no_mail_address_is_verified(place: World, openid: OpenIdServer) -> None:
    openid.tell(people={"s-1": {"preferred_username": "berta", "email": None, "email_verified": None}})
    assert place.visitor().sign_in("s-1").status_code == 401
    storage, tenant = place.database.storage, place.database.tenant(place.address)
    assert place.audit("sign-in.refused")[0]["detail"]["because"] == "bound to no user: s-1"

    place.database.run(bind(storage, tenant, "berta", Binding(place.issuer, "s-1")))
    visitor = place.visitor()
    assert visitor.sign_in("s-1").status_code == 302
    assert visitor.browser.read("rest/me")["login"] == "berta"

    place.database.run(bind(storage, tenant, "berta", Binding(place.issuer, "s-2")))
    assert visitor.browser.status() == 401
    assert place.visitor().sign_in("s-1").status_code == 401
    add_person(place.database, place.address, "carla", password=None)
    with pytest.raises(Conflict, match="Another user"):
        place.database.run(bind(storage, tenant, "carla", Binding(place.issuer, "s-2")))


def test_a_person_whose_user_was_deleted_may_become_another_user(place: World, openid: OpenIdServer) -> None:
    visitor = place.visitor()
    visitor.sign_in("berta")
    gone = visitor.browser.read("rest/me")["id"]
    place.api.post(f"{USERS}/{gone}/delete?force=true", tenant=place.address)
    assert place.visitor().sign_in("berta").status_code == 401

    made = add_person(place.database, place.address, "berta", password=None)
    again = place.visitor()
    assert again.sign_in("berta").status_code == 302
    assert again.browser.read("rest/me")["id"] == made


def test_a_password_still_signs_in(place: World) -> None:
    add_person(place.database, place.address, "paula")

    assert Browser(place.api, place.address).sign_in("paula").status_code == 200


def test_another_node_finishes_what_this_one_has_begun(place: World, database: Database, openid: OpenIdServer) -> None:
    visitor = place.visitor()
    callback = visitor.at_provider(visitor.begun(), "berta")

    with world(database, openid.issuer) as other:
        visitor.api = other.api
        assert visitor.come_back(callback).status_code == 302
        assert visitor.browser.read("rest/me")["login"] == "berta"
        visitor.api = place.api
        assert visitor.browser.status() == 200


@pytest.mark.one_engine
def test_the_provider_may_change_its_keys(database: Database) -> None:
    port, clock = free_port(), [0.0]
    with world(database, f"http://127.0.0.1:{port}", passed=lambda: clock[0]) as place:
        add_person(database, place.address, "berta", password=None)
        outcomes = []
        for seconds in (0, 9, 2):
            clock[0] += seconds
            with openid_server_or_skip(CALLBACKS, port=port):
                outcomes.append(place.visitor().sign_in("berta").status_code)

    assert outcomes == [302, 401, 302], "keys are asked for again, but not at every signature that does not fit"
