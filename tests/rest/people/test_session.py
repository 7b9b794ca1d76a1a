"""Signing in and out over HTTP: who gets a cookie, what it is worth, and when it ends."""

import json
import re

import pytest

from facetstore.rest.wire.call import LARGEST_PUBLIC_BODY, Origin
from facetstore.usecases.people.sign_in import IDLE, LONGEST
from tests.support.api import ACME, RIVAL, Api, Database
from tests.support.changing import Changing
from tests.support.people import PASSWORD, Browser, Clock, add_link, add_person, set_password

DAY = 24 * 3600
SIGNED_OUT = {"signedIn": False, "passwordByMail": True}
LIST = "rest/facets/processes/views/list/elements"


@pytest.fixture
def browser(changing: Changing) -> Browser:
    """A browser at a tenant of which Berta, an editor, is a user."""
    add_person(changing.database, changing.address, "berta")
    return Browser(changing.api, changing.address)


def test_a_name_and_its_password_give_a_cookie_that_stands_for_the_person(browser: Browser) -> None:
    response = browser.sign_in("Berta")

    body = response.json()
    expires, element = body.pop("expires"), body.pop("id")
    assert body == {
        "signedIn": True,
        "kind": "user",
        "name": "Petra Berta",
        "login": "berta",
        "role": "editor",
        "roles": ["viewer", "editor"],
        "cultures": [1033, 1031],
        "hasPassword": True,
    }
    assert re.match(r"\d{4}-\d\d-\d\dT", expires)
    device, cookie = response.headers.get_list("set-cookie")
    assert re.fullmatch(
        rf"facetstore-device=[a-z2-7]{{26}}; Path=/{browser.address}/_api/rest/session; Max-Age=31536000; HttpOnly; SameSite=Lax",
        device,
    )
    assert re.fullmatch(
        rf"facetstore-session=[a-z2-7]{{26}}; Path=/{browser.address}/; Max-Age=12\d{{5}}; HttpOnly; SameSite=Lax",
        cookie,
    )
    me = browser.read("rest/me")
    assert me.pop("expires")[:13] == expires[:13]
    assert me == {
        "id": element,
        **{name: value for name, value in body.items() if name not in ("signedIn", "hasPassword")},
    }
    assert browser.status(LIST) == 200


def test_a_token_is_shown_who_it_is(changing: Changing) -> None:
    me = changing.read("rest/me", "viewer")

    assert (me["kind"], me["name"], me["roles"]) == ("authToken", "viewer", ["viewer"])
    assert "login" not in me


def test_who_is_not_signed_in_is_answered_so(changing: Changing) -> None:
    nobody = Browser(changing.api, changing.address)

    assert nobody.read("rest/session") == SIGNED_OUT
    assert nobody.status("rest/me") == 401
    assert nobody.send("DELETE", "rest/session").json() == SIGNED_OUT
    assert nobody.send("POST", "rest/session/password", {"new": PASSWORD}).status_code == 401


def test_wrong_name_wrong_password_no_password_and_no_tenant_look_alike(changing: Changing, browser: Browser) -> None:
    add_person(changing.database, changing.address, "carla", password=None)
    stranger = Browser(changing.api, "no/where")

    refused = [
        browser.sign_in("berta", "wrong"),
        browser.sign_in("nobody", PASSWORD),
        browser.sign_in("carla", ""),
        stranger.sign_in("berta", PASSWORD),
        browser.send("POST", "rest/session", {"link": "a" * 26}),
        stranger.send("POST", "rest/session", {"link": "a" * 26}),
    ]

    bodies = [{**each.json(), "requestId": ""} for each in refused]
    assert {each.status_code for each in refused} == {401}
    assert all(each == bodies[0] for each in bodies)
    assert not any("set-cookie" in each.headers for each in refused)
    assert stranger.read("rest/session") == browser.read("rest/session")


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"name":"berta"}', b'{"name":1,"password":2}', b'{"link":"x","name":"berta"}', b"{", b'"x"'],
)
def test_a_body_that_signs_no_user_in_is_refused(changing: Changing, body: bytes) -> None:
    response = changing.api.at("POST", f"/{changing.address}/_api/rest/session", content=body)

    assert response.status_code == 400
    assert response.json()["data"][0]["code"] == "invalid-body"


def test_signing_in_takes_a_small_body(changing: Changing) -> None:
    """Everyone can send it: large ones of many connections would fill the memory."""
    body = {"name": "berta", "password": "x" * LARGEST_PUBLIC_BODY}

    assert changing.post("rest/session", body, role=None).status_code == 413


