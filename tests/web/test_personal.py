"""What is a user's own: filters, columns, favourites and the arrangement of Home, in every browser; and what all users share."""

import json
import re
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from facetstore.rest.openapi.examples import ELEMENT
from tests.web.browser import Site, Visit
from tests.web.hands import Keyboard

LIST: Final = "facets/processes/list?culture=1033"
ORDERS: Final = "Contains(name,'order')"


def saved(visit: Visit) -> Locator:
    """The saved filters, opened."""
    visit.page.get_by_role("button", name="Saved filters").click()
    return visit.page.get_by_role("dialog", name="Saved filters")


def test_filters_follow_their_user_and_shared_ones_all_users(site: Site) -> None:
    with site.visit(Role.EDITOR, f"{LIST}&filter={ORDERS}&order=name desc") as visit:
        # As an older release left it in the browser.
        person = visit.page.request.get(f"{site.home}_api/rest/me").json()["id"]
        old = [{"name": "From before", "state": {"filter": "IsNull(owner)"}}]
        entry = f"facetstore-filters:{'/'.join(site.home.split('/')[3:-1])}:{person}:processes".replace(":", ":/", 1)
        visit.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [entry, json.dumps(old)])
        visit.page.reload()
        visit.settle()
        assert visit.page.evaluate("key => localStorage.getItem(key)", entry) is None
        filters = saved(visit)
        filters.get_by_label("Name of this filter").fill("Bestellungen / neu")
        visit.page.keyboard.press("Enter")
        filters.get_by_role("button", name="Share “Bestellungen / neu” with all users").click()
        expect(filters.get_by_role("button", name="Share “Bestellungen / neu” no longer")).to_be_visible()
        visit.check_accessible()

    with site.visit(Role.EDITOR, LIST, keep=False) as visit:  # another browser
        filters = saved(visit)
        expect(filters.get_by_role("button", name="From before", exact=True)).to_be_visible()
        filters.get_by_role("button", name="Bestellungen / neu", exact=True).click()
        expect(visit.page.get_by_role("textbox", name="Filter", exact=True)).to_have_value(ORDERS)

    with site.visit(Role.VIEWER, LIST) as visit:
        filters = saved(visit)
        filters.get_by_role("button", name="Bestellungen / neu", exact=True).wait_for()
        expect(filters.get_by_role("button", name="From before")).to_have_count(0)
        expect(filters.get_by_role("button", name="Forget")).to_have_count(0)
        filters.get_by_role("button", name="Bestellungen / neu", exact=True).click()
        expect(visit.page.get_by_role("textbox", name="Filter", exact=True)).to_have_value(ORDERS)


def test_a_filter_that_cannot_be_stored_keeps_its_name_in_the_field(site: Site) -> None:
    with site.visit(Role.EDITOR, LIST, expected=(409,), keep=False) as visit:
        visit.page.route("**/rest/preferences/**", lambda route: route.fulfill(status=409, body="{}"))
        name = saved(visit).get_by_label("Name of this filter")
        name.fill("Lost?")
        visit.page.keyboard.press("Enter")

        expect(visit.page.get_by_role("alert")).to_be_visible()
        expect(name).to_have_value("Lost?")


@pytest.mark.long
def test_columns_that_were_chosen_are_there_the_next_time(site: Site) -> None:
    with site.visit(Role.EDITOR, LIST) as visit:
        version = visit.page.get_by_role("columnheader", name="Version")
        expect(version).to_have_count(1)
        visit.page.get_by_role("button", name="Columns").click()
        visit.page.get_by_role("checkbox", name="Version").uncheck()
        expect(version).to_have_count(0)

    with site.visit(Role.EDITOR, LIST, keep=False) as visit:  # another browser
        visit.page.get_by_role("columnheader").first.wait_for()
        expect(visit.page.get_by_role("columnheader", name="Version")).to_have_count(0)
        visit.go(f"{LIST}&columns=version")  # a link shows what its sender saw
        expect(visit.page.get_by_role("columnheader", name="Version")).to_have_count(1)


def widget(visit: Visit, title: str) -> Locator:
    """A widget of Home, by its heading."""
    return visit.page.locator("section").filter(has=visit.page.get_by_role("heading", name=title, exact=True))


