"""What a click or a key is expected to do: rows open, texts begin to be edited, Ctrl+S saves, Ctrl+K finds."""

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

TAGS: Final = "rest/facets/tags/views/detail/elements"
LONG_NAME: Final = "A crane whose name is longer than any column " * 6


@pytest.fixture(scope="module")
def tag(site: Site) -> str:
    named = {"1033": LONG_NAME.strip()}
    body = {"elements": [{"type": "tag", "attributes": {"name": named, "description": {"1033": "<p>Lifts.</p>"}}}]}
    with site.client() as client:
        made = client.post(TAGS, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def left_edges(row: Locator) -> list[int]:
    edges: list[int] = row.evaluate(
        "row => [...row.children].map(each => Math.round(each.getBoundingClientRect().left))"
    )
    return edges


@pytest.mark.long
def test_a_click_on_a_row_opens_it_and_long_names_stay_in_their_column(site: Site, tag: str) -> None:
    with site.visit(Role.ARCHITECT, "facets/tags/list?culture=1033&order=name", size=(1024, 700)) as visit:
        table = visit.page.get_by_role("table")
        row = table.get_by_role("row").filter(has_text="A crane whose name")
        expect(row).to_be_visible()
        assert left_edges(row) == left_edges(table.get_by_role("row").first), "columns stand below their heads"
        row.get_by_role("cell").last.click()
        expect(visit.page.get_by_role("heading", level=1, name="A crane whose name")).to_be_visible()
        assert tag in visit.page.url


def test_a_click_into_a_text_begins_to_edit_it_and_keys_save_it(site: Site, tag: str) -> None:
    with site.visit(Role.ADMINISTRATOR, f"elements/tags/{tag}?culture=1033") as visit:
        page = visit.page
        page.get_by_text("Lifts.").click()
        editor = page.locator("[contenteditable=true]")
        expect(editor).to_be_focused()
        page.keyboard.type(" And turns.")
        page.keyboard.press("Control+s")
        expect(page.get_by_text("Saved.")).to_be_visible()
        page.keyboard.press("Control+k")
        expect(page.get_by_role("dialog", name="Commands").get_by_role("textbox")).to_be_focused()

    with site.client() as client:
        found = client.get(f"{TAGS}/{tag}").json()["elements"][0]
    assert "Lifts. And turns." in found["attributes"]["description"]["1033"]


@pytest.mark.long
def test_the_browser_never_offers_to_save_the_page(site: Site) -> None:
    with site.visit(Role.VIEWER, "?culture=1033") as visit:
        page = visit.page
        page.evaluate("() => addEventListener('keydown', event => { self.kept = event.defaultPrevented })")
        page.keyboard.press("Control+s")
        assert page.evaluate("() => self.kept") is True
        page.get_by_role("searchbox", name="Search everything").focus()
        page.keyboard.press("Control+k")
        expect(page.get_by_role("dialog", name="Commands").get_by_role("textbox")).to_be_focused()
