"""Filters: conditions and text are the same thing, either way; and a name brings them back."""

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site, Visit
from tests.web.looks import looks

LIST: Final = "facets/processes/list?culture=1033"
ELEMENTS: Final = "rest/facets/processes/views/list/elements"
TEXT: Final = "Contains(name/1033,'order') AND type -in ('subProcess','mainProcess') AND NOT IsNull(owner)"


def box(visit: Visit) -> Locator:
    return visit.page.get_by_role("textbox", name="Filter", exact=True)


def row(visit: Visit, number: int) -> Locator:
    return visit.page.get_by_role("group", name=f"Condition {number}")


def choose(visit: Visit, field: Locator, text: str) -> None:
    """By keys alone: type what is looked for, and take it."""
    field.focus()
    visit.page.keyboard.type(text)
    visit.page.get_by_role("option", name=text, exact=True).first.wait_for()
    visit.page.keyboard.press("ArrowDown")
    visit.page.keyboard.press("Enter")


def pick(visit: Visit, field: Locator, text: str) -> None:
    field.click()
    visit.page.get_by_role("option", name=text, exact=True).click()


def number_found(site: Site, text: str) -> int:
    """How many the interface finds."""
    with site.client() as client:
        answer = client.get(ELEMENTS, params={"$filter": text, "$count": "true", "$pageSize": "1", "$culture": "1033"})
    assert answer.status_code == 200, answer.text
    return int(answer.headers["x-total-count"])


def test_conditions_make_the_text_and_the_list_follows(site: Site) -> None:
    with site.visit(Role.ARCHITECT, LIST) as visit:
        page = visit.page
        page.get_by_role("button", name="Filter by conditions").click()
        page.get_by_role("button", name="Add a condition").click()
        pick(visit, row(visit, 1).get_by_role("combobox", name="Field"), "Name")
        pick(visit, row(visit, 1).get_by_role("combobox", name="Culture"), "English")
        row(visit, 1).get_by_label("Value").fill("order")
        page.get_by_role("button", name="Add a condition").click()
        pick(visit, row(visit, 2).get_by_role("combobox", name="Field"), "Type")
        pick(visit, row(visit, 2).get_by_role("combobox", name="Comparison"), "is one of")
        values = row(visit, 2).get_by_role("combobox", name="Value")
        for name in ("Sub process", "Main process"):
            values.focus()
            page.keyboard.press("ArrowDown")
            page.get_by_role("option", name=name, exact=True).click()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Add a condition").click()
        pick(visit, row(visit, 3).get_by_role("combobox", name="Field"), "Responsible")
        pick(visit, row(visit, 3).get_by_role("combobox", name="Comparison"), "is not empty")
        expect(box(visit)).to_have_value(TEXT)
        visit.check_accessible()
        page.get_by_role("button", name="Apply").click()

        found = number_found(site, TEXT)
        assert found > 2
        expect(page.get_by_text(f"{found} elements")).to_be_visible()
        page.get_by_text("Any one is enough").click()
        page.get_by_role("button", name="Apply").click()
        expect(page.get_by_text(f"{number_found(site, TEXT.replace(' AND ', ' OR '))} elements")).to_be_visible()


