"""A session that ends while a page is open: signing in again is a dialog over the page, and takes nothing away."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from facetstore.bootstrap.demo import PEOPLE
from facetstore.domain.callers import Role
from tests.support.demo_service import PASSWORD, TENANT, demo_service
from tests.support.openid_provider import CLIENT, SECRET, openid_server_or_skip
from tests.support.postgres import free_port
from tests.web.browser import Site

DETAIL: Final = "rest/facets/processes/views/detail/elements"
NAME: Final = "Name (German)"
LOGIN: Final = PEOPLE[Role.ARCHITECT]
PROVIDERS: Final = """
providers:
  - title: Talwind
    issuer: {issuer}
    clientId: {client}
    secretFile: secret
    tenants: [{tenant}]
    roles: {{"*": architect}}
    createUsers: true
"""


@pytest.fixture(scope="module")
def site(demo_data: Path, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo company, to which people also sign in at a provider of OpenID Connect."""
    folder, settings = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("settings")
    port = free_port()
    with openid_server_or_skip([f"http://127.0.0.1:{port}/{TENANT}/_api/rest/session/openid/callback"]) as provider:
        (settings / "secret").write_text(f"{SECRET}\n")
        file = settings / "openid.yaml"
        file.write_text(PROVIDERS.format(issuer=provider.issuer, client=CLIENT, tenant=TENANT))
        with demo_service(demo_data, folder, port=port, settings={"FACETSTORE_OPENID": str(file)}) as service:
            yield Site(service, browser, folder)


@pytest.fixture
def process(site: Site) -> str:
    """A draft named in German alone."""
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1031": "Rad"}}}]}
    with site.client() as client:
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def name_of(site: Site, process: str) -> str:
    with site.client() as client:
        return str(client.get(f"{DETAIL}/{process}").json()["elements"][0]["attributes"]["name"]["1031"])


def ended(page: Page) -> Locator:
    """The session ends, and the page hears of it when it saves, or by the request that it makes every few seconds.

    The dialog may thus lie over the button already.
    """
    page.context.clear_cookies()
    page.get_by_role("button", name="Save", exact=True).dispatch_event("click")
    dialog = page.get_by_role("dialog", name="Sign in")
    expect(dialog.get_by_text("Your session has ended")).to_be_visible()
    return dialog


def address(process: str) -> str:
    return f"elements/processes/{process}?culture=1031"


def test_the_page_stays_while_its_user_signs_in_again(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, address(process), expected=(401,), keep=False) as visit:
        page = visit.page
        name = page.get_by_label(NAME)
        name.fill("Vor dem Ende")
        name.evaluate("field => { field.isTheSame = true }")
        dialog = ended(page)
        expect(dialog.get_by_label("Name", exact=True)).to_have_value(LOGIN)
        expect(dialog.get_by_label("Password", exact=True)).to_be_focused()
        visit.check_accessible_once("signing in again")
        page.keyboard.press("Escape")
        page.keyboard.type("wrong")
        page.keyboard.press("Enter")
        expect(dialog.get_by_role("alert")).to_contain_text("Name or password is wrong")
        dialog.get_by_label("Password", exact=True).fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(dialog).to_have_count(0)
        expect(name).to_have_value("Vor dem Ende")
        assert name.evaluate("field => field.isTheSame"), "nothing was taken away and made anew"
        expect(page.get_by_text("Saved.")).to_be_visible()

    assert name_of(site, process) == "Vor dem Ende"


def test_another_person_who_signs_in_there_sees_nothing_of_the_first(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, address(process), expected=(401,), keep=False) as visit:
        page = visit.page
        page.get_by_label(NAME).fill("Geheim")
        dialog = ended(page)
        dialog.get_by_label("Name", exact=True).fill(PEOPLE[Role.ADMINISTRATOR])
        dialog.get_by_label("Password", exact=True).fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="Process house")).to_be_visible()
        expect(page.get_by_text("Geheim")).to_have_count(0)
        assert page.url.split("?")[0] == site.home
        page.goto(site.home + address(process))
        expect(page.get_by_label(NAME)).to_have_value("Rad")

        page.context.clear_cookies()
        site.sessions.pop(LOGIN)
        visit.enter(LOGIN)
        page.goto(site.home + address(process))
        expect(page.get_by_label(NAME)).to_have_value("Geheim")


def test_a_window_follows_when_another_one_signs_out_or_in(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, address(process), expected=(401,), keep=False) as visit:
        page = visit.page
        dialog = ended(edited(page))
        other = page.context.new_page()
        other.goto(site.home)
        other.get_by_label("Name", exact=True).fill(LOGIN)
        other.get_by_label("Password", exact=True).fill(PASSWORD)
        other.keyboard.press("Enter")
        expect(dialog).to_have_count(0)
        expect(page.get_by_label(NAME)).to_have_value("Hier")

        other.get_by_role("button", name="Your account").click()
        other.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        expect(page.get_by_label(NAME)).to_have_count(0)
        site.sessions.clear()


def edited(page: Page) -> Page:
    page.get_by_label(NAME).fill("Hier")
    return page


def test_the_provider_is_visited_in_a_window_of_its_own(site: Site, process: str) -> None:
    with site.visit(None, address(process), expected=(401,)) as visit:
        page = visit.page
        page.context.route(
            re.compile("^https:"), lambda route: route.fulfill(body="")
        )  # the fonts of the provider's forms
        page.get_by_role("link", name="Sign in with Talwind").click()
        at_provider(page).click()
        page.get_by_label(NAME).fill("Bei der Anmeldung")
        dialog = ended(page)
        with page.context.expect_page() as opened:
            dialog.get_by_role("link", name="Sign in with Talwind").click()
        agree = at_provider(opened.value)
        with opened.value.expect_event("close"):
            agree.click()
        expect(dialog).to_have_count(0)
        expect(page.get_by_label(NAME)).to_have_value("Bei der Anmeldung")
        expect(page.get_by_text("Saved.")).to_be_visible()

    assert name_of(site, process) == "Bei der Anmeldung"


def at_provider(page: Page) -> Locator:
    """Sign in at the provider; returns the button with which one agrees and comes back."""
    page.locator("input[name=login]").fill("mara")
    page.locator("input[name=password]").fill("whatever it is")
    page.get_by_role("button", name="Sign-in").click()
    return page.get_by_role("button", name="Continue")
