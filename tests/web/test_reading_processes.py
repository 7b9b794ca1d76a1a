"""A process as readers see it: script and drawing, only their own steps, step by step in large type, and as tables."""

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit

LIST: Final = "rest/facets/processes/views/list/elements"
NAME: Final = "Investigate an accident"
"""The viewer of the demo company is one of the shift leads, who do two of its steps and are consulted in one."""
SMALL: Final = (390, 844)


def process(site: Site, name: str = NAME) -> str:
    with site.client() as client:
        found = client.get(f"{LIST}?$filter=name -eq '{name}'").json()["elements"]
    return str(found[0]["id"])


def address(site: Site, more: str = "") -> str:
    return f"elements/processes/{process(site)}?tab=diagram&culture=1033{more}"


def lines(visit: Visit) -> Locator:
    return visit.page.get_by_role("list", name="Script", exact=True).get_by_role("listitem")


def test_readers_find_their_own_steps_and_walk_through_by_keys(site: Site) -> None:
    with site.visit(Role.VIEWER, address(site)) as visit:
        page = visit.page
        expect(lines(visit)).to_have_count(11)
        page.get_by_role("checkbox", name="Only my steps (3)").check()
        expect(lines(visit)).to_have_count(3)
        expect(lines(visit).nth(1)).to_contain_text("Report the accident")
        # Letters without an outline, which would blur them.
        name = page.locator("button[data-shape] text").first
        assert name.evaluate("text => getComputedStyle(text).stroke") == "none"

        page.get_by_role("button", name="Responsibilities", exact=True).click()
        table = page.get_by_role("table", name="Responsibilities")
        expect(table.get_by_role("columnheader")).to_have_text(
            ["No.", "Step", "Responsible for doing (R)", "Consulted (C)"]
        )
        expect(table.get_by_role("row")).to_have_count(1 + 3)
        visit.check_accessible()

        page.get_by_role("button", name="Walk through", exact=True).click()
        stage = page.get_by_role("dialog")
        expect(stage.get_by_role("heading", level=3)).to_have_text("Accident or near miss")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        expect(stage.get_by_role("heading", level=3)).to_have_text("Clarify events and cause")
        expect(stage.get_by_text("Your step: Consulted (C)")).to_be_visible()
        visit.check_accessible()
        page.keyboard.press("ArrowRight")
        expect(stage.get_by_role("heading", level=3)).to_have_text("Notifiable?")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        expect(stage.get_by_role("heading", level=3)).to_have_text("Either – or")
        page.keyboard.press("ArrowLeft")
        expect(stage.get_by_role("heading", level=3)).to_have_text("Notifiable?")
        page.keyboard.press("Escape")
        expect(stage).to_have_count(0)
        # The step where the walk ended is chosen.
        expect(page.locator("button[data-shape][aria-current=true]")).to_have_attribute(
            "aria-label", "XOR gateway: Notifiable?. Leads to: More than three days of absence, Not notifiable."
        )


@pytest.mark.long
def test_the_step_table_says_all_of_each_step_and_is_printed_alone(site: Site) -> None:
    with site.visit(Role.ARCHITECT, address(site, "&show=steps"), keep=False) as visit:
        page = visit.page
        table = page.get_by_role("table", name="Step table")
        expect(table.get_by_role("row", name="Report the accident")).to_contain_text("Intranet")
        expect(table.get_by_role("link", name="Open “Handle a corrective action”")).to_be_visible()
        visit.check_accessible()
        page.emulate_media(media="print")
        expect(table).to_be_visible()
        for name in ("Print", "Script", "Walk through"):
            expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)  # hidden ones have no role


@pytest.mark.long
def test_who_has_no_part_is_offered_no_own_steps(site: Site) -> None:
    with site.visit(Role.ARCHITECT, address(site, "&show=responsibilities")) as visit:
        expect(visit.page.get_by_role("checkbox", name="Only my steps (0)").last).to_be_disabled()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_the_script_comes_first_and_the_drawing_behind_a_tap(site: Site, language: str) -> None:
    drawing = {"en": "Drawing", "de": "Zeichnung"}[language]
    script = {"en": "Script", "de": "Skript"}[language]
    with site.visit(Role.VIEWER, address(site), language=language, size=SMALL) as visit:
        page = visit.page
        expect(page.get_by_role("list", name=script, exact=True)).to_be_in_viewport()
        expect(page.locator("button[data-shape]")).to_have_count(0)
        page.get_by_role("button", name=drawing, exact=True).click()
        expect(page.locator("button[data-shape]").first).to_be_visible()
        visit.check_accessible()
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]


@pytest.mark.long
def test_a_walk_leads_through_the_past_and_into_a_called_process(site: Site) -> None:
    with site.client() as client:
        now = client.get("rest/period").json()["now"]
    with site.visit(Role.VIEWER, address(site, f"&asOf={now}&show=walk")) as visit:
        page = visit.page
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text("Your step: Responsible for doing (R)")).to_be_visible()
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        expect(page.get_by_role("dialog").get_by_role("heading", level=3)).to_have_text("Either – or")
        page.keyboard.press("ArrowRight")
        page.get_by_role("link", name="Open “Handle a corrective action”").click()
        expect(page.get_by_role("heading", level=1, name="Handle a corrective action")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
