"""Links to elements and tables in formatted texts: made in the editor, followed inside the page."""

import re

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL = "rest/facets/processes/views/detail/elements"
LIST = "rest/facets/processes/views/list/elements"


@pytest.fixture(scope="module")
def process(site: Site) -> str:
    with site.client() as client:
        query = {"$filter": "type -eq 'subProcess' AND state -eq 'inProcess'", "$pageSize": "1"}
        return str(client.get(LIST, params=query).json()["elements"][0]["id"])


def description(site: Site, process: str) -> str:
    with site.client() as client:
        return str(client.get(f"{DETAIL}/{process}").json()["elements"][0]["attributes"]["description"]["1033"])


def test_two_brackets_link_to_an_element_by_keyboard(site: Site, process: str) -> None:
    with site.client("viewer") as client:
        query = {"$filter": "name -eq 'Align sales and production'", "$culture": "1033"}
        other = client.get(LIST, params=query).json()["elements"][0]["id"]
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033") as visit:
        page = visit.page
        page.get_by_role("button", name="Edit: Description (English)").click()
        text = page.get_by_role("textbox", name="Description (English)")
        text.fill("")
        text.press_sequentially("See [[Align sales")
        options = page.get_by_role("listbox", name="Link to an element").get_by_role("option")
        expect(options.first).to_contain_text("Align sales and production")
        expect(text).to_have_attribute("aria-activedescendant", re.compile("-0$"))
        visit.check_accessible()
        page.keyboard.press("Enter")
        expect(text.get_by_role("link", name="Align sales and production")).to_be_visible()
        expect(options).to_have_count(0)
        page.keyboard.type("and [[nothing")
        page.keyboard.press("Escape")
        expect(page.get_by_role("listbox", name="Link to an element")).to_have_count(0)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        assert f'<a href="elements/processes/{other}">Align sales and production</a> and [[nothing' in description(
            site, process
        )

        page.evaluate("window.stays = true")
        page.get_by_role("link", name="Read", exact=True).click()
        page.get_by_role("link", name="Align sales and production").first.click()
        expect(page).to_have_url(re.compile(other))
        assert page.evaluate("window.stays")


def test_a_link_to_what_a_reader_may_not_see_ends_as_if_it_were_not_there(site: Site, process: str) -> None:
    with site.visit(Role.VIEWER, f"elements/processes/{process}?culture=1033", expected=(404,)) as visit:
        expect(visit.page.get_by_role("main").get_by_role("alert")).to_be_visible()


@pytest.mark.long
def test_a_table_gets_rows_columns_and_headings(site: Site, process: str) -> None:
    with site.client() as client:
        table = "<table><tbody><tr><td><p>Part</p></td><td><p>Weight</p></td></tr></tbody></table>"
        body = {"elements": [{"id": process, "attributes": {"description": {"1033": table}}}]}
        client.post(DETAIL, json=body).raise_for_status()
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033") as visit:
        page = visit.page
        page.get_by_role("button", name="Edit: Description (English)").click()
        text = page.get_by_role("textbox", name="Description (English)")
        text.get_by_text("Weight").click()
        for tool in ("First row as headings", "Row below", "Column after"):
            page.get_by_role("button", name=tool).click()
        expect(text.locator("th")).to_have_count(3)
        expect(text.locator("td")).to_have_count(3)
        text.locator("th").last.click()
        page.keyboard.type("Unit")
        visit.check_accessible()
        text.locator("td").first.click()
        page.keyboard.type("Wheel")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Saved.")).to_be_visible()
    stored = description(site, process)
    assert [len(re.findall(f"<{tag}[ >]", stored)) for tag in ("tr", "th", "td")] == [2, 3, 3]
    assert "Wheel" in stored
