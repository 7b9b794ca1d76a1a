"""Comments in the page: asked by one person, answered and settled by another, and shown to who decides."""

from playwright.sync_api import expect

from facetstore.domain.callers import Role
from facetstore.rest.openapi.examples import ELEMENT
from tests.web.browser import Site

TAB = f"elements/processes/{ELEMENT}?culture=1033&tab=comments"


def test_what_one_person_asks_another_answers_and_settles(site: Site) -> None:
    with site.visit(Role.EDITOR, TAB) as visit:
        page = visit.page
        page.get_by_role("textbox", name="Comment on the element").fill("Who checks the seal?")
        page.get_by_role("button", name="Comment", exact=True).click()
        thread = page.get_by_role("article", name="Thread: Who checks the seal?")
        expect(thread.get_by_text("Who checks the seal?", exact=True)).to_be_visible()
        expect(page.get_by_role("link", name="Comments (1)")).to_be_visible()
        visit.check_accessible()

    with site.visit(Role.ADMINISTRATOR, TAB) as visit:
        thread = visit.page.get_by_role("article", name="Thread: Who checks the seal?")
        thread.get_by_role("button", name="Reply", exact=True).click()
        thread.get_by_role("textbox", name="Your reply").fill("The night shift.")
        thread.get_by_role("button", name="Comment", exact=True).click()
        expect(thread.get_by_text("The night shift.", exact=True)).to_be_visible()
        thread.get_by_role("button", name="Resolve", exact=True).click()
        expect(thread.get_by_text("Resolved", exact=True)).to_be_visible()
        expect(visit.page.get_by_role("link", name="Comments (0)")).to_be_visible()
