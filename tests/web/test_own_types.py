"""Own types and properties, administered in the page, and used at once; what is refused stays in its dialog."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit
from tests.web.hands import reach

ADDITIONS = "rest/metamodel/additions"
SUPPLIERS = "rest/facets/stakeholders/views/detail/elements"


@pytest.fixture(autouse=True)
def _as_before(site: Site) -> Iterator[None]:
    yield
    with site.client() as client:
        found = client.get(SUPPLIERS, params={"$filter": "type -eq 'supplier'"}).json().get("elements", [])
        for each in found:
            client.delete(f"{SUPPLIERS}/{each['id']}?force=true")
        assert client.post(ADDITIONS, json={"additions": {}}).status_code == 200


def additions(site: Site) -> dict[str, Any]:
    with site.client() as client:
        found: dict[str, Any] = client.get(ADDITIONS).json()["additions"]
    return found


def name(dialog: Locator, german: str, english: str) -> None:
    dialog.get_by_role("textbox", name="Name (German)").fill(german)
    dialog.get_by_role("textbox", name="Name (English)").fill(english)


def choose(page: Page, field: str, option: str) -> None:
    box = page.get_by_role("dialog").get_by_role("combobox", name=field, exact=True)
    if box.count() == 0:
        box = page.get_by_role("dialog").get_by_role("textbox", name=field, exact=True)
    box.click()
    page.get_by_role("option", name=option, exact=True).click()


def make_supplier(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("button", name="New type").click()
    dialog = page.get_by_role("dialog", name="New type")
    name(dialog, "Lieferant", "Supplier")
    choose(page, "Made like", "Stakeholder")
    dialog.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_text("Created the type “Supplier”.")).to_be_visible()
    expect(dialog).to_have_count(0)


def test_a_type_gets_properties_is_used_and_goes_again(site: Site) -> None:
    # 404: the page may hear by its stream that the type is gone before it has left it.
    with site.visit(Role.ADMINISTRATOR, "administration/types", expected=(400, 404)) as visit:
        page = visit.page
        expect(page.get_by_text("You have no types or properties of your own yet")).to_be_visible()
        make_supplier(visit)
        page.get_by_role("button", name="New property").click()
        dialog = page.get_by_role("dialog", name="New property")
        name(dialog, "Bewertung", "Rating")
        choose(page, "Kind", "Choice")
        dialog.get_by_role("button", name="Add a value").click()
        dialog.get_by_role("textbox", name="Value 1 (German)").fill("Gut")
        dialog.get_by_role("textbox", name="Value 1 (English)").fill("Very good")
        visit.check_accessible()
        dialog.get_by_role("button", name="Create", exact=True).click()
        row = page.get_by_role("table", name="Properties").get_by_role("row").filter(has_text="Rating")
        expect(row).to_contain_text("Very good")
        visit.settle()

        stored = additions(site)
        assert stored["types"]["supplier"]["facet"] == "stakeholders"
        assert stored["types"]["supplier"]["properties"] == {"rating": {}}
        assert stored["properties"]["rating"]["selectableValues"][0]["key"] == "veryGood"
        new = {"type": "supplier", "attributes": {"name": {"1033": "Iron works"}, "rating": {"127": "veryGood"}}}
        with site.client() as client:
            made = client.post(SUPPLIERS, json={"elements": [new]}).json()["elements"][0]["id"]

        page.get_by_role("button", name="Remove Supplier").click()
        asked = page.get_by_role("dialog", name="Remove Supplier?")
        asked.get_by_role("button", name="Remove", exact=True).click()
        expect(asked.get_by_role("alert")).to_contain_text("1 elements of the type supplier exist.")
        visit.check_accessible()
        with site.client() as client:
            assert client.delete(f"{SUPPLIERS}/{made}?force=true").status_code == 200
        asked.get_by_role("button", name="Remove", exact=True).click()
        expect(page.get_by_text("Removed “Supplier”.")).to_be_visible()
        expect(page.get_by_role("table", name="Your own properties").get_by_role("row")).to_have_count(2)
        page.get_by_role("button", name="Remove Rating").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
        expect(page.get_by_text("You have no types or properties of your own yet")).to_be_visible()
        assert additions(site) == {}


def test_what_is_typed_comes_back_and_a_change_of_another_is_built_upon(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration/types?type=subProcess", expected=(412,)) as visit:
        page = visit.page
        page.get_by_role("button", name="New property").click()
        dialog = page.get_by_role("dialog", name="New property")
        name(dialog, "Kostenträger", "Cost unit")
        page.reload()
        page.get_by_role("button", name="New property").click()
        expect(dialog.get_by_role("textbox", name="Name (English)")).to_have_value("Cost unit")
        texts = {"1031": "Anderes", "1033": "Other"}
        with site.client() as client:
            other = {"names": texts, "descriptions": texts, "dataType": "Integer", "invariant": True}
            client.post(ADDITIONS, json={"additions": {"properties": {"other": other}}})
        dialog.get_by_role("button", name="Create", exact=True).click()
        expect(dialog.get_by_role("alert")).to_contain_text("Another administrator has changed the types meanwhile.")
        dialog.get_by_role("button", name="Create", exact=True).click()
        expect(page.get_by_text("Created the property “Cost unit”.")).to_be_visible()
        visit.settle()
        assert sorted(additions(site)["properties"]) == ["costUnit", "other"]
        assert additions(site)["types"] == {"subProcess": {"properties": {"costUnit": {}}}}


@pytest.mark.long
def test_a_mistake_is_shown_with_its_place_and_mended_by_keyboard(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration/types?type=subProcess", expected=(400,)) as visit:
        page = visit.page
        reach(page.get_by_role("button", name="New property"))
        page.keyboard.press("Enter")
        german = page.get_by_role("dialog").get_by_role("textbox", name="Name (German)")
        expect(german).to_be_focused()
        page.keyboard.type("Zweck")
        page.keyboard.press("Tab")
        page.keyboard.type("Purpose")
        key = page.get_by_role("dialog").get_by_role("textbox", name="Key")
        reach(key)
        page.keyboard.type("description")
        page.keyboard.press("Enter")
        alert = page.get_by_role("dialog").get_by_role("alert")
        expect(alert).to_contain_text("properties.description")
        expect(alert).to_contain_text("The standard has a property 'description' already.")
        reach(key)
        page.keyboard.press("Control+a")
        page.keyboard.type("ownPurpose")
        page.keyboard.press("Enter")
        expect(page.get_by_role("row", name=re.compile("ownPurpose"))).to_be_visible()
        visit.settle()
        assert list(additions(site)["properties"]) == ["ownPurpose"]
        reach(page.get_by_role("button", name="Remove Purpose", exact=True))
        page.keyboard.press("Enter")
        reach(page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True))
        page.keyboard.press("Enter")
        expect(page.get_by_text("Removed “Purpose”.")).to_be_visible()
        visit.settle()
        assert additions(site) == {}
