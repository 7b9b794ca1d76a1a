"""An agent that signs in: the page says who asks and where the browser goes, and nothing is allowed before a person presses it."""

from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import Route, expect

from facetstore.domain.callers import Role
from facetstore.usecases.people.agent_requests import registered
from tests.web.browser import Site

BACK = "http://127.0.0.1:7777/callback"


def asked(**other: str) -> str:
    request = {
        "response_type": "code",
        "client_id": registered("Notes", [BACK]).id,
        "redirect_uri": BACK,
        "code_challenge": "c" * 43,
        "code_challenge_method": "S256",
        "state": "s1",
    }
    return urlencode({**request, **other})


def test_a_person_allows_an_agent_by_keyboard_and_ends_it(site: Site) -> None:
    arrived: list[str] = []

    def answer(route: Route) -> None:
        arrived.append(route.request.url)
        route.fulfill(status=200, content_type="text/html", body="<title>Notes</title>")

    with site.visit(Role.EDITOR, f"connect?{asked()}") as visit:
        page = visit.page
        page.route(f"{BACK}**", answer)
        expect(page.get_by_role("heading", level=1, name="Allow “Notes”?")).to_be_visible()
        expect(page.get_by_text("Your browser goes to 127.0.0.1:7777 with the answer.")).to_be_visible()
        propose = page.get_by_role("checkbox", name="It may propose changes")
        expect(propose).not_to_be_checked()
        propose.press("Space")
        page.get_by_role("button", name="Allow").press("Enter")
        page.wait_for_url(f"{BACK}**")
        query = parse_qs(urlsplit(arrived[0]).query)
        assert (query["state"], len(query["code"][0])) == (["s1"], 26)

        visit.go("connect")
        row = page.get_by_role("row", name="Notes")
        expect(row).to_contain_text("read and propose")
        page.get_by_role("button", name="End Notes").press("Enter")
        expect(page.get_by_text("You have allowed no agent")).to_be_visible()


def test_a_wrong_request_leads_nowhere(site: Site) -> None:
    with site.visit(Role.EDITOR, f"connect?{asked(redirect_uri='https://evil.example/')}", expected=(400,)) as visit:
        expect(visit.page.get_by_text("This sign-in cannot go on")).to_be_visible()
        expect(visit.page.get_by_role("button", name="Allow")).to_have_count(0)
