"""Bringing back what an element was: single changes of a comparison, a whole version, and an undo of one's own change."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL: Final = "rest/facets/processes/views/detail/elements"
FIRST: Final = {
    "name": {"1031": "Rad prüfen", "1033": "Check the bike"},
    "description": {"1031": "Jede Schraube prüfen.", "1033": "Check every screw."},
}
SECOND: Final = {"name": {"1033": "Check the whole bike"}, "description": {"1033": "Check it."}}


@pytest.fixture(scope="module")
def process(site: Site) -> str:
    """A released version, and a draft with another name and description."""
    with site.client() as client:
        made = client.post(DETAIL, json={"elements": [{"type": "subProcess", "attributes": FIRST}]})
        assert made.status_code == 200, made.text
        id_ = str(made.json()["elements"][0]["id"])
        for step in ("transitions/InProcessToReleased?ignoreWarnings=true", "createversion"):
            assert client.post(f"rest/release/{id_}/{step}").status_code == 200, step
    change(site, id_, SECOND)
    return id_


def change(site: Site, process: str, attributes: dict[str, Any]) -> None:
    with site.client() as client:
        answer = client.post(DETAIL, json={"elements": [{"id": process, "attributes": attributes}]})
        assert answer.status_code == 200, answer.text


def stored(site: Site, process: str) -> tuple[str, str]:
    """The name and the words of the description of the draft."""
    with site.client() as client:
        found = client.get(f"{DETAIL}/{process}").json()["elements"][0]["attributes"]
    return found["name"]["1033"], found["description"]["1033"].removesuffix("</p>").rpartition("<p>")[2]


def expect_done(page: Page, text: str) -> None:
    expect(page.get_by_text(text).last).to_be_visible()


def test_single_changes_come_back_and_an_undo_is_asked_about(site: Site, process: str) -> None:
    path = f"elements/processes/{process}?tab=versions&culture=1033"
    with site.visit(Role.ADMINISTRATOR, path, language="en", expected=(409,)) as visit:
        page = visit.page
        expect(page.get_by_role("button", name="Bring back version 1.0")).to_be_visible()
        visit.check_accessible()
        page.get_by_role("link", name="Compare with 1.0").click()
        page.get_by_role("checkbox", name="Bring back: Name (English)").check()
        visit.check_accessible()
        page.get_by_role("button", name="Bring back 1 change from 1.0").click()
        expect_done(page, "It is back, in the draft.")
        assert stored(site, process) == ("Check the bike", "Check it.")

        # This user's last change is undone; then the name is as it was before.
        visit.go(f"elements/processes/{process}?tab=history&culture=1033")
        page.get_by_role("button", name="Undo my last change").click()
        expect_done(page, "Your change is undone.")
        assert stored(site, process) == ("Check the whole bike", "Check it.")
        expect(page.get_by_text("Undone", exact=True)).to_be_visible()
        visit.check_accessible()

        # Another user changes the same place: both sides are shown, and nothing is stored before an answer.
        change(site, process, {"name": {"1033": "Look at the bike"}})
        visit.go(f"elements/processes/{process}?tab=history&culture=1033")
        page.get_by_role("button", name="Undo my last change").click()
        dialog = page.get_by_role("dialog", name="This was changed since")
        expect(dialog).to_contain_text("Look")
        assert stored(site, process)[0] == "Look at the bike"
        visit.check_accessible()
        dialog.get_by_role("radio", name="Name (English): Comes back").check()
        dialog.get_by_role("button", name="Bring back the chosen").click()
        expect(dialog).to_have_count(0)
        expect_done(page, "Your change is undone.")
        assert stored(site, process) == ("Check the bike", "Check it.")


@pytest.mark.long
def test_a_whole_version_comes_back_after_a_question(site: Site, process: str) -> None:
    change(site, process, SECOND)
    path = f"elements/processes/{process}?tab=versions&culture=1033"
    with site.visit(Role.ADMINISTRATOR, path, language="de", scheme="dark", expected=(409,)) as visit:
        page = visit.page
        page.get_by_role("button", name="Version 1.0 zurückholen").click()
        question = page.get_by_role("dialog", name="1.0 zurückholen?")
        visit.check_accessible()
        question.get_by_role("button", name="Zurückholen").click()
        conflict = page.get_by_role("dialog", name="Das wurde seitdem geändert")
        for name in ("Name (Englisch)", "Beschreibung (Englisch)"):
            conflict.get_by_role("radio", name=f"{name}: Kommt zurück").check()
        visit.check_accessible()
        conflict.get_by_role("button", name="Auswahl zurückholen").click()
        expect(conflict).to_have_count(0)
        expect_done(page, "Es ist wieder da, im Entwurf.")
    assert stored(site, process) == ("Check the bike", "Check every screw.")
