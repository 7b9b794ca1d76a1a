"""Comments in the page: asked by one person, answered and settled by another, and shown to who decides."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from facetstore.domain.callers import Role
from facetstore.rest.openapi.examples import ELEMENT
from tests.rest.mail.letters import mail_server
from tests.support.demo_service import demo_service
from tests.web.browser import Site
from tests.web.mail_wishes import ask_for_mail

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


@pytest.mark.long
def test_a_mention_comes_by_mail_and_its_link_leads_to_the_comment(
    demo_data: Path, running_browser: Browser, tmp_path: Path
) -> None:
    with mail_server() as server, demo_service(demo_data, tmp_path, settings=server.settings) as service:
        site = Site(service, running_browser, tmp_path)
        with site.visit(Role.EDITOR) as visit:
            ask_for_mail(visit, server, "At once")

        with site.visit(Role.ADMINISTRATOR, TAB) as visit:
            page = visit.page
            page.get_by_role("textbox", name="Comment on the element").fill("Which seal is it?")
            page.get_by_role("combobox", name="For whom").fill("Lang")
            page.get_by_role("option", name=re.compile("Friederike Lang")).click()
            page.get_by_role("button", name="Comment", exact=True).click()
            thread = page.get_by_role("article", name="Thread: Which seal is it?")
            expect(thread.get_by_text("Friederike Lang")).to_be_visible()
            visit.check_accessible()

        link = server.wait_for(lambda mail: re.search(rf"http\S+/elements/processes/{ELEMENT}\S*", mail.get_content()))
        (mail,) = [each for each in server.got if ELEMENT in each.get_content()]
        assert "Which seal" not in mail.get_content(), "mail says nothing of what was written"
        with site.visit(Role.EDITOR, link[0].removeprefix(site.home)) as visit:
            expect(visit.page.get_by_role("heading", level=1)).to_be_visible()
            visit.page.get_by_role("button", name=re.compile("new notice")).click()
            visit.page.get_by_role("link", name=re.compile("Brandt asks you at")).click()
            expect(visit.page.get_by_role("article", name="Thread: Which seal is it?")).to_be_visible()
