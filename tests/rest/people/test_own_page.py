"""Writes by cookie must come from our own page: a browser sends the cookie along for every page that asks it to."""

import pytest

from facetstore.rest.wire.call import Origin
from tests.support.api import Api
from tests.support.changing import DETAIL, Changing
from tests.support.people import PASSWORD, Browser, add_person

pytestmark = pytest.mark.one_engine

NEW = {"elements": [{"type": "mainProcess", "attributes": {"name": {"1033": "Made by cookie"}}}]}
OURS = [{"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": "http://test"}]
FOREIGN = [
    {},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site", "origin": "http://test"},
    {"origin": "http://evil.example"},
    {"origin": "http://test.evil.example"},
    {"origin": "https://test"},
    {"origin": "null"},
]


@pytest.fixture
def browser(changing: Changing) -> Browser:
    add_person(changing.database, changing.address, "berta", "architect")
    return Browser(changing.api, changing.address).signed_in("berta")


@pytest.mark.parametrize("headers", OURS, ids=str)
def test_our_own_page_writes_by_cookie(changing: Changing, browser: Browser, headers: dict[str, str]) -> None:
    browser.headers = headers

    response = browser.send("POST", DETAIL, NEW)

    assert response.status_code == 200, response.text
    assert browser.send("DELETE", "rest/session").status_code == 200


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_another_page_does_not_and_changes_nothing(
    changing: Changing, browser: Browser, headers: dict[str, str]
) -> None:
    browser.headers, revision = headers, changing.revision

    refused = [
        browser.send("POST", DETAIL, NEW),
        browser.send("POST", "rest/session/password", {"old": PASSWORD, "new": "another password"}),
        browser.send("DELETE", "rest/session"),
        browser.send("POST", "rest/session", {"name": "berta", "password": PASSWORD}),
    ]

    assert [each.status_code for each in refused] == [403] * 4
    assert {each.json()["data"][0]["code"] for each in refused} == {"other-origin"}
    assert changing.revision == revision
    assert browser.status() == 200


def test_another_page_reads_nothing_more_than_the_browser_lets_it(browser: Browser) -> None:
    """A read changes nothing, and what it answers no other page gets to see: no origin is let in with cookies."""
    browser.headers = {"sec-fetch-site": "cross-site", "origin": "http://evil.example"}

    responses = [browser.send("GET", DETAIL), browser.send("POST", DETAIL)]

    assert [each.status_code for each in responses] == [200, 200]
    assert not any("access-control-allow-credentials" in each.headers for each in responses)


def test_who_has_a_token_writes_from_any_page(changing: Changing) -> None:
    response = changing.post(DETAIL, NEW, origin="http://other.example", sec_fetch_site="cross-site")

    assert response.status_code == 200


def test_a_token_wins_over_a_cookie(changing: Changing, browser: Browser) -> None:
    token = changing.database.tokens[changing.address, "viewer"]

    as_header = browser.send("GET", "rest/me", symbio_auth_token=token).json()
    as_bearer = browser.send("GET", "rest/me", authorization=f"Bearer {token}").json()
    as_query = browser.send("GET", f"rest/me?symbio-auth-token={token}").json()

    assert [each["kind"] for each in (as_header, as_bearer, as_query)] == ["authToken"] * 3
    assert browser.read("rest/me")["kind"] == "user"
    assert browser.send("GET", "rest/me", symbio_auth_token="wrong").status_code == 401


def test_no_user_is_signed_in_by_another_page(changing: Changing) -> None:
    """Otherwise that page could make people work under a name that is not their own."""
    add_person(changing.database, changing.address, "berta")
    body = {"name": "berta", "password": PASSWORD}

    by_page = Browser(changing.api, changing.address, headers={"origin": "http://evil.example"})
    by_program = Browser(changing.api, changing.address, headers={})

    assert by_page.send("POST", "rest/session", body).status_code == 403
    assert by_program.send("POST", "rest/session", body).status_code == 200


def test_behind_a_proxy_our_origin_is_that_of_the_base_address(changing: Changing, browser: Browser) -> None:
    api = Api(changing.database, origin=Origin("https://Host.example/models"))
    page = Browser(api, changing.address, browser.cookie, headers={"origin": "https://host.example"})

    assert page.send("POST", DETAIL, NEW).status_code == 200
    page.headers = {"origin": "http://test"}
    assert page.send("POST", DETAIL, NEW).status_code == 403
    api.close()


def test_cached_answers_are_found_by_cookie_and_no_longer_than_it_holds(changing: Changing, browser: Browser) -> None:
    first, second = browser.send("GET", DETAIL), browser.send("GET", DETAIL)
    copy = Browser(changing.api, changing.address, browser.cookie)

    assert first.content == second.content
    assert changing.api.statements == 1
    browser.send("DELETE", "rest/session")
    assert copy.send("GET", DETAIL).status_code == 401
    assert "Cookie" in first.headers["vary"]