def test_favourites_and_viewed_elements_are_on_home_and_in_the_palette(site: Site) -> None:
    with site.visit(Role.EDITOR, f"elements/processes/{ELEMENT}?culture=1033") as visit:
        page = visit.page
        name = page.locator("h1").inner_text()
        star = page.get_by_role("button", name="Favourite", exact=True)
        Keyboard().use(star)
        expect(star).to_have_attribute("aria-pressed", "true")
        body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "A draft of mine"}}}]}
        address = f"{site.home}_api/rest/facets/processes/views/detail/elements"
        assert page.request.post(address, data=body, headers={"origin": site.service.base}).ok
        # What is viewed is remembered a while after it was opened.
        viewed = "async address => (await (await fetch(address)).json()).count > 0"
        page.wait_for_function(viewed, arg=f"{site.home}_api/rest/preferences?kind=recent")

        visit.go("?culture=1033")
        for title, wanted in (("Favourites", name), ("Recently viewed", name), ("My drafts", "A draft of mine")):
            expect(widget(visit, title).get_by_role("link", name=wanted, exact=True)).to_be_visible()
        visit.check_accessible()
        page.keyboard.press("Control+k")
        page.get_by_role("dialog", name="Commands").get_by_role("button", name="A draft of mine").wait_for()
        page.get_by_role("dialog", name="Commands").get_by_role("button", name=name).click()
        expect(page.locator("h1")).to_have_text(name)
        page.get_by_role("button", name="Favourite", exact=True).click()
        expect(star).to_have_attribute("aria-pressed", "false")

    with site.visit(Role.VIEWER, "?culture=1033") as visit:  # another user has other favourites, and no drafts
        expect(widget(visit, "Favourites").get_by_role("link")).to_have_count(0)
        expect(widget(visit, "My drafts")).to_have_count(0)


def titles(visit: Visit) -> list[str]:
    """The widgets of Home in their order."""
    widget(visit, "States").wait_for()
    return visit.page.locator("section.fs-card h2").all_inner_texts()


def test_home_is_arranged_by_keys_for_oneself_and_for_all(site: Site) -> None:
    keys = Keyboard()
    with site.visit(Role.ARCHITECT, f"{LIST}&filter={ORDERS}") as visit:
        page = visit.page
        saved(visit).get_by_label("Name of this filter").fill("Orders")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Share “Orders” with all users").click()
        page.get_by_role("button", name="Share “Orders” no longer").wait_for()
        visit.go("?culture=1033")
        usual = titles(visit)
        assert usual.index("Missing translations") > usual.index("States")
        keys.use(page.get_by_role("button", name="Arrange this page"))
        dialog = page.get_by_role("dialog", name="Arrange this page")
        keys.use(dialog.get_by_role("button", name="Hide “Missing translations”"))
        keys.use(dialog.get_by_role("button", name="Show “Filter of all users: Orders”"))
        up = dialog.get_by_role("button", name="Move “States” up")
        offered = dialog.get_by_role("button", name=re.compile("^Move .* up$"))
        place = offered.evaluate_all("all => all.map(each => each.ariaLabel)").index("Move “States” up")
        keys.use(up)
        for _ in range(place - 1):
            expect(up).to_be_focused()
            page.keyboard.press("Enter")
        visit.check_accessible()
        keys.use(dialog.get_by_role("button", name="Save for all users"))
        expect(dialog).to_have_count(0)

        assert titles(visit) == [
            "States",
            *(each for each in usual if each not in ("States", "Missing translations")),
            "Orders",
        ]
        expect(widget(visit, "Orders").get_by_role("link").first).to_have_text(re.compile(r"\d+ elements"))

    with site.visit(Role.VIEWER, "?culture=1033") as visit:
        assert titles(visit)[0] == "States"
        assert "Missing translations" not in titles(visit)
        visit.page.get_by_role("button", name="Arrange this page").click()
        dialog = visit.page.get_by_role("dialog", name="Arrange this page")
        expect(dialog.get_by_role("button", name="Save for all users")).to_have_count(0)
        dialog.get_by_role("button", name="Hide “Filter of all users: Orders”").click()
        dialog.get_by_role("button", name="Save", exact=True).click()
        expect(widget(visit, "Orders")).to_have_count(0)
        visit.page.get_by_role("button", name="Arrange this page").click()
        dialog.get_by_role("button", name="As usual").click()
        expect(widget(visit, "Orders")).to_have_count(1)
