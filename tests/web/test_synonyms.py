"""Synonyms, administered in the page by keyboard, and searched at once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

SYNONYMS = "rest/search/synonyms"


@pytest.fixture(autouse=True)
def _as_before(site: Site) -> Iterator[None]:
    yield
    with site.client() as client:
        assert client.post(SYNONYMS, json={"synonyms": []}).status_code == 200


def groups(site: Site) -> list[list[str]]:
    with site.client() as client:
        found: list[list[str]] = client.get(SYNONYMS).json()["synonyms"]
    return found


def test_a_group_is_added_searched_changed_and_removed(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration/synonyms", expected=(400,)) as visit:
        page = visit.page
        field = page.get_by_role("textbox", name="Words that mean the same")
        field.fill("Pedelec, pedelec")
        field.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("leave one of them out")
        expect(field).to_have_value("Pedelec, pedelec")

        field.fill("Drahtesel, bike")
        field.press("Enter")
        expect(page.get_by_role("cell", name="Drahtesel, bike", exact=True)).to_be_visible()
        expect(field).to_have_value("")
        expect(field).to_be_focused()
        with site.client() as client:
            assert client.get("rest/search?q=Drahtesel").json()["total"] > 0

        page.get_by_role("button", name="Change Drahtesel, bike").press("Enter")
        expect(field).to_be_focused()
        field.fill("Drahtesel, bicycle")
        field.press("Enter")
        expect(page.get_by_role("cell", name="Drahtesel, bicycle", exact=True)).to_be_visible()
        assert groups(site) == [["Drahtesel", "bicycle"]]

        page.get_by_role("button", name="Remove Drahtesel, bicycle").press("Enter")
        expect(page.get_by_text("No word means the same as another yet")).to_be_visible()
        assert groups(site) == []