def test_a_link_signs_in_once(changing: Changing, browser: Browser) -> None:
    element = add_person(changing.database, changing.address, "dora", "viewer", password=None)
    link = add_link(changing.database, changing.address, element)

    first = browser.send("POST", "rest/session", {"link": link})

    assert (first.status_code, first.json()["id"]) == (200, element)
    assert browser.send("POST", "rest/session", {"link": link}).status_code == 401


def test_a_link_is_worth_nothing_in_another_tenant_and_stays_good(changing: Changing) -> None:
    element = add_person(changing.database, changing.address, "dora", password=None)
    link = add_link(changing.database, changing.address, element)

    assert Browser(changing.api, RIVAL).send("POST", "rest/session", {"link": link}).status_code == 401
    assert Browser(changing.api, changing.address).send("POST", "rest/session", {"link": link}).status_code == 200


def test_a_link_ends_after_a_day(changing: Changing) -> None:
    import time

    clock = Clock(time.time_ns())
    api = Api(changing.database, clock=clock)
    element = add_person(changing.database, changing.address, "dora", password=None)
    link = add_link(changing.database, changing.address, element)

    clock.move(DAY + 1)

    assert Browser(api, changing.address).send("POST", "rest/session", {"link": link}).status_code == 401
    api.close()


def test_signing_out_ends_the_session_on_every_node_at_once(changing: Changing, browser: Browser) -> None:
    browser.signed_in("berta")
    elsewhere = Api(changing.database)
    copy = Browser(elsewhere, changing.address, browser.cookie)
    assert (browser.status(), copy.status(), copy.status(LIST)) == (200, 200, 200)

    response = browser.send("DELETE", "rest/session")

    assert response.json() == SIGNED_OUT
    assert "Max-Age=0" in response.headers["set-cookie"]
    assert browser.cookie is None
    assert (copy.status(), copy.status(LIST)) == (401, 401)
    elsewhere.close()


def test_a_cookie_of_another_tenant_is_worth_nothing(changing: Changing, browser: Browser) -> None:
    browser.signed_in("berta")
    abroad = Browser(changing.api, ACME, browser.cookie)

    assert (abroad.status(), abroad.status(LIST)) == (401, 401)
    assert abroad.read("rest/session") == SIGNED_OUT
    assert abroad.send("DELETE", "rest/session").status_code == 200
    assert browser.status() == 200


def test_deactivation_ends_sessions_at_once_and_for_good(changing: Changing, browser: Browser) -> None:
    browser.signed_in("berta")
    element = browser.read("rest/me")["id"]
    kept = browser.cookie
    users = "rest/facets/users/views/detail/elements"

    changing.update({"id": element, "attributes": {"roleInactive": {"127": True}}}, path=users)

    assert browser.status() == 401
    assert browser.sign_in("berta").status_code == 401
    changing.update({"id": element, "attributes": {"roleInactive": {"127": False}}}, path=users)
    assert Browser(changing.api, changing.address, kept).status() == 401
    assert browser.sign_in("berta").status_code == 200


def test_deletion_ends_sessions_at_once_and_for_good(changing: Changing, browser: Browser) -> None:
    browser.signed_in("berta")
    element = browser.read("rest/me")["id"]

    changing.write(f"rest/facets/users/views/detail/elements/{element}/delete?force=true")

    assert browser.status() == 401
    assert browser.sign_in("berta").status_code == 401
    deletion = changing.read("rest/trash")["values"][0]["id"]
    changing.write(f"rest/trash/{deletion}/restore")
    assert browser.status() == 401
    assert browser.sign_in("berta").status_code == 200


def test_another_role_holds_from_the_next_request_on(changing: Changing, browser: Browser) -> None:
    browser.signed_in("berta")
    element = browser.read("rest/me")["id"]

    flags = {"roleApprover": {"127": True}}
    changing.update({"id": element, "attributes": flags}, path="rest/facets/users/views/detail/elements")

    assert browser.read("rest/me")["role"] == "approver"


def test_a_password_is_changed_by_who_knows_the_old_one(changing: Changing, browser: Browser) -> None:
    browser.signed_in("berta")
    other = Browser(changing.api, changing.address).signed_in("berta")
    new = "another sentence of mine"

    wrong = browser.send("POST", "rest/session/password", {"old": "wrong", "new": new})
    changed = browser.send("POST", "rest/session/password", {"old": PASSWORD, "new": new})

    assert (wrong.status_code, wrong.json()["data"][0]["code"]) == (400, "wrong-password")
    assert (changed.status_code, changed.json()["signedIn"]) == (200, True)
    assert (browser.status(), other.status()) == (200, 401)
    assert other.sign_in("berta").status_code == 401
    assert other.sign_in("berta", new).status_code == 200


