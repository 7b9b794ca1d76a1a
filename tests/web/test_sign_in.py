"""Getting in: by password, by a link that works once; and what the page asks for before."""

import re

from playwright.sync_api import expect

from facetstore.bootstrap.demo import PEOPLE
from facetstore.domain.callers import Role
from tests.support.demo_service import PASSWORD, TENANT
from tests.web.browser import Site


def test_signed_out_the_page_shows_the_form_and_asks_for_the_session_alone(site: Site) -> None:
    asked: list[str] = []
    with site.visit(None) as visit:
        visit.page.on("request", lambda request: asked.append(request.url))
        visit.page.reload()
        visit.settle()

        expect(visit.page.get_by_role("heading", name="Sign in")).to_be_visible()
        assert [url for url in asked if "_api" in url] == [f"{site.home}_api/rest/session"]
        assert any(url.endswith(".svg") for url in asked), "it has an icon"


def test_a_user_signs_in_by_keyboard_alone_and_out_again(site: Site) -> None:
    login = PEOPLE[Role.EDITOR]
    with site.visit(None, "facets/processes/list", expected=(401,)) as visit:
        page = visit.page
        expect(page.get_by_label("Name")).to_be_focused()
        page.keyboard.type(login)
        page.keyboard.press("Tab")
        page.keyboard.type("wrong password")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Name or password is wrong")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.keyboard.press("Enter")

        expect(page.get_by_role("table", name="Elements")).to_be_visible()
        expect(page).to_have_title(re.compile("^Processes · "))
        page.get_by_role("button", name="Your account").click()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        expect(page).to_have_title("Facetstore")


def test_a_link_signs_in_once_and_leaves_no_trace_in_the_address(site: Site) -> None:
    login = PEOPLE[Role.ARCHITECT]
    link = site.link(login)

    with site.visit(None, link) as visit:
        expect(visit.page.get_by_role("navigation", name="Facets")).to_be_visible()
        assert "sign-in" not in visit.page.url
    with site.visit(None, link, expected=(401,)) as again:
        expect(again.page.get_by_text("This link was used already")).to_be_visible()


def test_a_session_that_ended_leads_back_to_where_one_was(site: Site) -> None:
    with site.visit(Role.VIEWER, "search?q=rad&culture=1031", expected=(401,), keep=False) as visit:
        personas = visit.page.get_by_role("navigation").get_by_role("link", name=re.compile(r"^Personas \d"))
        expect(personas).to_be_visible()
        visit.page.context.clear_cookies()
        personas.click()
        expect(visit.page.get_by_text("Your session has ended")).to_be_visible()
        visit.page.get_by_label("Name").fill(PEOPLE[Role.VIEWER])
        visit.page.get_by_label("Password", exact=True).fill(PASSWORD)
        visit.page.keyboard.press("Enter")

        expect(visit.page.get_by_role("heading", name="Personas")).to_be_visible()
        assert f"{TENANT}/facets/personas" in visit.page.url
