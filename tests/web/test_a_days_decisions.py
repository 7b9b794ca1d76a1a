"""A day's work of an approver, an analyst and an administrator: from one thing to the next as the page leads, without a dead end."""

import csv
import io
import re
from typing import Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit
from tests.web.readable import check_readable
from tests.web.test_a_days_work import make, stored
from tests.web.test_a_days_work import people as people
from tests.web.test_administration import curl, found_user, secret

NAMES: Final = ("Check the brakes", "Check the light", "Check the bell")


@pytest.fixture(scope="module")
def sent(site: Site, people: dict[str, str]) -> dict[str, str]:
    """Three drafts that wait for the approver, by name."""
    named = {"author": people["Lang"], "reviewer": people["Hartung"], "qualityManager": people["Sommerfeld"]}
    made = {}
    for name in NAMES:
        texts = {"1031": f"{name}.", "1033": f"{name}."}
        made[name] = make(site, {"name": {"1031": name, "1033": name}, "description": texts}, named)
        with site.client() as client:
            body = {"message": f"Please look at this: {name}"}
            answer = client.post(f"rest/release/{made[name]}/transitions/InProcessToInReview", json=body)
        assert answer.is_success, answer.text
    return made


def test_an_approver_reads_and_decides_all_that_waits(site: Site, sent: dict[str, str]) -> None:
    brakes, light, bell = NAMES
    with site.visit(Role.APPROVER, "?culture=1033") as visit:
        page = visit.page
        waiting = page.locator("section").filter(has=page.get_by_role("heading", name="My tasks"))
        expect(waiting.get_by_role("link", name=brakes)).to_be_visible()
        check_readable(visit)

        # One is read first: its texts, how it came here, what it was.
        waiting.get_by_role("link", name=brakes).click()
        parts = page.get_by_role("navigation", name="Parts of the element")
        for name in ("Read", "Release", "Versions", "History"):
            parts.get_by_role("link", name=name).click()
            check_readable(visit)

        # And accepted, the next one declined with a reason, the last one handed on.
        page.get_by_role("navigation").get_by_role("link", name="My tasks").click()
        expect(page.get_by_text(f"Please look at this: {brakes}")).to_be_visible()
        check_readable(visit)
        page.get_by_role("button", name=f"Accept: {brakes}").click()
        page.get_by_role("dialog").get_by_role("button", name="Accept", exact=True).click()
        expect(page.get_by_text("Accepted.")).to_be_visible()
        page.get_by_role("button", name=f"Decline: {light}").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Reason").fill("It does not say which light.")
        dialog.get_by_role("button", name="Decline", exact=True).click()
        expect(page.get_by_text("Declined.")).to_be_visible()
        page.get_by_role("button", name=f"Hand on: {bell}").click()
        field = page.get_by_role("dialog").get_by_role("combobox", name="To whom")
        field.fill("Falk")
        page.get_by_role("option", name="Ines Falk").click()
        page.get_by_role("dialog").get_by_role("button", name="Hand on", exact=True).click()
        expect(page.get_by_text("Handed on.")).to_be_visible()
        for name in NAMES:
            expect(page.get_by_role("button", name=f"Accept: {name}")).to_have_count(0)

        # In the evening: what was decided, with the reason.
        page.get_by_role("main").get_by_text("Decided", exact=True).click()
        expect(page.get_by_text("It does not say which light.")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("link", name=brakes)).to_be_visible()
        check_readable(visit)

    assert [stored(site, sent[name])["state"] for name in NAMES] == ["readyForQa", "inProcess", "inReview"]


@pytest.mark.long
def test_an_analyst_follows_a_figure_to_a_list_that_all_find_again(site: Site) -> None:
    with site.visit(Role.ANALYZER, "reporting?culture=1031", language="de") as visit:
        page = visit.page
        check_readable(visit)
        page.get_by_role("combobox", name="Facette").click()
        page.get_by_role("option", name="Prozesse", exact=True).click()
        states = page.locator("section").filter(has=page.get_by_role("heading", name="Zustände"))
        states.get_by_text("Als Tabelle").click()
        check_readable(visit)
        states.get_by_role("link", name="Gültig").click()

        # The list behind the figure: narrowed by words, with a column less, in another order.
        expect(page.get_by_role("button", name=re.compile("^Status: Gültig"))).to_have_attribute("aria-pressed", "true")
        page.get_by_role("textbox", name="Filter", exact=True).fill("rad")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Spalten").click()
        page.get_by_role("checkbox", name="Version", exact=True).uncheck()
        page.keyboard.press("Escape")
        page.get_by_role("columnheader", name="Name").get_by_role("button").click()
        expect(page.get_by_role("columnheader", name="Version")).to_have_count(0)
        check_readable(visit)
        shown = page.get_by_role("table").get_by_role("row").locator("a").all_inner_texts()
        with page.expect_download() as started:
            page.get_by_role("button", name="Als CSV herunterladen").click()
        rows = list(csv.reader(io.StringIO(started.value.path().read_text("utf-8-sig"))))
        assert ("Status" in rows[0], "Version" in rows[0]) == (True, False)
        assert [row[rows[0].index("Name")] for row in rows[1:]] == shown

        # With a name, for all.
        page.get_by_role("button", name="Gespeicherte Filter").click()
        page.get_by_label("Name dieses Filters").fill("Gültige Räder")
        page.keyboard.press("Enter")
        page.get_by_role("button", name=re.compile("„Gültige Räder“ mit allen")).click()
        page.get_by_role("button", name=re.compile("„Gültige Räder“ nicht mehr")).wait_for()
        page.keyboard.press("Escape")

        # The diagram of one of them, to take along.
        page.get_by_role("table").get_by_role("link", name="Rad montieren").click()
        page.get_by_role("navigation", name="Teile des Elements").get_by_role("link", name="Diagramm").click()
        check_readable(visit)
        page.get_by_role("button", name="Herunterladen").click()
        with page.expect_download() as started:
            page.get_by_role("menuitem", name="SVG").click()
        assert "Rad" in started.value.suggested_filename
        page.get_by_role("button", name="Link kopieren").click()
        link = page.evaluate("navigator.clipboard.readText()")
        assert link.startswith(site.home)

    with site.visit(Role.VIEWER, "facets/processes/list?culture=1031") as visit:
        page = visit.page
        page.get_by_role("button", name="Saved filters").click()
        page.get_by_role("button", name="Gültige Räder", exact=True).click()
        expect(page.get_by_role("columnheader", name="Version")).to_have_count(0)
        expect(page.get_by_role("table").get_by_role("row").locator("a").first).to_have_text(shown[0])


