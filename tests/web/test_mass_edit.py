"""Changing many elements at once: a preview first, then all of them or none, and what stands in the way shown for each."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site, Visit
from tests.web.hands import HANDS, Hand, by_hand
from tests.web.looks import looks

DETAIL: Final = "rest/facets/processes/views/detail/elements"
LIST: Final = "facets/processes/list?culture=1033&filter=StartsWith(name,'{}')&order=name"


def make(site: Site, prefix: str, count: int, **attributes: Any) -> list[str]:
    bodies = [
        {"type": "subProcess", "attributes": {"name": {"1033": f"{prefix} {number:03}"}, **attributes}}
        for number in range(count)
    ]
    with site.client() as client:
        made = client.post(DETAIL, json={"elements": bodies})
    assert made.status_code == 200, made.text
    return [each["id"] for each in made.json()["elements"]]


def stored(site: Site, prefix: str) -> list[dict[str, Any]]:
    query = {"$filter": f"StartsWith(name,'{prefix}')", "$orderby": "name", "$resources": "attributes,related"}
    with site.client() as client:
        found: list[dict[str, Any]] = client.get(DETAIL, params={**query, "$pageSize": "1000"}).json()["elements"]
    return found


def maturity(site: Site, prefix: str) -> list[str | None]:
    return [each["attributes"].get("processMaturity", {}).get("127") for each in stored(site, prefix)]


def want(visit: Visit, name: str, value: str, hand: Hand = HANDS["mouse"]) -> None:
    """Choose the property and its new value."""
    page = visit.page
    hand.choose(
        page.get_by_role("combobox", name="Property to change"), name, page.get_by_role("option", name=name, exact=True)
    )
    field = page.get_by_role("dialog").get_by_role("combobox", name=name, exact=True)
    hand.choose(field, None, page.get_by_role("option", name=value))


def test_many_are_changed_after_a_preview_that_writes_nothing(site: Site) -> None:
    make(site, "Batch", 30)
    make(site, "Batch done", 2, processMaturity={"127": "isLived"})

    with site.visit(Role.ARCHITECT, LIST.format("Batch")) as visit:
        page = visit.page
        page.get_by_role("checkbox", name="Choose all").click()
        expect(page.get_by_text("32 chosen")).to_be_visible()
        page.get_by_role("button", name="Edit together").click()
        want(visit, "Maturity", "60% - Process is lived")
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_text("30 elements would change. 2 have this value already.")).to_be_visible()
        visit.check_accessible()
        assert maturity(site, "Batch").count("isLived") == 2, "a preview writes nothing"

        page.get_by_role("button", name="Change 30 elements").click()
        expect(page.get_by_text("Changed 30 elements.")).to_be_visible()
        expect(page.get_by_role("region", name="Chosen elements")).to_have_count(0)

    assert maturity(site, "Batch") == ["isLived"] * 32


@pytest.mark.long
def test_what_stands_in_the_way_is_reported_for_each_and_left_out(site: Site) -> None:
    released = "state -eq 'inEffect' AND type -eq 'subProcess' AND processMaturity -ne 'defined'"
    make(site, "Order of ours", 3)
    query = {"$filter": f"{released} AND Contains(name,'order')", "$culture": "1033"}
    with site.client() as client:
        locked = client.get(DETAIL, params=query).json()["elements"]
    assert len(locked) > 1
    either = f"state -eq 'inProcess' AND StartsWith(name,'Order of ours') OR {released} AND Contains(name,'order')"

    with site.visit(Role.ARCHITECT, f"facets/processes/list?culture=1033&filter={either}", expected=(409,)) as visit:
        page = visit.page
        page.get_by_role("checkbox", name="Choose all").click()
        page.get_by_role("button", name="Edit together").click()
        want(visit, "Maturity", "10% - Process defined")
        page.get_by_role("button", name="Preview").click()
        findings = page.get_by_role("list", name="What stands in the way").get_by_role("listitem")
        expect(findings).to_have_count(len(locked))
        expect(findings.first).to_contain_text("only what is inProcess can be changed")
        visit.check_accessible()
        page.get_by_role("button", name=f"Leave these {len(locked)} out").click()
        page.get_by_role("button", name="Change 3 elements").click()
        expect(page.get_by_text("Changed 3 elements.")).to_be_visible()

    assert maturity(site, "Order of ours") == ["defined"] * 3
    with site.client() as client:
        after = client.get(DETAIL, params=query).json()["elements"]
    assert after == locked


@pytest.mark.long
def test_the_same_by_keys_alone(site: Site) -> None:
    """Every day by mouse: other lists and dialogs are used by keyboard in stories of their own."""
    hand = HANDS["keyboard"]
    make(site, "Keyed", 4)
    with site.visit(Role.ARCHITECT, LIST.format("Keyed")) as visit:
        page = visit.page
        hand.use(page.get_by_role("checkbox", name="Choose Keyed 001"))
        page.keyboard.press("Tab")  # the link of the row
        page.keyboard.press("Tab")
        expect(page.get_by_role("checkbox", name="Choose Keyed 002")).to_be_focused()
        page.keyboard.press("Space")
        expect(page.get_by_text("2 chosen")).to_be_visible()
        hand.use(page.get_by_role("button", name="Edit together"))
        expect(page.get_by_role("combobox", name="Property to change")).to_be_focused()
        want(visit, "Maturity", "80% - Process is measured", hand)
        for name in ("Preview", "Change 2 elements"):
            hand.use(page.get_by_role("button", name=name))
        expect(page.get_by_text("Changed 2 elements.")).to_be_visible()

    assert maturity(site, "Keyed") == [None, "isMeasured", "isMeasured", None]


@by_hand("mouse")
def test_what_another_user_changed_since_the_preview_is_reported_and_not_overwritten(site: Site, hand: Hand) -> None:
    prefix = f"Raced by {type(hand).__name__}"
    ids = make(site, prefix, 3)
    with site.visit(Role.ARCHITECT, LIST.format(prefix)) as visit:
        page = visit.page
        hand.use(page.get_by_role("checkbox", name="Choose all"))
        hand.use(page.get_by_role("button", name="Edit together"))
        want(visit, "Maturity", "60% - Process is lived", hand)
        hand.use(page.get_by_role("button", name="Preview"))
        expect(page.get_by_role("button", name="Change 3 elements")).to_be_visible()
        change(site, ids[1], "isMeasured")
        hand.use(page.get_by_role("button", name="Change 3 elements"))
        found = page.get_by_role("alert")
        expect(found).to_contain_text("Another user changed 1 of these meanwhile")
        expect(found).to_contain_text(f"{prefix} 001")
        expect(page.get_by_role("button", name="Change 3 elements")).to_be_visible()
        expect(page.get_by_role("dialog").locator("del").nth(1)).to_have_text("80% - Process is measured")
        visit.check_accessible()
        assert maturity(site, prefix) == [None, "isMeasured", None], "nothing was written"

        hand.use(found.get_by_role("button", name="Leave it out"))
        expect(found).to_have_count(0)
        hand.use(page.get_by_role("button", name="Change 2 elements"))
        expect(page.get_by_text("Changed 2 elements.")).to_be_visible()

    assert maturity(site, prefix) == ["isLived", "isMeasured", "isLived"]


def change(site: Site, id_: str, value: str) -> None:
    body = {"elements": [{"id": id_, "attributes": {"processMaturity": {"127": value}}}]}
    with site.client() as client:
        client.post(DETAIL, json=body).raise_for_status()


@pytest.mark.long
def test_references_are_added_to_those_there_are(site: Site) -> None:
    make(site, "Linked", 2)
    with site.client() as client:
        risks = client.get("rest/facets/risks/views/list/elements?$pageSize=2&$culture=1033").json()["elements"]
        first = stored(site, "Linked")[0]
        body = {"elements": [{"id": first["id"], "related": {"risks": [{"id": risks[0]["id"], "type": "risk"}]}}]}
        assert client.post(DETAIL, json=body).status_code == 200
    name = risks[1]["attributes"]["name"]["1033"]

    with site.visit(Role.ARCHITECT, LIST.format("Linked")) as visit:
        page = visit.page
        page.get_by_role("checkbox", name="Choose Linked 000").click()
        page.get_by_role("checkbox", name="Choose Linked 001").click(modifiers=["Shift"])
        page.get_by_role("button", name="Edit together").click()
        page.get_by_role("combobox", name="Property to change").fill("Risks")
        page.get_by_role("option", name="Risks", exact=True).click()
        page.get_by_role("dialog").get_by_text("Add", exact=True).click()
        page.get_by_role("textbox", name="Risks: ").fill(name)
        page.get_by_role("option", name=name).first.click()
        page.get_by_role("button", name="Preview").click()
        page.get_by_role("button", name="Change 2 elements").click()
        expect(page.get_by_text("Changed 2 elements.")).to_be_visible()

    held = [[each["id"] for each in found["related"].get("risks", [])] for found in stored(site, "Linked")]
    assert held == [[risks[0]["id"], risks[1]["id"]], [risks[1]["id"]]]


@pytest.mark.long
def test_a_viewer_cannot_choose(site: Site) -> None:
    with site.visit(Role.VIEWER, "facets/processes/list") as visit:
        visit.page.get_by_role("row").nth(1).wait_for()
        expect(visit.page.get_by_role("checkbox")).to_have_count(0)


@pytest.mark.long
@looks(("de", "light"))
def test_the_dialog_keeps_the_rules(site: Site, language: str, scheme: Scheme) -> None:
    button = {"de": "Gemeinsam bearbeiten", "en": "Edit together"}[language]
    with site.visit(Role.ARCHITECT, "facets/processes/list", language=language, scheme=scheme) as visit:
        visit.page.get_by_role("checkbox").nth(1).click()
        visit.check_accessible()
        visit.page.get_by_role("button", name=button).click()
        visit.page.get_by_role("dialog").get_by_role("combobox").wait_for()
        visit.check_accessible()


def test_what_was_typed_is_kept_and_what_the_service_removed_is_shown(site: Site) -> None:
    make(site, "Kept together", 2)
    with site.visit(Role.ARCHITECT, LIST.format("Kept together")) as visit:
        page = visit.page

        def begin() -> None:
            page.get_by_role("checkbox", name="Choose all").click()
            page.get_by_role("button", name="Edit together").click()

        begin()
        dialog = page.get_by_role("dialog")
        want(visit, "Maturity", "60% - Process is lived")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        page.reload()
        begin()
        expect(dialog.get_by_text("You have unsaved changes from")).to_be_visible()
        field = dialog.get_by_role("combobox", name="Maturity", exact=True)
        expect(field).to_have_value("60% - Process is lived")
        dialog.get_by_role("button", name="Cancel").click()
        page.get_by_role("button", name="Edit together").click()
        expect(dialog.get_by_role("combobox", name="Property to change")).to_be_visible()
        expect(field).to_have_count(0)

        page.get_by_role("combobox", name="Property to change").fill("Description (English)")
        page.get_by_role("option", name="Description (English)", exact=True).click()
        dialog.get_by_role("button", name="Edit: Description (English)").click()
        dialog.get_by_role("button", name="Source").click()
        dialog.get_by_role("textbox", name="Description (English)").fill("<p>Clean <marquee>it</marquee></p>")
        dialog.get_by_role("button", name="Preview").click()
        dialog.get_by_role("button", name="Change 2 elements").click()
        expect(page.get_by_text("Not everything was kept")).to_have_count(1)
        expect(page.get_by_text("Description (English): marquee")).to_be_visible()

    assert all("<p>Clean it</p>" in each["attributes"]["description"]["1033"] for each in stored(site, "Kept together"))
