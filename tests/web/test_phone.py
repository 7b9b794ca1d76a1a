"""On a phone and at twice the size: everything is there, and the thumb reaches it."""

from typing import Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.support.proof import LONG
from tests.web.browser import Site
from tests.web.page_paths import ADMINISTRATION, PAGES, ids_of

PHONE: Final = (390, 844)
TWICE: Final = (720, 450)
"""A window of 1440 × 900 at 200 %."""
SMALLEST: Final = 44
# Controls that stand beyond the edge of the window, where nothing around them can be scrolled.
CUT_OFF: Final = """() => {
    const scrolls = node => { for (let up = node.parentElement; up; up = up.parentElement) {
        const { overflowX } = getComputedStyle(up);
        if (overflowX !== 'visible' && up.scrollWidth > up.clientWidth && overflowX !== 'hidden') return true;
    } return false; };
    return [...document.querySelectorAll('main :is(a, button, input, textarea, [role=button])')]
        .filter(node => node.checkVisibility() && node.getBoundingClientRect().width > 1)
        .filter(node => { const { left, right } = node.getBoundingClientRect(); return left < -1 || right > innerWidth + 1; })
        .filter(node => !scrolls(node) && !node.closest('.react-flow'))
        .map(node => node.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(TWICE, id="200 %", marks=pytest.mark.long)]
)
def test_nothing_is_cut_off_on_any_page(site: Site, size: tuple[int, int]) -> None:
    ids = ids_of(site)
    pages = [*PAGES.values(), *ADMINISTRATION]
    # Every day one half of the pages on the phone, the other at twice the size.
    seen = pages if LONG else pages[size == TWICE :: 2]
    with site.visit(Role.ADMINISTRATOR, size=size) as visit:
        for path in seen:
            visit.follow(path.format(**ids))
            expect(visit.page.get_by_role("heading", level=1).first).to_be_visible()
            assert visit.page.evaluate("document.documentElement.scrollWidth") <= size[0], path
            assert visit.page.evaluate(CUT_OFF) == [], path


@pytest.mark.long
def test_the_thumb_reaches_search_tasks_and_decisions(site: Site) -> None:
    with site.visit(Role.ARCHITECT, size=PHONE) as visit:
        page = visit.page
        bar = page.get_by_role("navigation", name="Main pages")
        heights = [each.bounding_box() for each in bar.locator("a, button").all()]
        assert len(heights) == 4
        assert all(box and box["height"] >= SMALLEST and box["y"] > PHONE[1] / 2 for box in heights)
        bar.get_by_role("button", name="Search").click()
        page.keyboard.type("rad")
        expect(page.get_by_role("dialog").get_by_role("button").first).to_be_visible()
        page.keyboard.press("Escape")
        bar.get_by_role("link", name="Tasks").click()
        expect(page.get_by_role("heading", level=1, name="My tasks")).to_be_visible()
        visit.settle()
        visit.check_accessible(contrast=True)
        decide = page.get_by_role("main").get_by_role("button").all()
        assert decide, "this user has something to decide"
        assert all((box := each.bounding_box()) and box["height"] >= SMALLEST for each in decide)
        bar.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("navigation", name="Facets")).to_be_visible()


@pytest.mark.long
def test_a_wide_screen_has_no_bar(site: Site) -> None:
    with site.visit(Role.ARCHITECT) as visit:
        expect(visit.page.get_by_role("navigation", name="Main pages")).to_have_count(0)
