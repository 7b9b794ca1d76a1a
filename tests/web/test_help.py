"""Help at each screen: what it is for, what this user can do there, its keys, and where to read more."""

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site
from tests.web.page_paths import DRAFT, PAGES
from tests.web.test_phone import PHONE

EDITS: Final = "Click into a text to change it"


@pytest.fixture(scope="module")
def process(site: Site) -> str:
    with site.client() as client:
        found = client.get(f"rest/facets/processes/views/list/elements?{DRAFT}").json()["elements"]
    return str(found[0]["id"])


def help_in(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Help")


def test_help_opens_by_key_follows_the_screen_and_gives_the_focus_back(site: Site, process: str) -> None:
    with site.visit(Role.EDITOR, f"elements/processes/{process}?culture=1033") as visit:
        page, panel = visit.page, help_in(visit.page)
        search = page.get_by_role("searchbox", name="Search everything")
        search.focus()
        page.keyboard.type("why?")
        expect(search).to_have_value("why?")
        expect(panel).to_have_count(0)
        page.keyboard.press("Escape")
        star = page.get_by_role("button", name="Favourite", exact=True)
        star.focus()
        page.keyboard.press("?")
        expect(panel.get_by_role("heading", name="Help")).to_be_focused()
        expect(panel.get_by_role("heading", name="Element")).to_be_visible()
        expect(panel.get_by_text(EDITS)).to_be_visible()
        visit.check_accessible(contrast=True)

        visit.follow("facets/processes/tree?culture=1033")
        expect(panel.get_by_role("heading", name="Tree")).to_be_visible()
        expect(panel.get_by_text("Rename")).to_be_visible()
        panel.get_by_role("button", name="Close help").focus()
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
        button = page.get_by_role("button", name="Help", exact=True)
        expect(button).to_be_focused()  # what had the focus before is not on this screen
        button.press("?")
        expect(panel).to_be_visible()


@pytest.mark.long
def test_help_does_not_offer_readers_what_editors_do_and_leads_into_the_guide(site: Site, process: str) -> None:
    with site.visit(Role.VIEWER, "facets/processes/list?culture=1033") as visit:
        page, panel = visit.page, help_in(visit.page)
        page.get_by_role("button", name="Help", exact=True).click()
        expect(panel.get_by_role("heading", name="List")).to_be_visible()
        expect(panel.get_by_text("Tick several elements")).to_have_count(0)
        panel.get_by_role("link", name="Read more in the guide").click()
        expect(page.get_by_role("heading", level=2, name="Filter by conditions")).to_be_in_viewport()
        expect(panel.get_by_role("heading", name="Guide")).to_be_visible()
        visit.check_accessible()


@pytest.mark.long
@pytest.mark.parametrize(("language", "scheme"), [("de", "dark"), ("en", "light")])
def test_help_is_readable_on_a_phone(site: Site, process: str, language: str, scheme: Scheme) -> None:
    with site.visit(Role.ADMINISTRATOR, language=language, scheme=scheme, size=PHONE) as visit:
        page = visit.page
        panel = page.get_by_role("complementary", name=re.compile("^(Help|Hilfe)$"))
        for path in (PAGES["home"], PAGES["diagram"], "administration/users"):
            visit.follow(path.format(id=process))
            expect(panel).to_have_count(0)  # it covered the page that was left
            page.locator("#help-button").press("Enter")
            expect(panel.get_by_role("listitem").first).to_be_visible()
            assert panel.evaluate("node => node.scrollWidth <= node.clientWidth"), path
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
        visit.check_accessible(contrast=True)
        panel.get_by_role("button").first.press("Enter")
        expect(panel).to_have_count(0)
