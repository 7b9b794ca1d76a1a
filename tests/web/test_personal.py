"""What is a user's own: filters and columns that are there in every browser, what is shared, and what older releases left behind."""

import json
from typing import Final

from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit

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
    with site.visit(Role.EDITOR, LIST, expected=(503,), keep=False) as visit:
        visit.page.route("**/rest/preferences/**", lambda route: route.fulfill(status=503, body="{}"))
        name = saved(visit).get_by_label("Name of this filter")
        name.fill("Lost?")
        visit.page.keyboard.press("Enter")

        expect(visit.page.get_by_role("alert")).to_be_visible()
        expect(name).to_have_value("Lost?")


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
