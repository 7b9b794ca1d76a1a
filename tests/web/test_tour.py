"""New users are shown round once, in four steps that suit their role; it covers nothing and waits until they are on Home."""

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from facetstore.domain.callers import Role
from facetstore.rest.openapi.examples import ELEMENT
from tests.web.browser import Site, Visit
from tests.web.hands import Keyboard
from tests.web.test_phone import CUT_OFF, PHONE

PROCESS: Final = f"elements/processes/{ELEMENT}?culture=1033"
COVERED: Final = """tour => {
    const page = document.querySelector('.fs-page').getBoundingClientRect(), box = tour.getBoundingClientRect();
    return page.bottom > box.top + 1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
}"""


def seen(visit: Visit) -> str:
    return f"{visit.site.home}_api/rest/preferences/notice/welcome"


def be_new(visit: Visit) -> None:
    own = {"origin": visit.site.service.base}
    assert visit.page.request.delete(seen(visit), headers=own).ok


def tour_in(page: Page, name: str = "Welcome") -> Locator:
    return page.get_by_role("region", name=name)


def test_a_new_editor_is_shown_round_once_by_keys(site: Site) -> None:
    keys = Keyboard()
    with site.visit(Role.EDITOR, "tasks?culture=1033") as visit:
        be_new(visit)
        page, tour = visit.page, tour_in(visit.page)
        visit.go(PROCESS)  # what a link leads to is shown first, and alone
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(tour).to_have_count(0)

        visit.go("?culture=1033")
        expect(tour.get_by_role("heading", name="Find")).to_be_focused()
        assert not tour.evaluate(COVERED)
        visit.check_accessible(contrast=True)
        for step in ("Read", "Change", "Release and decide"):
            keys.use(tour.get_by_role("button", name="Next"))
            expect(tour.get_by_role("heading", name=step)).to_be_focused()
        keys.use(tour.get_by_role("button", name="Back"))
        keys.use(tour.get_by_role("link", name="Open “Processes”"))
        expect(page.get_by_role("heading", level=1, name="Processes")).to_be_visible()
        assert not tour.evaluate(COVERED)
        tour.get_by_role("button", name="Next").focus()
        page.keyboard.press("Escape")
        expect(tour).to_have_count(0)
        expect(page.get_by_role("main")).to_be_focused()

        visit.go("?culture=1033")
        page.get_by_role("heading", level=1).wait_for()
        visit.settle()
        expect(tour).to_have_count(0)
        page.keyboard.press("?")
        page.get_by_role("button", name="Show me round").click()
        expect(tour.get_by_role("heading", name="Find")).to_be_focused()
        tour.get_by_role("button", name="Skip").click()
        expect(tour).to_have_count(0)


@pytest.mark.long
def test_a_new_reader_is_not_shown_what_only_editors_can_do(site: Site) -> None:
    with site.visit(Role.VIEWER, "tasks", language="de", scheme="dark", size=PHONE) as visit:
        be_new(visit)
        page, tour = visit.page, tour_in(visit.page, "Willkommen")
        visit.go("")
        titles = []
        for _ in range(4):
            titles.append(tour.get_by_role("heading").inner_text())
            assert not tour.evaluate(COVERED)
            assert page.evaluate(CUT_OFF) == []
            tour.get_by_role("button", name="Weiter").or_(tour.get_by_role("button", name="Fertig")).press("Enter")
            if len(titles) == 1:
                visit.check_accessible(contrast=True)
        assert titles == ["Finden", "Lesen", "Wiederkommen", "Hilfe bekommen"]
        expect(tour).to_have_count(0)


@pytest.mark.long
def test_the_tour_takes_no_focus_and_comes_again_where_it_could_not_be_stored(site: Site) -> None:
    with site.visit(Role.ARCHITECT, "tasks?culture=1033", expected=(409,), keep=False) as visit:
        be_new(visit)
        page, tour = visit.page, tour_in(visit.page)
        page.route("**/rest/preferences/notice/**", lambda route: route.fulfill(status=409, body="{}"))
        visit.go("tasks?culture=1033")
        search = page.get_by_role("searchbox", name="Search everything")
        search.focus()
        visit.follow("?culture=1033")
        expect(tour).to_be_visible()
        page.keyboard.type("rad")
        expect(search).to_have_value("rad")
        visit.go("?culture=1033")  # it was shown, but that could not be stored
        expect(tour).to_be_visible()
        page.unroute("**/rest/preferences/notice/**")
        visit.go("?culture=1033")
        expect(tour).to_be_visible()
        page.wait_for_function(
            "async address => (await (await fetch(address)).json()).count > 0",
            arg=f"{site.home}_api/rest/preferences?kind=notice",
        )
