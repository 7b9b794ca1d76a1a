"""Users who work on the same element see each other, at the line of the script where they are, and before one changes what the other changes."""

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site
from tests.web.test_overtaken import DETAIL, make

DIAGRAM = "rest/facets/processes/views/diagram/elements"
HERE = "Others who are here"


@pytest.fixture(scope="module")
def lending(site: Site) -> str:
    """A process with two steps."""
    process = make(site, "Lending", make(site, "Library"))
    with site.client() as client:
        script = "( Asked for a book\nFind the book\nLend it"
        client.post(
            f"{DIAGRAM}/{process}/content?format=script&create=true",
            content=script.encode(),
            headers={"content-type": "text/plain"},
        ).raise_for_status()
    return process


def test_users_see_who_else_is_here_and_who_changes_something(site: Site, lending: str) -> None:
    path = f"elements/processes/{lending}?culture=1033"
    with site.visit(Role.ARCHITECT, path, keep=False) as visit:
        page, names = visit.page, visit.page.get_by_label("Name (English)", exact=True)
        expect(names).to_have_value("Lending")
        with site.visit(Role.ADMINISTRATOR, path, keep=False) as other:
            here = page.get_by_role("list", name=HERE)
            expect(here.get_by_role("img")).to_have_count(1)
            expect(here.get_by_role("img")).to_have_accessible_name("Katharina Brandt is here")
            expect(other.page.get_by_role("list", name=HERE).get_by_role("img")).to_have_count(1)
            other.page.get_by_label("Name (English)", exact=True).fill("Lending books")
            expect(page.get_by_role("status").filter(has_text="is changing this now")).to_be_visible()
            expect(here.get_by_role("img")).to_have_accessible_name("Katharina Brandt is changing this")
            visit.check_accessible(contrast=True)
            other.page.get_by_role("button", name="Discard").click()
            expect(page.get_by_role("status").filter(has_text="is changing this now")).to_have_count(0)
            other.follow("?culture=1033")
            expect(here).to_have_count(0)
    with site.client() as client:
        kinds = [each["kind"] for each in client.get(f"{DETAIL}/{lending}/history").json()["values"]]
        assert "presence" not in str(kinds)


@pytest.mark.long
def test_users_see_at_which_line_of_the_script_others_are(site: Site, lending: str) -> None:
    path = f"elements/processes/{lending}?culture=1033&tab=diagram"
    with (
        site.visit(Role.ARCHITECT, path, keep=False) as visit,
        site.visit(Role.ADMINISTRATOR, path, keep=False) as other,
    ):
        script = other.page.get_by_role("textbox", name="Script", exact=True)
        script.press("Control+Home")
        script.press("ArrowDown")
        script.press("ArrowDown")
        there = visit.page.get_by_role("region", name="Script of the process").get_by_role(
            "img", name="Katharina Brandt"
        )
        expect(there).to_have_accessible_name("Katharina Brandt is here")
        visit.page.get_by_role("textbox", name="Script", exact=True).press("Control+End")
        expect(other.page.get_by_role("region", name="Script of the process").get_by_role("img")).to_have_count(1)
        script.press("End")
        script.press_sequentially(" to them")
        expect(there).to_have_accessible_name("Katharina Brandt is changing this")
        visit.page.get_by_role("textbox", name="Script", exact=True).press("ArrowUp")
        expect(visit.page.get_by_role("status").filter(has_text="is changing this now")).to_be_visible()
        visit.check_accessible()
        other.page.get_by_role("button", name="Discard").click()