@pytest.mark.long
def test_an_administrator_lets_a_user_in_and_sees_it_in_the_audit(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration?culture=1033") as visit:
        page = visit.page
        main = page.get_by_role("main")
        check_readable(visit)
        main.get_by_role("link", name="Users", exact=False).first.click()
        link = _new_user(visit)

        # A group, and the user in it: its number leads to its members.
        visit.follow("administration/groups")
        page.get_by_role("button", name="New group").click()
        page.get_by_role("dialog").get_by_role("textbox").first.fill("Bike testers")
        page.get_by_role("dialog").get_by_role("button", name="Create").click()
        expect(page.get_by_role("heading", level=1, name="Bike testers")).to_be_visible()
        check_readable(visit)
        visit.follow("administration/users?q=weber")
        main.get_by_role("link", name="Jana Weber").click()
        page.get_by_label("User groups: Add …", exact=True).fill("Bike testers")
        page.get_by_role("option", name="Bike testers").first.click()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("No changes")).to_be_visible()
        check_readable(visit)
        visit.follow("administration/groups")
        row = page.get_by_role("row", name=re.compile("Bike testers"))
        row.get_by_role("link", name="1", exact=True).click()
        expect(main.get_by_role("link", name="Jana Weber")).to_be_visible()

        # A language, a stereotype and a token, each from the overview.
        page.get_by_role("navigation").get_by_role("link", name="Administration").click()
        main.get_by_role("link", name="Languages", exact=False).first.click()
        page.get_by_role("combobox", name="Language", exact=True).fill("fran")
        page.get_by_role("option", name="French – français (fr-FR)").click()
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_text("Added French.")).to_be_visible()
        page.get_by_role("combobox", name="Language of content").click()
        expect(page.get_by_role("option", name="French")).to_be_visible()
        page.keyboard.press("Escape")
        check_readable(visit)
        visit.follow("administration/kinds")
        page.get_by_role("button", name="New stereotype").click()
        page.get_by_role("menuitem").first.click()
        page.get_by_role("dialog").get_by_role("textbox").first.fill("A stereotype of ours")
        page.get_by_role("dialog").get_by_role("button", name="Create").click()
        page.get_by_label("Find by name").fill("A stereotype of ours")
        expect(page.get_by_role("link", name="A stereotype of ours")).to_be_visible()
        visit.follow("administration/tokens")
        page.get_by_role("button", name="New token").click()
        page.get_by_role("textbox", name="Name").fill("Night shift")
        page.get_by_role("button", name="Create").click()
        token = secret(page)
        page.get_by_role("button", name="Done").click()
        check_readable(visit)

    assert curl(site, token, "rest/me")["name"] == "Night shift"
    user = found_user(site, "weber")["attributes"]
    assert [user[each]["127"] for each in ("roleEditor", "roleApprover")] == [True, False]
    with site.visit(None, "#" + link.partition("#")[2]) as visit:
        visit.page.get_by_role("button", name="Your account: Jana Weber").click()
        expect(visit.page.get_by_text("Role: Editor")).to_be_visible()

    # In the evening: who did what, in words.
    with site.visit(Role.ADMINISTRATOR, "administration/audit?culture=1033") as visit:
        table = visit.page.get_by_role("table", name="Audit")
        for text in ("by a sign-in link", "Token created", "Sign-in link made"):
            expect(table).to_contain_text(text)
        expect(table.get_by_role("row").filter(has_text="Jana Weber").first).to_be_visible()
        check_readable(visit)


def _new_user(visit: Visit) -> str:
    """The link by which a new user comes in."""
    page = visit.page
    page.get_by_role("button", name="New user").click()
    page.get_by_role("textbox", name="First name").fill("Jana")
    page.get_by_role("textbox", name="Last name").fill("Weber")
    page.get_by_role("textbox", name="Sign-in name").fill("weber")
    page.get_by_role("combobox", name="Role").click()
    page.get_by_role("option", name="Editor").click()
    visit.check_accessible()
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("dialog", name="weber was created")).to_be_visible()
    link = secret(page)
    page.get_by_role("button", name="Done").click()
    return link
