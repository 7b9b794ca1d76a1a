"""Creating elements: from every list and tree, and the reason where it is not allowed."""

from typing import Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site
from tests.web.hands import Hand, by_hand

ROLES: Final = "facets/roles/list?culture=1031"


@by_hand("keyboard")
def test_an_editor_creates_a_role_from_its_list(site: Site, hand: Hand) -> None:
    """Facets without a tree had no “New” at all."""
    name = f"Kranführer {type(hand).__name__}"
    with site.visit(Role.EDITOR, ROLES, language="de") as visit:
        page = visit.page
        hand.use(page.get_by_role("button", name="Neu", exact=True))
        dialog = page.get_by_role("dialog", name="Neu: Rolle")
        dialog.get_by_label("Name (Deutsch)").fill(name)
        visit.check_accessible_once("dialog that creates")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()

    with site.client() as client:
        found = client.get("rest/facets/roles/views/list/elements", params={"$filter": f"name -eq '{name}'"}).json()
    assert found["count"] == 1


@pytest.mark.long
def test_what_an_editor_may_not_create_says_why(site: Site) -> None:
    with site.visit(Role.EDITOR, "facets/processes/list?culture=1033") as visit:
        page = visit.page
        page.get_by_role("button", name="New", exact=True).click()
        refused = page.get_by_role("menuitem", name="Process House")
        expect(refused).to_contain_text("which architects change")
        expect(refused).to_have_attribute("aria-disabled", "true")
        visit.check_accessible(contrast=True)
        page.keyboard.press("End")
        expect(page.get_by_role("menuitem").last).to_be_focused()
        expect(page.get_by_role("menuitem").last).to_have_attribute("aria-disabled", "true")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)

        visit.follow("facets/processes/tree?culture=1033")
        page.get_by_role("button", name="New", exact=True).click()
        expect(page.get_by_role("menuitem", name="Process House")).to_contain_text("which architects change")


@pytest.mark.long
def test_a_process_is_created_below_another(site: Site) -> None:
    with site.client() as client:
        query = {"$filter": "type -eq 'mainProcess'", "$resources": "attributes", "$select": "name", "$pageSize": "1"}
        above = client.get("rest/facets/processes/views/list/elements", params=query).json()["elements"][0]
    with site.visit(Role.ARCHITECT, "facets/processes/list?culture=1033") as visit:
        page = visit.page
        page.get_by_role("button", name="New", exact=True).click()
        page.get_by_role("menuitem", name="Sub process").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name (English)").fill("Grease the crane")
        place = dialog.get_by_role("combobox", name="Below")
        place.click()
        place.fill(above["attributes"]["name"]["1033"])
        page.get_by_role("option", name=above["attributes"]["name"]["1033"], exact=True).first.click()
        dialog.get_by_role("button", name="Create").click()
        expect(page.get_by_role("heading", level=1, name="Grease the crane")).to_be_visible()
        crumbs = page.get_by_role("navigation", name="Where you are")
        expect(crumbs.get_by_role("link", name=above["attributes"]["name"]["1033"])).to_be_visible()


def test_a_refusal_keeps_the_dialog_and_the_name(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "facets/cultures/list?culture=1033", expected=(400,)) as visit:
        page = visit.page
        page.get_by_role("button", name="New", exact=True).click()
        field = page.get_by_role("dialog").get_by_label("Name (English)")
        field.fill("Klingon")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("the number of a known culture")
        expect(field).to_have_value("Klingon")


@pytest.mark.long
def test_a_picker_says_why_it_creates_nothing(site: Site) -> None:
    with site.client() as client:
        query = {"$filter": "type -eq 'subProcess' AND state -eq 'inProcess'", "$pageSize": "1"}
        process = client.get("rest/facets/processes/views/list/elements", params=query).json()["elements"][0]["id"]
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033") as visit:
        field = visit.page.get_by_label("Goals: Add …", exact=True)
        field.focus()
        expect(field).to_have_accessible_description("Nothing new (Goal) from here. Create it in its own list.")
        expect(visit.page.get_by_text("Nothing new (Goal)")).to_be_visible()
