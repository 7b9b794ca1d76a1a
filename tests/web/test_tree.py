"""Changing a hierarchy: making, renaming, moving and deleting, by mouse and by keys."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit

DETAIL: Final = "rest/facets/processes/views/detail/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"

LOW: Final = 640
"""The height of a window in which a menu has no room below a row."""


@pytest.fixture
def parents(site: Site) -> list[str]:
    """Two main processes of our own, at the first place below the first category."""
    with site.client() as client:
        house = client.get(TREE).json()["elements"][0]
        category = house["children"][0]["id"]
        bodies = [
            {"type": "mainProcess", "parent": category, "attributes": {"name": {"1033": name}}}
            for name in ("One", "Two")
        ]
        made = client.post(DETAIL, json={"elements": bodies})
        assert made.status_code == 200, made.text
    return [each["id"] for each in made.json()["elements"]]


def below(site: Site, parent: str) -> list[dict[str, Any]]:
    with site.client() as client:
        found: list[dict[str, Any]] = client.get(f"{TREE}/{parent}/children").json()["elements"]
    return found


def node(visit: Visit, name: str) -> Any:
    return visit.page.get_by_role("treeitem").filter(has_text=name)


def test_a_process_is_made_renamed_moved_and_deleted(site: Site, parents: list[str]) -> None:
    first, second = parents
    with site.visit(Role.ARCHITECT, f"facets/processes/tree?culture=1033&selected={first}") as visit:
        page = visit.page
        node(visit, "One").click(button="right")
        page.get_by_role("menuitem", name="New: Sub process").click()
        page.get_by_role("dialog").get_by_label("Name (English)").fill("Made here")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Created “Made here”.")).to_be_visible()
        expect(page.get_by_role("heading", level=2, name="Made here")).to_be_visible()
        assert [each["attributes"]["name"] for each in below(site, first)] == [{"1033": "Made here"}]

        page.get_by_role("tree").focus()
        page.keyboard.press("F2")
        page.get_by_role("dialog", name="Rename").get_by_label("Name (English)").fill("Renamed")
        page.keyboard.press("Enter")
        expect(node(visit, "Renamed")).to_be_visible()

        node(visit, "Renamed").drag_to(node(visit, "Two"))
        expect(page.get_by_text("Moved “Renamed”.")).to_be_visible()
        assert below(site, first) == []
        assert [each["attributes"]["name"] for each in below(site, second)] == [{"1033": "Renamed"}]

        node(visit, "Renamed").click()
        page.get_by_role("tree").focus()
        page.keyboard.press("Delete")
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(page.get_by_text("Deleted “Renamed”.")).to_be_visible()
        visit.settle()
    assert below(site, second) == []


def test_what_goes_along_is_named_before_it_is_deleted(site: Site, parents: list[str]) -> None:
    """Without children the dialog has nothing to name; with children it names them, and deletes all or nothing."""
    _, first = parents
    with site.client() as client:
        renamed = {"id": first, "attributes": {"name": {"1033": "The whole"}}}
        assert client.post(DETAIL, json={"elements": [renamed]}).is_success
        bodies = [
            {"type": "subProcess", "parent": first, "attributes": {"name": {"1033": name}}}
            for name in ("Upper", "Beside")
        ]
        upper, beside = (each["id"] for each in client.post(DETAIL, json={"elements": bodies}).json()["elements"])
        owner = {"type": "subProcess", "parent": beside, "attributes": {"name": {"1033": "Lower"}}}
        lower = client.post(DETAIL, json={"elements": [owner]}).json()["elements"][0]["id"]
    where = f"facets/processes/tree?culture=1033&selected={first}"
    with site.visit(Role.ARCHITECT, where, size=(1280, LOW)) as visit:
        page = visit.page
        node(visit, "The whole").click(button="right")
        menu = page.get_by_role("menu").bounding_box()
        assert menu is not None
        assert menu["y"] >= 0
        assert menu["y"] + menu["height"] <= LOW, "What is below the window cannot be clicked."
        page.get_by_role("menuitem", name="Delete").click()
        dialog = page.get_by_role("dialog", name="Delete “The whole”?")
        expect(dialog.get_by_text("3 elements stand below it and are deleted, too:")).to_be_visible()
        assert {each.inner_text() for each in dialog.get_by_role("listitem").all()} == {"Upper", "Beside", "Lower"}
        visit.check_accessible()
        dialog.get_by_role("button", name="Cancel").click()
        expect(dialog).to_be_hidden()
        assert len(below(site, first)) == 2

        page.get_by_role("tree").focus()
        page.keyboard.press("Delete")
        dialog.get_by_role("button", name="Delete all 4 elements").click()
        expect(dialog).to_be_hidden()
        expect(node(visit, "Upper")).to_have_count(0)
        visit.settle()
    with site.client() as client:
        assert {client.get(f"{DETAIL}/{each}").status_code for each in (first, upper, beside, lower)} == {404}


@pytest.mark.long
def test_a_viewer_can_look_and_copy_a_link_and_nothing_more(site: Site) -> None:
    with site.visit(Role.VIEWER, "facets/processes/tree") as visit:
        page = visit.page
        page.get_by_role("tree").focus()
        page.keyboard.press("F2")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.get_by_role("treeitem").first.click(button="right")
        visit.settle()
        assert page.get_by_role("menuitem").all_inner_texts() == ["Open", "Copy link", "Add to favourites"]
        page.get_by_role("menuitem", name="Copy link").click()
        expect(page.get_by_text("Copied the link.")).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()")
        visit.go(copied.removeprefix(site.home))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