@pytest.mark.long
def test_conditions_are_set_by_keys_alone(site: Site) -> None:
    wanted = "processMaturity -eq 'defined'"
    with site.visit(Role.ARCHITECT, LIST) as visit:
        page = visit.page
        page.get_by_role("button", name="Filter by conditions").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Add a condition").focus()
        page.keyboard.press("Enter")
        choose(visit, row(visit, 1).get_by_role("combobox", name="Field"), "Maturity")
        page.keyboard.press("Tab")
        expect(row(visit, 1).get_by_role("combobox", name="Comparison")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")
        option = page.get_by_role("option", name="10% - Process defined")
        option.wait_for()
        while not option.get_attribute("data-combobox-selected"):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(box(visit)).to_have_value(wanted)
        box(visit).focus()
        page.keyboard.press("Enter")

        expect(page.get_by_text(f"{number_found(site, wanted)} elements")).to_be_visible()
        assert "filter=processMaturity" in page.url


@pytest.mark.parametrize(
    ("text", "operator", "value"),
    [
        pytest.param("name Equal 'Today''s orders'", "is", "Today's orders", marks=pytest.mark.long),
        pytest.param("version -like '_.0'", "fits the pattern", "_.0", marks=pytest.mark.long),
        pytest.param("cycleTime ge 12", "is at least", "12", marks=pytest.mark.long),
        pytest.param("changedOn -lt '2024-05-31'", "is less than", "2024-05-31", marks=pytest.mark.long),
        ("endswith(owner/lastName,'mann')", "ends with", "mann"),
    ],
)
def test_text_makes_the_conditions(site: Site, text: str, operator: str, value: str) -> None:
    with site.visit(Role.ARCHITECT, f"{LIST}&filter={text}") as visit:
        visit.page.get_by_role("button", name="Filter by conditions").click()
        expect(row(visit, 1).get_by_role("combobox", name="Comparison")).to_have_value(operator)
        expect(row(visit, 1).get_by_label("Value")).to_have_value(value)
        expect(box(visit)).to_have_value(text)


@pytest.mark.long
def test_what_conditions_cannot_say_stays_text(site: Site) -> None:
    text = "(state -eq 'inEffect' OR state -eq 'released') AND Contains(name,'order')"
    with site.visit(Role.ARCHITECT, f"{LIST}&filter={text}") as visit:
        expect(visit.page.get_by_text(f"{number_found(site, text)} elements")).to_be_visible()
        visit.page.get_by_role("button", name="Filter by conditions").click()
        expect(visit.page.get_by_text("says more than conditions can show")).to_be_visible()
        expect(box(visit)).to_have_value(text)


def test_a_name_brings_a_filter_back(site: Site) -> None:
    filtered = f"{LIST}&filter=Contains(name,'order')&order=name desc"
    with site.visit(Role.ARCHITECT, filtered) as visit:
        page = visit.page
        page.get_by_role("button", name="Saved filters").click()
        page.get_by_label("Name of this filter").fill("Orders")
        page.keyboard.press("Enter")
        visit.check_accessible()
        visit.go("facets/processes/list?culture=1033")
        page.get_by_role("button", name="Saved filters").click()
        page.get_by_role("button", name="Orders", exact=True).click()

        expect(box(visit)).to_have_value("Contains(name,'order')")
        expect(page.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "descending")
        page.get_by_role("button", name="Saved filters").click()
        page.get_by_role("button", name="Forget “Orders”").click()
        expect(page.get_by_role("button", name="Orders", exact=True)).to_have_count(0)


@pytest.mark.long
@looks(("de", "dark"))
def test_the_builder_keeps_the_rules(site: Site, language: str, scheme: Scheme) -> None:
    name = {"de": "Nach Bedingungen filtern", "en": "Filter by conditions"}[language]
    with site.visit(
        Role.ARCHITECT,
        f"{LIST}&filter={TEXT}",
        language=language,
        scheme=scheme,
    ) as visit:
        visit.page.get_by_role("button", name=name).click()
        visit.page.get_by_role("group", name="Bedingung 3" if language == "de" else "Condition 3").wait_for()
        visit.check_accessible()


@pytest.mark.long
def test_words_search_the_names(site: Site) -> None:
    """They were refused: "Found ) at position 7"."""
    found = number_found(site, "Contains(name,'order') AND Contains(name,'process')")
    assert 0 < found < number_found(site, "Contains(name,'order')")
    with site.visit(Role.ARCHITECT, LIST) as visit:
        page = visit.page
        box(visit).fill("process order")
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"{found} element")).to_be_visible()
        page.get_by_role("button", name="Filter by conditions").click()
        expect(row(visit, 2).get_by_label("Value")).to_have_value("order")


@pytest.mark.long
def test_an_expression_that_is_wrong_is_still_refused(site: Site) -> None:
    with site.visit(Role.VIEWER, LIST, expected=(400,)) as visit:
        box(visit).fill("Contains(name")
        visit.page.keyboard.press("Enter")
        expect(visit.page.get_by_role("alert").first).to_contain_text("position")
