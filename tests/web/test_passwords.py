"""Passwords: a forgotten one is replaced by a link that an administrator makes, one's own is changed in the account menu."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from facetstore.bootstrap.demo import PEOPLE
from facetstore.domain.callers import Role
from tests.rest.mail.letters import mail_server
from tests.support.demo_service import PASSWORD, demo_service
from tests.web.browser import Site
from tests.web.mail_wishes import ask_for_mail

LOGIN: Final = PEOPLE[Role.EDITOR]
CHOSEN: Final = "nine bikes in a row"
CHANGED: Final = "ten bikes in a row"


def write_twice(page: Page, first: str, again: str) -> None:
    page.get_by_label("New password", exact=True).fill(first)
    page.get_by_label("New password again", exact=True).fill(again)
    page.keyboard.press("Tab")


def status_of_sign_in(site: Site, password: str) -> int:
    with site.client() as client:
        client.headers.pop("symbio-auth-token")
        return client.post("rest/session", json={"name": LOGIN, "password": password}).status_code


def test_a_forgotten_password_is_replaced_by_its_user_alone(site: Site) -> None:
    with site.visit(None) as visit:
        expect(visit.page.get_by_text("An administrator can make you a link")).to_be_visible()
    with site.visit(Role.ADMINISTRATOR, f"administration/users?q={LOGIN}") as visit:
        page = visit.page
        page.get_by_role("button", name="Make a link for a new password of Friederike Lang").click()
        dialog = page.get_by_role("dialog", name="Link for a new password of Friederike Lang")
        link = dialog.locator("[data-secret]").inner_text()
        visit.check_accessible()
        dialog.get_by_role("button", name="Done").click()
        expect(dialog).to_be_hidden()
        assert link not in page.content(), "it is shown once"
    fragment = "#" + link.partition("#")[2]

    with site.visit(None, fragment) as visit:
        page = visit.page
        expect(page.get_by_role("heading", name="Choose a new password")).to_be_visible()
        assert "new-password" not in page.url, "it leaves no trace in the address"
        submit = page.get_by_role("button", name="Set password and sign in")
        write_twice(page, CHOSEN, CHANGED)
        expect(page.get_by_text("The two passwords differ.")).to_be_visible()
        expect(submit).to_be_disabled()
        visit.check_accessible()
        write_twice(page, CHOSEN, CHOSEN)
        submit.click()
        expect(page.get_by_role("button", name="Your account: Friederike Lang")).to_be_visible()
    assert [status_of_sign_in(site, each) for each in (PASSWORD, CHOSEN)] == [401, 200]

    with site.visit(None, fragment, expected=(401,)) as visit:
        page = visit.page
        write_twice(page, CHANGED, CHANGED)
        page.get_by_role("button", name="Set password and sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("This link was used already")
        page.get_by_role("button", name="Sign in instead").click()
        expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    assert status_of_sign_in(site, CHANGED) == 401


def test_ones_own_password_is_changed_in_the_account_menu(site: Site) -> None:
    """By keyboard, and with the old password wrong at first. The other session ends, this one goes on."""
    with site.visit(Role.VIEWER, expected=(400,)) as visit:
        page = visit.page
        elsewhere = page.context.storage_state()
        page.get_by_role("button", name="Your account").click()
        page.get_by_role("button", name="Change password").click()
        dialog = page.get_by_role("dialog", name="Change password")
        old = dialog.get_by_label("Current password", exact=True)
        expect(old).to_be_focused()
        page.keyboard.type("a wrong password")
        write_twice(page, CHANGED, CHANGED)
        dialog.get_by_role("button", name="Change password").click()
        expect(dialog.get_by_text("This is not your current password.")).to_be_visible()
        visit.check_accessible()
        expect(dialog.get_by_label("New password", exact=True)).to_have_value(CHANGED)
        old.fill(PASSWORD)
        old.press("Enter")
        expect(page.get_by_text("Your password was changed.")).to_be_visible()
        expect(dialog).to_be_hidden()
        assert page.request.get(f"{site.home}_api/rest/me").ok, "this session goes on"
        with site.browser.new_context(storage_state=elsewhere) as context:
            assert context.request.get(f"{site.home}_api/rest/me").status == 401


@pytest.mark.long
def test_a_link_for_a_forgotten_password_comes_by_mail(
    demo_data: Path, running_browser: Browser, tmp_path: Path
) -> None:
    with mail_server() as server, demo_service(demo_data, tmp_path, settings=server.settings) as service:
        site = Site(service, running_browser, tmp_path)
        with site.visit(Role.EDITOR) as visit:
            ask_for_mail(visit, server, "Once a day")
        with site.visit(None, keep=False) as visit:
            page = visit.page
            page.get_by_role("button", name="Forgotten your password?", exact=True).click()
            form = page.get_by_role("form", name="Forgotten your password?", exact=True)
            form.get_by_label("Name", exact=True).fill(LOGIN)
            visit.check_accessible()
            form.get_by_role("button", name="Send me a link", exact=True).click()
            expect(page.get_by_role("status")).to_contain_text("a mail with a link is on its way")
            link = server.wait_for(lambda mail: re.search(r"#new-password=\S+", mail.get_content()))
            visit.go(link[0])
            page.reload()
            write_twice(page, CHOSEN, CHOSEN)
            page.get_by_role("button", name="Set password and sign in", exact=True).click()
            expect(page.get_by_role("button", name="Your account: Friederike Lang", exact=True)).to_be_visible()
