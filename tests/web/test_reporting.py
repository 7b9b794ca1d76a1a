"""Numbers drawn: each chart says the same as its table, its file and the interface."""

import csv
import io
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site


def figure(page: Page, title: str) -> Any:
    return page.locator("section").filter(has=page.get_by_role("heading", name=title))


def downloaded(page: Page, title: str) -> list[list[str]]:
    with page.expect_download() as started:
        page.get_by_role("button", name=f"Download “{title}” as CSV").click()
    text = started.value.path().read_text("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def test_states_are_drawn_shown_in_a_table_and_taken_along(site: Site) -> None:
    with site.visit(Role.ARCHITECT, "reporting?facet=processes") as visit:
        page = visit.page
        states = figure(page, "States")
        chart = states.get_by_role("img", name="States.")
        expect(chart.locator("svg path").first).to_be_attached()
        assert "In process: " in (chart.get_attribute("aria-label") or "")
        states.get_by_text("As a table").click()
        rows = [each.inner_text().split("\t") for each in states.get_by_role("table").get_by_role("row").all()]
        visit.check_accessible()
        taken = downloaded(page, "States")
        assert taken == rows

    with site.client() as client:
        body = client.get("rest/stats?by=state&facets=processes").json()["values"]
    counts = [each["count"] for each in body if "state" in each]
    assert sorted(int(row[1]) for row in taken[1:]) == sorted(counts)
    assert [row[0] for row in taken[1:3]] == ["In process", "In review"], "in the order of the lifecycle"


@pytest.mark.long
def test_releases_have_every_month_and_are_narrowed_by_keys(site: Site) -> None:
    with site.visit(Role.VIEWER, "reporting") as visit:
        page = visit.page
        assert len(downloaded(page, "Releases over time")) == 1 + 36
        page.get_by_role("radio", name="36 months").focus()
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(f"{site.home}reporting?months=all")
        months = downloaded(page, "Releases over time")[1:]

    with site.client("viewer") as client:
        body = client.get("rest/stats?by=month").json()["values"]
    assert sum(int(count) for _, count in months) == sum(each["count"] for each in body)
    first, last = (date.fromisoformat(f"{months[place][0]}-01") for place in (0, -1))
    assert len(months) == 12 * (last.year - first.year) + last.month - first.month + 1


@pytest.mark.long
def test_maturity_is_counted_by_what_the_types_say(site: Site) -> None:
    with site.visit(Role.ARCHITECT, "reporting?facet=processes") as visit:
        rows = downloaded(visit.page, "Maturity and other values")

    assert rows[0] == ["Maturity", "Elements"]
    query = {"$filter": "processMaturity -eq 'isLived'", "$count": "true", "$pageSize": "1"}
    with site.client() as client:
        total = client.get("rest/facets/processes/views/list/elements", params=query).headers["x-total-count"]
    assert ["60% - Process is lived", total] in rows


@pytest.mark.long
def test_what_is_not_translated_is_shown_by_culture(site: Site) -> None:
    with site.visit(Role.ARCHITECT, "reporting", language="de") as visit:
        section = figure(visit.page, "Fehlende Übersetzungen")
        section.get_by_text("Als Tabelle").click()
        cells = [each.inner_text().split("\t") for each in section.get_by_role("table").get_by_role("row").all()][1:]

    with site.client() as client:
        body = client.get("rest/stats?by=missingCulture").json()["values"]
    assert [sum(map(int, row[1:])) for row in cells] == [each["count"] for each in body]
