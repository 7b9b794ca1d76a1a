"""All people can use every page: the rules of axe, in light and dark, in German and English, wide and narrow."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from facetstore.domain.callers import Role
from tests.web.browser import PHONE, Scheme, Site, Visit
from tests.web.looks import every_day, looks, pages_for
from tests.web.page_paths import PAGES, ids_of

PARTS = Path(__file__).parents[2] / "web" / "src"
NARROW = ("home", "element", "release", "versions", "permissions", "tasks", "search", "list", "tree")
ENDLESS = """() => document.getAnimations()
    .filter(each => each.effect?.getTiming().iterations === Infinity).map(each => each.animationName)"""


@pytest.fixture(scope="module")
def ids(site: Site) -> dict[str, str]:
    return ids_of(site)


def test_no_tab_is_forgotten() -> None:
    """Whatever is added to the element's page is looked at here."""
    keys = re.findall(r'key: "(\w+)"', (PARTS / "pages/element/tabs.tsx").read_text("utf-8"))
    shown = " ".join(PAGES.values())
    assert [key for key in keys if f"tab={key}" not in shown] == []
    assert len(keys) > 8


@looks(("de", "light"), ("en", "dark"))
def test_every_page_keeps_the_rules(site: Site, ids: dict[str, str], language: str, scheme: Scheme) -> None:
    with site.visit(Role.ADMINISTRATOR, language=language, scheme=scheme) as visit:
        for path in pages_for(list(PAGES.values()), language):
            visit.follow(path.format(**ids))
            heading = visit.page.get_by_role("heading", level=1).first
            expect(heading).to_be_visible()
            assert visit.page.title().startswith(heading.inner_text()), "the tab is named after the page"
            visit.check_accessible(contrast=True)


@every_day("scheme", "light", of=["light", "dark"])
def test_the_way_in_keeps_the_rules(site: Site, scheme: Scheme) -> None:
    with site.visit(None, scheme=scheme) as visit:
        visit.check_accessible(contrast=True)


def test_menus_and_dialogs_keep_the_rules(site: Site) -> None:
    with site.visit(Role.ARCHITECT, "facets/processes/tree") as visit:
        page = visit.page
        page.get_by_role("button", name="Your account").click()
        page.get_by_role("button", name="Sign out").wait_for()
        visit.check_accessible(contrast=True)
        page.keyboard.press("Escape")
        page.keyboard.press("Control+k")
        page.get_by_role("dialog").wait_for()
        visit.check_accessible(contrast=True)
        page.keyboard.press("Escape")
        tree = page.get_by_role("tree")
        tree.focus()
        page.keyboard.press("F2")
        page.get_by_role("dialog", name="Rename").wait_for()
        visit.check_accessible(contrast=True)


@pytest.mark.long
def test_nothing_moves_without_end_for_users_who_want_no_motion(site: Site) -> None:
    waiting: list[Route] = []
    with site.visit(Role.ADMINISTRATOR, "facets/processes/list", keep=False) as visit:
        page = visit.page
        page.route(re.compile(r"/views/list/elements\?"), lambda route: waiting.append(route))
        page.goto(f"{site.home}facets/risks/list")
        expect(page.locator(".mantine-Skeleton-root").first).to_be_visible()
        assert page.evaluate(ENDLESS) == []
        for each in waiting:
            each.continue_()
        page.unroute_all()


@pytest.fixture(scope="module")
def narrow(site: Site) -> Iterator[dict[bool, Visit]]:
    """Two windows as wide as a phone: the administrator's, for pages of elements, and a viewer's."""
    with (
        site.visit(Role.ADMINISTRATOR, size=PHONE) as administrator,
        site.visit(Role.VIEWER, size=PHONE) as viewer,
    ):
        yield {True: administrator, False: viewer}


@every_day("name", "element", "list", of=NARROW)
def test_a_narrow_screen_shows_everything_without_scrolling_sideways(
    narrow: dict[bool, Visit], ids: dict[str, str], name: str
) -> None:
    visit = narrow["{" in PAGES[name]]
    visit.follow(PAGES[name].format(**ids))
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    visit.check_accessible()
