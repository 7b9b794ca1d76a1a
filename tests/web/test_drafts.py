"""Nothing typed is lost: by a slow save, a reload, a page that was left, a closed browser, another tab or another user."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from facetstore.bootstrap.demo import PEOPLE
from facetstore.domain.callers import Role
from tests.support.demo_service import PASSWORD
from tests.web.browser import ARGUMENTS, PATIENCE_MS, Site, find_chromium

DETAIL: Final = "rest/facets/processes/views/detail/elements"
NAME: Final = "Name (German)"


@pytest.fixture
def process(site: Site) -> str:
    """A draft named in German alone."""
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1031": "Rad"}}}]}
    with site.client() as client:
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def stored(site: Site, process: str) -> dict[str, Any]:
    with site.client() as client:
        found: dict[str, Any] = client.get(f"{DETAIL}/{process}").json()["elements"][0]
    return found


def change(site: Site, process: str, **changed: Any) -> None:
    with site.client() as client:
        assert client.post(DETAIL, json={"elements": [{"id": process, **changed}]}).status_code == 200


def address(process: str) -> str:
    return f"elements/processes/{process}?culture=1031"


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()


def expect_saved(page: Page) -> None:
    expect(page.get_by_text("Saved.").last).to_be_visible()
    expect(page.get_by_text("No changes")).to_be_visible()


@contextmanager
def held(page: Page) -> Iterator[list[Route]]:
    """Saves of the page wait until they are continued."""
    waiting: list[Route] = []
    address = f"**/{DETAIL}"
    page.route(address, lambda route: waiting.append(route))
    yield waiting
    page.unroute(address)


def test_what_is_typed_during_a_slow_save_stays_and_is_saved_by_the_next(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, address(process)) as visit:
        page = visit.page
        name = page.get_by_label(NAME)
        with held(page) as waiting:
            name.fill("Rad prüfen")
            with page.expect_request(f"**/{DETAIL}"):
                save(page)
            name.press("End")
            page.keyboard.type(" und pumpen")
            waiting[0].continue_()
            expect(page.get_by_text("Saved.")).to_be_visible()
        expect(name).to_have_value("Rad prüfen und pumpen")
        expect(page.get_by_text("1 unsaved change")).to_be_visible()
        assert stored(site, process)["attributes"]["name"] == {"1031": "Rad prüfen"}
        save(page)
        expect(page.get_by_text("No changes")).to_be_visible()

    assert stored(site, process)["attributes"]["name"] == {"1031": "Rad prüfen und pumpen"}


def test_a_reload_and_another_page_bring_changes_back_until_they_are_discarded(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, address(process)) as visit:
        page = visit.page
        page.get_by_label(NAME).fill("Nicht gespeichert")
        page.get_by_role("button", name="Edit: Description (German)").click()
        page.get_by_role("textbox", name="Description (German)").fill("Lange Worte")
        page.reload()
        expect(page.get_by_text("You have unsaved changes from")).to_be_visible()
        expect(page.get_by_label(NAME)).to_have_value("Nicht gespeichert")
        expect(page.get_by_text("Lange Worte")).to_be_visible()
        visit.check_accessible_once("a restored draft")

        page.get_by_role("link", name="Home", exact=True).click()
        expect(page.get_by_role("region", name="Process house")).to_be_visible()
        page.get_by_role("button", name="Go back to them").click()
        expect(page.get_by_label(NAME)).to_have_value("Nicht gespeichert")
        notice = page.get_by_role("status").filter(has_text="You have unsaved changes")
        notice.get_by_role("button", name="Discard").click()
        expect(page.get_by_label(NAME)).to_have_value("Rad")
        page.reload()
        expect(page.get_by_label(NAME)).to_have_value("Rad")
        expect(page.get_by_text("You have unsaved changes from")).to_have_count(0)

    assert stored(site, process)["attributes"]["name"] == {"1031": "Rad"}


def test_a_save_whose_answer_was_lost_is_repeated_and_done_once(site: Site, process: str) -> None:
    lost: list[Route] = []

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()
        lost.append(route)

    with site.visit(Role.ARCHITECT, address(process)) as visit:
        page = visit.page
        page.get_by_role("button", name="Edit: Description (German)").click()
        page.get_by_role("button", name="Source").click()
        page.get_by_role("textbox", name="Description (German)").fill("<p onclick='x()'>Gesäubert</p>")
        page.route(f"**/{DETAIL}", lose)
        with page.expect_event("requestfailed"):
            save(page)
        page.unroute(f"**/{DETAIL}")
        assert lost
        visit.troubles.clear()
        page.reload()
        expect(page.get_by_text("You have unsaved changes from")).to_be_visible()
        save(page)
        expect_saved(page)

        visit.troubles.clear()  # the page may have asked again before it was reloaded

    with site.client() as client:
        history = client.get(f"{DETAIL}/{process}/history").json()["values"]
    assert len(history) == 2, f"it was made and changed once: {history}"


def test_two_tabs_on_one_element_keep_their_own_words(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, address(process), expected=(412,), keep=False) as visit:
        page = visit.page
        other = page.context.new_page()
        other.goto(site.home + address(process))
        page.get_by_label(NAME).fill("Das eine")
        other.get_by_label(NAME).fill("Das andere")
        page.reload()
        expect(page.get_by_label(NAME)).to_have_value("Das eine")
        expect(other.get_by_label(NAME)).to_have_value("Das andere")
        other.close()
        page.close()

        again = visit.page.context.new_page()
        again.goto(site.home)
        again.wait_for_function("async () => (await navigator.locks.query()).held.length === 1")
        again.goto(site.home + address(process))
        expect(again.get_by_label(NAME)).to_have_value("Das andere")
        again.get_by_role("button", name="Show them instead").click()
        expect(again.get_by_label(NAME)).to_have_value("Das eine")
        again.get_by_role("button", name="Show them instead").click()
        expect(again.get_by_label(NAME)).to_have_value("Das andere")
        visit.page = again


def test_a_browser_that_was_closed_still_has_what_was_typed(site: Site, process: str, tmp_path: Path) -> None:
    with persistent(site, tmp_path) as page:
        own = {"origin": site.service.base}
        data = {"name": PEOPLE[Role.ARCHITECT], "password": PASSWORD}
        assert page.request.post(f"{site.home}_api/rest/session", data=data, headers=own).ok
        page.goto(site.home + address(process))
        page.get_by_label(NAME).fill("Vor dem Ende")

    change(site, process, attributes={"name": {"1031": "Von anderen"}})
    with persistent(site, tmp_path) as page:
        page.goto(site.home + address(process))
        expect(page.get_by_text("You have unsaved changes from")).to_be_visible()
        expect(page.get_by_label(NAME)).to_have_value("Vor dem Ende")
        save(page)
        dialog = page.get_by_role("dialog", name="Another user changed this in the meantime")
        expect(dialog.get_by_role("radio", name="Theirs")).to_be_visible()


@contextmanager
def persistent(site: Site, folder: Path) -> Iterator[Page]:
    """A browser that keeps on disk what others forget when they are closed."""
    context = site.browser.browser_type.launch_persistent_context(
        folder, executable_path=find_chromium(), args=list(ARGUMENTS), locale="en-EN"
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context.pages[0]
    context.close()


def test_two_browsers_on_one_element_see_both_sides_and_decide(site: Site, process: str) -> None:
    with site.client() as client:
        found = client.get("rest/search", params={"q": "system", "types": "system", "culture": 1031}).json()["values"]
    mine, theirs = systems = found[:2]
    name = {each["id"]: each["name"]["1031"] for each in systems}
    change(site, process, attributes={"description": {"1031": "<p>Ein guter Anfang</p>"}})

    with site.visit(Role.ARCHITECT, address(process), expected=(412,)) as visit:
        page = visit.page
        page.get_by_role("button", name="Edit: Description (German)").click()
        page.locator("[contenteditable][aria-label='Description (German)']").fill("Ein neuer Anfang")
        page.get_by_label("Systems: Add …", exact=True).fill(name[mine["id"]])
        page.get_by_role("option", name=name[mine["id"]]).first.click()
        change(
            site,
            process,
            attributes={"description": {"1031": "<p>Ein guter Schluss</p>", "1033": "<p>Theirs alone</p>"}},
            related={"systems": [{"id": theirs["id"], "type": "system"}]},
        )
        save(page)
        dialog = page.get_by_role("dialog", name="Another user changed this in the meantime")
        expect(dialog.get_by_role("radio")).to_have_count(4)
        expect(dialog.get_by_role("radio", checked=True)).to_have_count(0)
        expect(dialog.get_by_role("button", name="Save the chosen")).to_be_disabled()
        expect(dialog.locator("ins", has_text="Schluss")).to_be_visible()
        expect(dialog.locator("ins", has_text="neuer")).to_be_visible()
        for each in systems:
            expect(dialog.get_by_text(name[each["id"]])).to_be_visible()
        said = dialog.inner_text()
        assert not any(each in said for each in ("<", mine["id"])), said
        visit.check_accessible_once("a conflict")
        dialog.get_by_role("radio", name="Description (German): Yours").check()
        expect(dialog.get_by_text("1 value to decide")).to_be_visible()
        dialog.get_by_role("radio", name="Systems: Theirs").check()
        dialog.get_by_role("button", name="Save the chosen").click()
        expect_saved(page)

    after = stored(site, process)
    assert "Ein neuer Anfang" in after["attributes"]["description"]["1031"]
    assert "Theirs alone" in after["attributes"]["description"]["1033"]
    assert [each["id"] for each in after["related"]["systems"]] == [theirs["id"]]


def test_another_person_in_the_same_browser_sees_nothing_of_it(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, address(process), keep=False) as visit:
        page = visit.page
        page.get_by_label(NAME).fill("Geheim")
        page.get_by_role("button", name="Your account").click()
        page.get_by_role("button", name="Sign out").click()
        page.get_by_label("Name", exact=True).fill(PEOPLE[Role.ADMINISTRATOR])
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_label(NAME)).to_have_value("Rad")
        expect(page.get_by_text("You have unsaved changes from")).to_have_count(0)
        site.sessions.pop(PEOPLE[Role.ARCHITECT], None)