@pytest.mark.parametrize(
    ("password", "wrong"),
    [
        ("short", ["A password has at least 12 characters; this one has 5."]),
        ("x" * 1001, ["A password has at most 1000 characters; this one has 1001.",
                      "The password must not be one character again and again."]),
        ("Long-Login-Name", ["The password must not be the login."]),
        ("", ["A password has at least 12 characters; this one has 0."]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_new_password_is_reported(changing: Changing, password: str, wrong: list[str]) -> None:
    add_person(changing.database, changing.address, "long-login-name")
    browser = Browser(changing.api, changing.address).signed_in("long-login-name")

    response = browser.send("POST", "rest/session/password", {"old": PASSWORD, "new": password})

    assert response.status_code == 400
    assert [each["error"] for each in response.json()["data"]] == wrong
    assert browser.status() == 200


def test_who_came_by_a_link_sets_a_first_password_without_an_old_one(changing: Changing) -> None:
    element = add_person(changing.database, changing.address, "dora", password=None)
    browser = Browser(changing.api, changing.address)
    browser.send("POST", "rest/session", {"link": add_link(changing.database, changing.address, element)})

    assert browser.send("POST", "rest/session/password", {"new": PASSWORD}).status_code == 200
    assert Browser(changing.api, changing.address).sign_in("dora").status_code == 200


def test_a_token_has_no_password(changing: Changing) -> None:
    response = changing.post("rest/session/password", {"old": "", "new": PASSWORD})

    assert response.status_code == 403


def test_a_password_set_by_command_ends_sessions_and_links(changing: Changing, browser: Browser) -> None:
    browser.signed_in("berta")
    link = add_link(changing.database, changing.address, browser.read("rest/me")["id"])

    set_password(changing.database, changing.address, "berta", "a password for a new start")

    assert browser.status() == 401
    assert browser.send("POST", "rest/session", {"link": link}).status_code == 401


def test_under_https_the_cookie_is_secure_and_stays_below_the_prefix(changing: Changing, browser: Browser) -> None:
    api = Api(changing.database, origin=Origin("https://host.example/models"))

    cookie = Browser(api, changing.address).sign_in("berta").headers["set-cookie"]

    assert f"Path=/models/{changing.address}/;" in cookie
    assert cookie.endswith("; Secure")
    api.close()


def test_a_session_that_is_looked_at_lasts_and_one_that_is_not_ends(changing: Changing, browser: Browser) -> None:
    browser.signed_in("berta")
    before = browser.read("rest/me")["expires"]

    assert "set-cookie" not in browser.send("GET", "rest/session").headers, "renewed at most once a day"

    _age(changing, 2 * DAY)
    renewed = browser.send("GET", "rest/session")
    assert "Max-Age=1209" in renewed.headers["set-cookie"]
    assert renewed.json()["expires"][:13] == before[:13]

    _age(changing, IDLE // 1_000_000 + 1)
    assert browser.read("rest/session") == SIGNED_OUT
    assert browser.status() == 401


def test_no_session_lasts_for_ever(changing: Changing, browser: Browser) -> None:
    browser.signed_in("berta")
    _age(changing, LONGEST // 1_000_000 - 3 * DAY, expires=4 * DAY)

    assert "set-cookie" not in browser.send("GET", "rest/session").headers


def _age(changing: Changing, seconds: int, expires: int | None = None) -> None:
    """Make the sessions of a tenant older than they are, and raise its access counter, so that no cached access is used."""
    tenant = changing.database.tenant(changing.address).key
    later = "expires - :by" if expires is None else "created + :by"
    text = f"UPDATE session SET created = created - :by, expires = {later} WHERE tenant = :tenant"

    async def done() -> None:
        async with changing.database.storage.engine.transaction() as session:
            await session.fetch(text, {"by": seconds * 1_000_000, "tenant": tenant})
            await session.fetch("UPDATE tenant SET access = access + 1 WHERE key = :tenant", {"tenant": tenant})

    changing.database.run(done())


def test_nothing_secret_is_logged_or_stored(changing: Changing, browser: Browser) -> None:
    element = add_person(changing.database, changing.address, "dora", password=None)
    link = add_link(changing.database, changing.address, element)
    browser.signed_in("berta")
    browser.sign_in("berta", "a wrong password")
    secrets = [browser.cookie or "", PASSWORD, "a wrong password", link]
    browser.send("POST", "rest/session", {"link": link})

    tables = ("account", "session", "sign_in_link", "sign_in_attempt", "history")
    stored = json.dumps([_rows(changing.database, table) for table in tables])

    assert all(secret not in changing.api.log for secret in secrets)
    assert all(secret not in stored for secret in secrets)
    assert "$argon2id$" in stored


def _rows(database: Database, table: str) -> list[list[str]]:
    rows = database.run(database.storage.engine.fetch(f"SELECT * FROM {table}", {}))
    return [[str(value) for value in row] for row in rows]
